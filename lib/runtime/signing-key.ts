import { X509Certificate } from "node:crypto";
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

/** Certificates that sign reports now or did, each with its issuers as far as the file of the key holds them. */
export async function publishedCertificates(
  { REPORT_SIGNING_EARLIER: path }: Pick<Environment, "REPORT_SIGNING_EARLIER">,
  key: SigningKey | null,
): Promise<X509Certificate[][]> {
  const earlier = path === undefined ? [] : certificatesIn(path, await readFile(path, "utf8"));
  const own = key === null ? [] : [key.chain.map((der) => new X509Certificate(der))];
  return [...own, ...earlier.map((certificate) => [certificate])];
}

function certificatesIn(path: string, pem: string): X509Certificate[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (found === null) throw new Error(`REPORT_SIGNING_EARLIER names ${path}, which holds no certificate.`);
  return found.map((text) => new X509Certificate(text));
}
