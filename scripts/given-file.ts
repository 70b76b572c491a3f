import type { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

/** Words of ours for what the system says of a file that cannot be read. */
const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "There is no such file.",
  ENOTDIR: "There is no such file.",
  EISDIR: "It is a folder. Give the file itself.",
  EACCES: "You have no permission to read it.",
  EPERM: "You have no permission to read it.",
};

/** A file that was named on the command line. What cannot be read is no verdict on a report, and neither is an empty file. */
export function readGiven(path: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new Error(`${path}: ${UNREADABLE[code] ?? `It cannot be read (${code}).`}`, { cause: error });
  }
  if (bytes.length === 0) throw new Error(`${path}: It is empty. Copy or download it again.`);
  return bytes;
}

/** Certificates of a file, where one was named. */
export function certificatesIn(path: string | undefined, read: (text: string) => X509Certificate[]): X509Certificate[] {
  if (path === undefined) return [];
  const text = readGiven(path).toString("utf8");
  try {
    return read(text);
  } catch (error) {
    throw new Error(`${path}: It holds no certificate that can be read.`, { cause: error });
  }
}
