import { readFile } from "node:fs/promises";
import { openSigningKey, type SigningKey } from "@/lib/gateways/pdf/signing/signing-key";
import type { Environment } from "@/lib/runtime/env";

/** The key that signs report PDFs; null where none is set. Throws an `Error` in words for the operator. */
export async function readSigningKey({
  REPORT_SIGNING_P12: path,
  REPORT_SIGNING_PASSPHRASE: passphrase,
}: Pick<Environment, "REPORT_SIGNING_P12" | "REPORT_SIGNING_PASSPHRASE">): Promise<SigningKey | null> {
  if (path === undefined) return null;
  try {
    return await openSigningKey(await readFile(path), passphrase);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`REPORT_SIGNING_P12 names ${path}, which cannot be used: ${reason}.`, { cause: error });
  }
}
