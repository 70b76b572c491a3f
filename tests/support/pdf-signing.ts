import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSigningKey, signerOf, type SigningKey } from "@/lib/gateways/pdf/signing/signing-key";
import type { TimedSigner } from "@/lib/domain/report";

/** OpenSSL makes keys as docs/operations.md tells an operator to; poppler's pdfsig reads signatures as others do. */
export const hasOpenssl = spawnSync("openssl", ["version"]).error === undefined;
export const hasPdfsig = hasOpenssl && spawnSync("pdfsig", ["-v"]).error === undefined;

export const PASSPHRASE = "test passphrase";

export interface MadeKey {
  p12: Buffer;
  key: SigningKey;
  signer: TimedSigner;
  /** PEM. */
  certificate: string;
}

const openssl = (folder: string, ...options: string[]): Buffer =>
  execFileSync("openssl", options, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });

/** A key pair of the moment, with a certificate that it signs itself: none is kept anywhere. */
export async function makeSigningKey(kind: "rsa" | "ec" = "rsa", commonName = "DEMO Reports"): Promise<MadeKey> {
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-key-"));
  try {
    const made = kind === "rsa" ? ["-newkey", "rsa:2048"] : ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
    const subject = `/CN=${commonName}/O=DEMO Farm Software`;
    openssl(
      folder,
      "req",
      "-x509",
      ...made,
      "-sha256",
      "-days",
      "1200",
      "-noenc",
      "-keyout",
      "k",
      "-out",
      "c",
      "-utf8",
      "-subj",
      subject,
    );
    openssl(folder, "pkcs12", "-export", "-inkey", "k", "-in", "c", "-out", "p", "-passout", `pass:${PASSPHRASE}`);
    const p12 = readFileSync(join(folder, "p"));
    const key = await openSigningKey(p12, PASSPHRASE);
    return { p12, key, signer: signerOf(key), certificate: readFileSync(join(folder, "c"), "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A key whose certificate another one issued; the issuer's stands in the file, and comes beside it as PEM. */
export async function makeIssuedKey(): Promise<MadeKey & { issuer: string }> {
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-key-"));
  const subject = (name: string): string[] => ["-subj", `/CN=${name}`];
  try {
    const rsa = ["-newkey", "rsa:2048", "-noenc", "-sha256"];
    openssl(
      folder,
      "req",
      "-x509",
      ...rsa,
      "-days",
      "1200",
      "-keyout",
      "ik",
      "-out",
      "i",
      ...subject("DEMO Authority"),
    );
    openssl(folder, "req", ...rsa, "-keyout", "k", "-out", "r", ...subject("DEMO Reports"));
    openssl(folder, "x509", "-req", "-in", "r", "-CA", "i", "-CAkey", "ik", "-days", "1100", "-out", "c");
    const made = [
      "-export",
      "-inkey",
      "k",
      "-in",
      "c",
      "-certfile",
      "i",
      "-out",
      "p",
      "-passout",
      `pass:${PASSPHRASE}`,
    ];
    openssl(folder, "pkcs12", ...made);
    const p12 = readFileSync(join(folder, "p"));
    const key = await openSigningKey(p12, PASSPHRASE);
    const [certificate, issuer] = [readFileSync(join(folder, "c"), "utf8"), readFileSync(join(folder, "i"), "utf8")];
    return { p12, key, signer: signerOf(key), certificate, issuer };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What poppler says of a PDF's signatures, with no certificate trusted. */
export function pdfsigOf(pdf: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-pdf-"));
  try {
    writeFileSync(join(folder, "report.pdf"), pdf);
    return spawnSync("pdfsig", ["-nocert", "report.pdf"], { cwd: folder, encoding: "utf8" }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The files inside a PDF by their names, as poppler takes them out. */
export function attachedFiles(pdf: Buffer): Map<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-pdf-"));
  try {
    writeFileSync(join(folder, "report.pdf"), pdf);
    const names = execFileSync("pdfdetach", ["-list", "report.pdf"], { cwd: folder, encoding: "utf8" })
      .split("\n")
      .flatMap((line) => /^\d+: (.+)$/.exec(line)?.[1] ?? []);
    execFileSync("pdfdetach", ["-saveall", "report.pdf"], { cwd: folder });
    return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
