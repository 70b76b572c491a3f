import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signerAt } from "@/lib/domain/report";
import { createPdfRenderer } from "@/lib/gateways/pdf/renderer";
import { openSigningKey } from "@/lib/gateways/pdf/signing/signing-key";
import { createRecordKeys } from "@/lib/gateways/record-keys";
import { getDeps } from "@/lib/runtime/deps";
import { publishedCertificates, readSigningKey } from "@/lib/runtime/signing-key";
import { trustedOf } from "@/scripts/verify";
import { report, waitLong } from "@/tests/contract/reports/support";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { atTime } from "@/tests/contract/v2/portal/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import {
  attachedFiles,
  hasOpenssl,
  hasPdfsig,
  makeSigningKey,
  PASSPHRASE,
  pdfsigOf,
  type MadeKey,
} from "@/tests/support/pdf-signing";
import { infoOf, lettersOf, wordsOf } from "@/tests/support/poppler";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let ground: Connected;
let made: MadeKey;

const QUERY = { query: "year=2026" };
const inAnHour = (): Date => new Date(Date.now() + 3_600_000);

async function signWith({ key, signer }: MadeKey): Promise<void> {
  const deps = await getDeps();
  await deps.pdf.close();
  deps.pdf = createPdfRenderer({ workers: 1, queueMax: 8, timeoutS: 240, signingKey: key });
  deps.reportSigner = signer;
}

beforeAll(async () => {
  ground = await prepareGround();
  caller = await makeCaller("signed");
  await saved(caller, { provider_field_id: "field 1", products: [NEEDS_4] });
  if (hasOpenssl) made = await makeSigningKey("rsa", "Łąka Reports");
});
afterAll(async () => {
  await ground.close();
  await (await getDeps()).pdf.close();
});

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const printedHash = (pdf: Buffer): string => /RecordSHA-256:([0-9a-f]{64})/.exec(lettersOf(pdf))?.[1] ?? "none";

describe.skipIf(!hasPdfsig)("a report's PDF without a signing key", () => {
  it("says that it is not signed, and holds the record whose hash it prints", async () => {
    await waitLong();
    const pdf = await report(caller, "field 1", QUERY);
    expect(wordsOf(pdf)).toContain("This report's PDF is not signed.");
    expect(pdfsigOf(pdf)).not.toContain("Signature #1");
    const files = attachedFiles(pdf);
    expect([...files.keys()].toSorted()).toEqual(["record.json", "references.json"]);
    const record = files.get("record.json") ?? Buffer.alloc(0);
    expect(sha256(record)).toBe(printedHash(pdf));
    expect(JSON.parse(record.toString("utf8"))).toMatchObject({
      kind: "runoff",
      year: 2026,
      field: { providerFieldId: "field 1" },
    });
    const sources = JSON.parse(files.get("references.json")?.toString("utf8") ?? "") as {
      recordHash: string;
      references: { title: string; locator: string }[];
    };
    expect(sources.recordHash).toBe(printedHash(pdf));
    expect(sources.references.length).toBeGreaterThan(0);
    for (const { title } of sources.references) expect(lettersOf(pdf)).toContain(title.replaceAll(/\s/g, ""));
    expect(pdf.toString("latin1")).toContain("<pdfaid:part>3</pdfaid:part>");
  });
});

describe.skipIf(!hasPdfsig)("a report's PDF with a signing key", () => {
  beforeAll(() => signWith(made));

  it("is signed as a whole, which Debian's pdfsig calls valid", async () => {
    const pdf = await report(caller, "field 1", QUERY);
    const verdict = pdfsigOf(pdf);
    expect(verdict).toContain("Signature is Valid.");
    expect(verdict).toContain("Total document signed");
    expect(verdict).toContain("Signature Type: ETSI.CAdES.detached");
    expect(verdict).toContain("Signer Certificate Common Name: Łąka Reports");
    expect(verdict.match(/Signature #/g)).toHaveLength(1);
    expect(lettersOf(pdf)).toContain(`SHA-256ofthesigner'scertificate:${made.signer.fingerprint}`);
    expect(wordsOf(pdf)).toContain("This report's PDF is signed by Łąka Reports.");
    expect(sha256(attachedFiles(pdf).get("record.json") ?? Buffer.alloc(0))).toBe(printedHash(pdf));
    expect(infoOf(pdf)).toMatch(/Title: +Runoff report 2026/);
    expect(pdf.toString("latin1")).toMatch(/\/Lang \(en-US\)/);
  });

  it("is called invalid by pdfsig once a byte of its words is another", async () => {
    const pdf = await report(caller, "field 1", QUERY);
    const at = pdf.indexOf("/Keywords") + 20;
    pdf[at] = (pdf[at] ?? 0) ^ 1;
    expect(pdfsigOf(pdf)).toMatch(/Digest Mismatch|Signature is Invalid/);
  });

  it("has the same bytes at the same moment, also when signed", async () => {
    await atTime(inAnHour(), async () => {
      const first = await report(caller, "field 1", QUERY);
      expect((await report(caller, "field 1", QUERY)).equals(first)).toBe(true);
    });
  });

  it("is not signed, and says so, after the certificate's last day", async () => {
    const after = new Date(made.signer.until.getTime() + 1000);
    const pdf = await atTime(after, () => report(caller, "field 1", QUERY));
    expect(wordsOf(pdf)).toContain("This report's PDF is not signed.");
    expect(pdfsigOf(pdf)).not.toContain("Signature #1");
    expect(signerAt(made.signer, new Date(made.signer.from.getTime() - 1000))).toBeNull();
  });

  it("is signed with an elliptic key as well", async () => {
    await signWith(await makeSigningKey("ec", "DEMO elliptic"));
    expect(pdfsigOf(await report(caller, "field 1", QUERY))).toContain("Signature is Valid.");
    await signWith(made);
  });
});

describe.skipIf(!hasOpenssl)("the key set", () => {
  it("lists the certificates that sign reports now and did earlier, by which the offline verifier proves both", async () => {
    const folder = mkdtempSync(join(tmpdir(), "hedgerow-earlier-"));
    const path = join(folder, "earlier.pem");
    const before = await makeSigningKey("ec", "DEMO earlier");
    writeFileSync(path, before.certificate);
    const listed = await publishedCertificates({ REPORT_SIGNING_EARLIER: path }, made.key);
    writeFileSync(path, "no certificate");
    await expect(publishedCertificates({ REPORT_SIGNING_EARLIER: path }, null)).rejects.toThrow("holds no certificate");
    rmSync(folder, { recursive: true });
    const { jwks, signJws, signNote } = await createRecordKeys([], listed);
    expect({ signJws, signNote }).toEqual({ signJws: null, signNote: null });
    expect(jwks.keys.map(({ alg }) => alg)).toEqual(["RS256", "ES256"]);
    for (const key of jwks.keys) expect(Object.keys(key)).not.toContain("d");
    const trusted = trustedOf({ jwks: JSON.stringify(jwks) }).map(({ fingerprint256 }) =>
      fingerprint256.replaceAll(":", "").toLowerCase(),
    );
    expect(trusted).toEqual([made.signer.fingerprint, before.signer.fingerprint]);
  });
});

describe.skipIf(!hasOpenssl)("a signing key that cannot be used", () => {
  it("stops the start with words for the operator", async () => {
    await expect(openSigningKey(made.p12, "another")).rejects.toThrow("its passphrase is another one");
    await expect(openSigningKey(Buffer.from("not a key"), PASSPHRASE)).rejects.toThrow("it is no PKCS#12 file");
    const missing = { REPORT_SIGNING_P12: "/nowhere/reports.p12", REPORT_SIGNING_PASSPHRASE: "" };
    await expect(readSigningKey(missing)).rejects.toThrow(
      /REPORT_SIGNING_P12 names \/nowhere\/reports\.p12, which cannot be used: ENOENT/,
    );
    expect(await readSigningKey({ REPORT_SIGNING_P12: undefined, REPORT_SIGNING_PASSPHRASE: "" })).toBeNull();
  });
});
