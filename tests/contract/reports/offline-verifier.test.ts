import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderPdf } from "@/lib/gateways/pdf/render-pdf";
import { registerFonts } from "@/lib/gateways/pdf/styles";
import { checkSignature, trustedOf, verifyReportFile, type Checked } from "@/scripts/verify";
import { inLanguage } from "@/lib/views/language";
import {
  hasOpenssl,
  hasPdfsig,
  makeIssuedKey,
  makeSigningKey,
  pdfsigOf,
  type MadeKey,
} from "@/tests/support/pdf-signing";
import { programOf } from "@/tests/support/program";
import { reportFilesFor, reportFor } from "@/tests/support/report-record";
import { SEED } from "@/tests/support/seed";

registerFonts(process.cwd());
const SLOW_MS = 600_000;

let own: MadeKey;
let signed: Buffer;
let unsigned: Buffer;

/** Made now: the certificate holds from now on. */
const sign = ({ key, signer }: MadeKey): Promise<Buffer> =>
  renderPdf(
    { report: { ...reportFor({ signer }), generatedAt: new Date() }, logo: null, files: reportFilesFor() },
    key,
  );
const check = (pdf: Buffer, by: MadeKey | null = own): Promise<Checked> =>
  verifyReportFile(pdf, by === null ? [] : trustedOf({ pem: by.certificate }));

beforeAll(async () => {
  unsigned = await renderPdf({ report: reportFor(), logo: null, files: reportFilesFor() });
  if (!hasOpenssl) return;
  own = await makeSigningKey();
  signed = await sign(own);
}, SLOW_MS);

/** A repeatable choice below `most` (mulberry32). */
function chooser(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

const withByte = (pdf: Buffer, at: number, flip: number): Buffer => {
  const copy = Buffer.from(pdf);
  copy[at] = (copy[at] ?? 0) ^ flip;
  return copy;
};

interface Place {
  at: number;
  flip: number;
}

/**
 * Which of these alterations the verifier misses. Its signature finds nearly each by itself. Every tenth copy is read as a
 * whole as well, with its record, which takes a hundred times as long; so is each that seems to have no signature any more:
 * its words say that it was signed.
 */
async function missedOf(places: readonly Place[]): Promise<string[]> {
  const trusted = trustedOf({ pem: own.certificate });
  const missed: string[] = [];
  for (const [round, { at, flip }] of places.entries()) {
    const copy = withByte(signed, at, flip);
    const { isSigned, isTrusted, words } = checkSignature(copy, trusted);
    const isFound = !isTrusted && words.some((word) => word.startsWith("WRONG"));
    if (isSigned && !isFound) missed.push(`byte ${at} ^ ${flip}`);
    if (isSigned && round % 10 !== 0) continue;
    const { verdict } = await check(copy);
    if (verdict !== "altered") missed.push(`byte ${at} ^ ${flip}: ${verdict}`);
  }
  return missed;
}

describe.skipIf(!hasOpenssl)("the offline verifier, of a signed report", () => {
  it("proves the report as it was given out, with the signer's certificate or the key set that holds it", async () => {
    const answer = await check(signed);
    expect(answer).toMatchObject({ verdict: "proven" });
    expect(answer.words.join(" ")).toContain(reportFor().recordHash);
    const x5c = own.key.chain.map((der) => Buffer.from(der).toString("base64"));
    const jwks = JSON.stringify({
      keys: [
        { kty: "OKP", crv: "Ed25519", x: "AA" },
        { kty: "RSA", x5c },
      ],
    });
    expect((await verifyReportFile(signed, trustedOf({ jwks }))).verdict).toBe("proven");
  });

  it("proves a report in Spanish, and finds an unsigned one without a fault", { timeout: SLOW_MS }, async () => {
    const report = inLanguage("es", () => ({ ...reportFor({ signer: own.signer }), generatedAt: new Date() }));
    const inSpanish = await renderPdf({ report, logo: null, files: reportFilesFor() }, own.key);
    expect((await check(inSpanish)).verdict).toBe("proven");
    const plain = inLanguage("es", () => reportFor());
    const answer = await check(await renderPdf({ report: plain, logo: null, files: reportFilesFor() }), null);
    expect(answer.verdict).toBe("unproven");
    expect(answer.words.join(" ")).not.toContain("WRONG");
  });

  it(
    "proves a report by the certificate that issued the signer's, and by an elliptic key",
    { timeout: SLOW_MS },
    async () => {
      const issued = await makeIssuedKey();
      const pdf = await sign(issued);
      expect((await verifyReportFile(pdf, trustedOf({ pem: issued.issuer }))).verdict).toBe("proven");
      expect((await check(pdf, issued)).verdict).toBe("proven");
      expect((await check(pdf, own)).verdict).toBe("altered");
      const elliptic = await makeSigningKey("ec");
      expect((await check(await sign(elliptic), elliptic)).verdict).toBe("proven");
    },
  );

  it("proves nothing without a certificate, and refuses another one", async () => {
    const alone = await check(signed, null);
    expect(alone.verdict).toBe("unproven");
    expect(alone.words.join(" ")).toContain("Anyone can make a certificate");
    const other = await check(signed, await makeSigningKey());
    expect(other.verdict).toBe("altered");
    expect(other.words.join(" ")).toContain("WRONG: the certificate is not one that you gave");
  });

  it(`finds each of 200 altered bytes, anywhere in the file (seed ${SEED})`, { timeout: SLOW_MS }, async () => {
    const choose = chooser(SEED);
    const places = Array.from({ length: 200 }, () => ({ at: choose(signed.length), flip: 1 + choose(255) }));
    expect(await missedOf(places)).toEqual([]);
  });

  it("finds each altered byte of the name by which a signature is found", { timeout: SLOW_MS }, async () => {
    const from = signed.indexOf("/ByteRange");
    const places = Array.from("/ByteRange", (_, offset) => ({ at: from + offset, flip: 0x04 }));
    expect(places.filter(({ at, flip }) => checkSignature(withByte(signed, at, flip), []).isSigned)).toEqual([]);
    expect(await missedOf(places)).toEqual([]);
  });

  it(
    "finds each of 200 altered bytes within the signature, which signs itself nowhere",
    { timeout: SLOW_MS },
    async () => {
      const choose = chooser(SEED + 1);
      const from = signed.indexOf("/Contents <") + 10;
      const to = signed.indexOf(">", from) + 1;
      // Every third one in the case of a letter: the same number, written another way.
      const places = Array.from({ length: 200 }, (_, round) => ({
        at: from + choose(to - from),
        flip: round % 3 === 0 ? 0x20 : 1 + choose(255),
      }));
      expect(await missedOf(places)).toEqual([]);
    },
  );

  it.skipIf(!hasPdfsig)(
    `and poppler's pdfsig calls none of 50 copies valid, each with a byte altered that is signed (seed ${SEED})`,
    { timeout: SLOW_MS },
    () => {
      expect(pdfsigOf(signed)).toContain("Signature is Valid");
      const choose = chooser(SEED + 2);
      const from = signed.indexOf("/Contents <") + 10;
      const to = signed.indexOf(">", from) + 1;
      const missed: string[] = [];
      for (let round = 0; round < 50; round += 1) {
        const among = choose(signed.length - (to - from));
        const [at, flip] = [among < from ? among : among + (to - from), 1 + choose(255)];
        if (pdfsigOf(withByte(signed, at, flip)).includes("Signature is Valid")) missed.push(`byte ${at} ^ ${flip}`);
      }
      expect(missed).toEqual([]);
    },
  );

  it.each([
    ["a byte added at the end", () => Buffer.concat([signed, Buffer.from("\n")]), /does not cover the whole file/],
    ["a byte cut off", () => signed.subarray(0, -1), /does not cover the whole file/],
    ["other words", () => withByte(signed, signed.indexOf("/Keywords") + 20, 1), /altered after it was signed/],
    [
      "its signature destroyed",
      () => Buffer.from(signed.toString("latin1").replaceAll("/ByteRange", "/ByteRanje"), "latin1"),
      /says? that it is signed/,
    ],
  ])("says in words what is wrong: %s", async (_, alter, words) => {
    const answer = await check(alter());
    expect(answer.verdict).toBe("altered");
    expect(answer.words.join(" ")).toMatch(words);
  });
});

describe("the offline verifier, of a report without a signature", () => {
  it("says that nothing is proven, though the record is the one whose hash is printed", async () => {
    const answer = await check(unsigned, null);
    expect(answer.verdict).toBe("unproven");
    expect(answer.words.join(" ")).toContain("has no signature");
    expect(answer.words.join(" ")).toContain(`has the SHA-256 that the report prints: ${reportFor().recordHash}`);
  });

  it("finds a record that is not the printed one, a missing one, and a file that is no report", async () => {
    const [record, ...others] = reportFilesFor();
    const forged = { name: "record.json", description: "", text: (record?.text ?? "").replace("2026", "2025") };
    const drawn = (files: typeof others): Promise<Buffer> => renderPdf({ report: reportFor(), logo: null, files });
    expect((await check(await drawn([forged, ...others]), null)).words.join(" ")).toMatch(
      /WRONG: the attached record has/,
    );
    expect((await check(await drawn(others), null)).words.join(" ")).toMatch(
      /WRONG: the attached record.json is missing/,
    );
    expect((await check(Buffer.from("%PDF-1.7\nnothing"), null)).verdict).toBe("altered");
  });

  it("of version 0.1.0 is not said to be altered: it has no record attached and no word of a signature", async () => {
    const of = async (printed: string, named: string): Promise<Checked> => {
      const pdf = await PDFDocument.create();
      pdf.addPage().drawText(`Record SHA-256: ${printed}`, { size: 8 });
      pdf.setKeywords([`record sha-256 ${named}`]);
      return check(Buffer.from(await pdf.save()), null);
    };
    const [hash, other] = ["a".repeat(64), "b".repeat(64)];
    expect(await of(hash, hash)).toEqual({
      verdict: "unproven",
      words: ["The file has no signature: nothing shows who made it.", expect.stringContaining("version 0.1.0")],
    });
    expect((await of(hash, other)).verdict).toBe("altered");
  });

  it.skipIf(!hasOpenssl)("is refused where a certificate is given to hold against its signature", async () => {
    expect((await check(unsigned, own)).verdict).toBe("altered");
  });
});

describe.skipIf(!hasOpenssl)("npm run verify", () => {
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-verify-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const exitOf = async (...options: string[]): Promise<{ code: number; words: string }> =>
    promisify(execFile)(process.execPath, [...programOf("verify"), ...options], {
      env: { NODE_ENV: "test", PATH: process.env.PATH },
    }).then(
      ({ stdout }) => ({ code: 0, words: stdout }),
      (error: unknown) => {
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
        return { code, words: stdout + stderr };
      },
    );

  it(
    "ends with 0 when proven, 1 when altered, 2 when not proven, and 3 when it cannot read",
    { timeout: SLOW_MS },
    async () => {
      const path = (name: string): string => join(folder, name);
      writeFileSync(path("good.pdf"), signed);
      writeFileSync(path("bad.pdf"), withByte(signed, 1000, 4));
      writeFileSync(path("certificate.pem"), own.certificate);
      const by = ["--certificate", path("certificate.pem")];
      expect(await exitOf(path("good.pdf"), ...by)).toMatchObject({
        code: 0,
        words: expect.stringContaining("PROVEN") as string,
      });
      expect(await exitOf(path("bad.pdf"), ...by)).toMatchObject({
        code: 1,
        words: expect.stringContaining("ALTERED") as string,
      });
      expect(await exitOf(path("good.pdf"))).toMatchObject({
        code: 2,
        words: expect.stringContaining("NOT PROVEN") as string,
      });
      expect((await exitOf(path("none.pdf"))).code).toBe(3);
      expect((await exitOf(path("none.pdf"), "--help")).code).toBe(3);
      expect(await exitOf("--help")).toMatchObject({
        code: 0,
        words: expect.stringMatching(/^npm run verify/) as string,
      });
      expect(await exitOf()).toMatchObject({ code: 3, words: expect.stringContaining("npm run verify") as string });
    },
  );

  it(
    "names the file that it cannot read, says why in words of its own, and gives no verdict",
    { timeout: SLOW_MS },
    async () => {
      const path = (name: string): string => join(folder, name);
      writeFileSync(path("report.pdf"), signed);
      writeFileSync(path("empty.pdf"), "");
      writeFileSync(path("broken.json"), "{");
      writeFileSync(path("list.json"), "[]");
      writeFileSync(path("keys.json"), '{"keys":[]}');
      const report = path("report.pdf");
      const told = [
        [[path("none.pdf")], `${path("none.pdf")}: There is no such file.`],
        [[folder], `${folder}: It is a folder. Give the file itself.`],
        [[path("empty.pdf")], `${path("empty.pdf")}: It is empty. Copy or download it again.`],
        [[report, "--certificate", path("none.pem")], `${path("none.pem")}: There is no such file.`],
        [[report, "--jwks", path("broken.json")], `${path("broken.json")}: It holds no certificate that can be read.`],
        [[report, "--jwks", path("list.json")], `${path("list.json")}: It holds no certificate that can be read.`],
        [[report, "--jwks", path("keys.json")], `${path("keys.json")}: There is no certificate that signs reports.`],
      ] as const;
      for (const [options, words] of told) expect(await exitOf(...options)).toEqual({ code: 3, words: `${words}\n` });
    },
  );
});
