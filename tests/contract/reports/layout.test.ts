import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import jsQr from "jsqr";
import { beforeAll, describe, expect, it } from "vitest";
import type { ReportDocument } from "@/lib/domain/report";
import { renderPdf } from "@/lib/gateways/pdf/render-pdf";
import { createPdfRenderer } from "@/lib/gateways/pdf/renderer";
import { registerFonts } from "@/lib/gateways/pdf/styles";
import { hashText } from "@/lib/pages/reports/words";
import { fontsOf, greysOf, hasPoppler, imagesOf, infoOf, lettersOf, pagesOf, wordsOf } from "@/tests/support/poppler";
import { reportFor, ROUND_5000, WITH_HOLES, type ReportWish } from "@/tests/support/report-record";

registerFonts(process.cwd());

/** Laid out as a renderer thread does it, in this process: no thread has to be started for it. */
const render = (report: ReportDocument): Promise<Buffer> => renderPdf({ report, logo: null, files: [] });

const SLOW_MS = 240_000;
const made = async (wish: ReportWish): Promise<{ report: ReportDocument; pdf: Buffer }> => {
  const report = reportFor(wish);
  return { report, pdf: await render(report) };
};

/** The usual report, laid out once for all that is looked for in it. */
let usual: Promise<{ report: ReportDocument; pdf: Buffer }> | null = null;
const usualReport = () => (usual ??= made({}));

/** A PNG of one color, 8 bits of red, green and blue. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(3 * width, 0x5a)]);
  const lines = Buffer.concat(Array<Buffer>(height).fill(line));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** What stands between the head and the foot of a page. */
const bodyOf = (page: readonly string[]): string[] => page.slice(1, -2);

describe("the bytes of a report", () => {
  it("are the same for the same record, whichever thread lays it out", { timeout: SLOW_MS }, async () => {
    const report = reportFor({ products: 2, limitations: 1 });
    const here = await render(report);
    const renderer = createPdfRenderer({ workers: 2, queueMax: 8, timeoutS: SLOW_MS / 1000 });
    const asked = { owner: "tests", signal: new AbortController().signal };
    const made = await Promise.all([1, 2, 3].map(() => renderer.render({ report, logo: null, files: [] }, asked)));
    await renderer.close();
    for (const { pdf, leftOut } of made) expect([here.equals(pdf), leftOut]).toEqual([true, []]);
  });

  it("take their date and identifier from the record, not from the clock", async () => {
    const { report, pdf } = await usualReport();
    const id = /\/ID \[ ?<([0-9a-f]+)>/i;
    const text = pdf.toString("latin1");
    expect(text).toContain("<xmp:CreateDate>2026-06-14T09:30:00Z</xmp:CreateDate>");
    expect(text).toContain(report.recordHash);
    const other = (await made({ fieldName: "DEMO Field 2" })).pdf.toString("latin1");
    expect(id.exec(other)?.[1]).not.toBe(id.exec(text)?.[1]);
  });
});

it.skipIf(!hasPoppler)("a hash is copied as it stands, whatever it begins with", { timeout: SLOW_MS }, async () => {
  const hashes = Array.from({ length: 40 }, (_, index) => createHash("sha256").update(`hash ${index}`).digest("hex"));
  const facts = hashes.map((hash, index) => ({ label: `Hash ${index}`, value: hashText(hash) }));
  const report = reportFor({});
  const [first] = report.sections;
  if (first === undefined) throw new Error("the report has no section");
  const pdf = await render({ ...report, sections: [{ ...first, blocks: [{ kind: "facts", facts }] }] });
  const letters = lettersOf(pdf);
  expect(hashes.filter((hash) => !letters.includes(hash))).toEqual([]);
});

describe.skipIf(!hasPoppler)("a long report: 40 products, 60 limitations", () => {
  let pages: string[][];
  let words: string;
  let report: ReportDocument;
  beforeAll(async () => {
    const long = await made({ products: 40, limitations: 60, edges: 30 });
    report = long.report;
    pages = pagesOf(long.pdf);
    words = wordsOf(long.pdf);
  }, SLOW_MS);

  it("numbers its pages and says on each what it is not", () => {
    expect(pages.length).toBeGreaterThan(10);
    for (const [index, page] of pages.entries()) {
      expect(page[0]).toContain("DEMO Farm Software");
      expect(page.at(-2)).toContain("not a clearance to apply");
      expect(page.at(-1)).toContain(`Page ${index + 1} of ${pages.length}`);
    }
  });

  it("gives every limitation whole", () => {
    const passages = report.sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "passage"));
    expect(passages).toHaveLength(60);
    for (const { heading } of passages) expect(words).toContain(heading);
    const [, ...told] = words.split("Made up for tests; no such limitation exists.");
    expect(told).toHaveLength(60);
  });

  it("repeats the head of a table on every page that the table reaches, and lists every row", () => {
    const tables = report.sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "table"));
    const products = tables.find(({ caption }) => caption.startsWith("Products"));
    expect(products?.rows).toHaveLength(40);
    for (const page of pages) {
      const lines = bodyOf(page);
      const row = lines.findIndex((line) => /99002-\d+ +1\.5 lb\/ac/.test(line));
      if (row !== -1) expect(lines.slice(0, row).join("\n")).toMatch(/EPA Reg\. No\. +Rate/);
    }
    for (let product = 1; product <= 40; product += 1) expect(words).toContain(`DEMO Product ${product} Herbicide`);
  });

  it("leaves no heading and no table head alone at the end of a page", () => {
    const headings = report.sections.flatMap(({ heading, blocks }) => [
      heading,
      ...blocks.flatMap((block) => {
        if (block.kind === "subheading" || (block.kind === "text" && block.tone === "strong")) return [block.text];
        if (block.kind === "table") return [block.columns.map(({ head }) => head).join(" ")];
        return block.kind === "passage" ? [block.heading] : [];
      }),
    ]);
    for (const page of pages) {
      const last = bodyOf(page).at(-1)?.trim().replaceAll(/ +/g, " ");
      expect(headings).not.toContain(last);
    }
  });
});

/** Whether the last frame that begins on the first sheet has words there: its sides go on below its upper edge, with ink between them. */
function lastFrameHasWords(pdf: Buffer): boolean {
  const dotsPerPoint = 2;
  const { at } = greysOf(pdf, 1, 72 * dotsPerPoint);
  const isInk = (x: number, y: number): boolean => at(x * dotsPerPoint, y) < 225;
  const within = Array.from({ length: 500 }, (_, index) => 50 + index);
  const rows = Array.from({ length: 680 * dotsPerPoint }, (_, index) => 56 * dotsPerPoint + index);
  const hasSide = (y: number): boolean => [46, 46.5].some((x) => isInk(x, y));
  const lowest = rows.findLast(hasSide) ?? 0;
  const edge = rows.findLast((y) => y < lowest - dotsPerPoint && within.every((x) => isInk(x, y))) ?? 0;
  return rows.some((y) => y > edge + dotsPerPoint && y < lowest && within.some((x) => isInk(x, y)));
}

it.skipIf(!hasPoppler)(
  "no sheet ends with the frame of a finding and none of its words",
  { timeout: SLOW_MS },
  async () => {
    const report = reportFor({});
    const lines = Array.from({ length: 9 }, (_, index) => `Reason ${index + 1}`);
    const before = Array.from({ length: 24 }, (_, index) => ({
      kind: "text" as const,
      tone: "plain" as const,
      text: `Line ${index + 1}`,
    }));
    const status = { mark: "open" as const, word: "Not settled", title: "Spray drift", lines };
    for (let more = 0; more < 10; more += 2) {
      const blocks = [...before, ...before.slice(0, more), { kind: "statuses" as const, statuses: [status, status] }];
      const pdf = await render({ ...report, sections: [{ id: "standing", heading: "Where it stands", blocks }] });
      expect.soft(lastFrameHasWords(pdf), `after ${before.length + more} lines`).toBe(true);
    }
  },
);

it.skipIf(!hasPoppler)("a table's foot is never alone on a page", { timeout: SLOW_MS }, async () => {
  const report = reportFor({});
  const [first] = report.sections;
  if (first === undefined) throw new Error("the report has no section");
  const columns = [{ head: "Measure", share: 1 }];
  for (let length = 18; length < 34; length += 1) {
    const rows = Array.from({ length }, (_, index) => [`Row ${index + 1}.`]);
    const table = { kind: "table" as const, caption: "Measures", columns, rows, foot: ["Counted in all"] };
    const pages = pagesOf(await render({ ...report, sections: [{ ...first, blocks: [table] }] }));
    expect(pages.find((page) => page.join().includes("Counted in all"))?.join()).toContain(`Row ${length}.`);
  }
});

it.skipIf(!hasPoppler)("what proves a report stands whole on its last page", { timeout: SLOW_MS }, async () => {
  // However full the page before it is.
  for (let limitations = 0; limitations < 8; limitations += 1) {
    const last =
      pagesOf((await made({ limitations })).pdf)
        .at(-1)
        ?.join("\n") ?? "";
    expect(last).toContain("Data and verification");
    expect(last).toContain("This report's PDF is not signed.");
  }
});

describe.skipIf(!hasPoppler)("names and codes", () => {
  it("come out letter by letter in every language that is written in Latin letters", async () => {
    const names = [
      "Őrség Łąka Șoseaua Ñandú",
      "Nguyễn Trường Tộ",
      "Þórðarson ßẞ ðæœŋ",
      "Ǻlaĝő Ḿȅǩ ɓɗƙ",
      "q\u0307 m\u0303 x\u0323",
    ];
    const { pdf } = await made({
      fieldName: "Żółć gęślą jaźń",
      providerName: "Ångström & Söhne",
      products: names.length,
      productName: (index) => names[index] ?? "",
    });
    const words = wordsOf(pdf).normalize("NFC");
    for (const name of [...names, "Żółć gęślą jaźń", "Ångström & Söhne"])
      expect(words).toContain(name.normalize("NFC"));
  });

  it("say that a letter of another script is missing instead of leaving it out", async () => {
    expect(wordsOf((await made({ fieldName: "North 中 forty" })).pdf)).toContain("North \u{FFFD} forty");
  });

  it("are set in embedded fonts alone", async () => {
    const fonts = fontsOf((await usualReport()).pdf);
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/NotoSans-\w+ +CID TrueType +Identity-H +yes yes yes/);
  });

  it("are parted without a hyphen where a cell is too narrow for them", async () => {
    const code = "abcdef0123456789".repeat(5);
    const lines = pagesOf((await made({ notes: code })).pdf).flat();
    const pieces = lines.flatMap((line) => /(?<= {2})[0-9a-f-]+$/.exec(line.trimEnd())?.[0] ?? []);
    expect(pieces.join("")).toContain(code);
  });
});

describe.skipIf(!hasPoppler)("the drawings of a report", () => {
  it("hold a code that another's reader takes to the record", async () => {
    const { report, pdf } = await usualReport();
    const { width, height, at } = greysOf(pdf, 1, 216);
    const rgba = Uint8ClampedArray.from({ length: 4 * width * height }, (_, index) => {
      const dot = Math.floor(index / 4);
      return index % 4 === 3 ? 255 : at(dot % width, Math.floor(dot / width));
    });
    expect(jsQr(rgba, width, height)?.data).toBe(report.verifyUrl);
  });

  it("hold the provider's picture at the head, and do without one that cannot be drawn", async () => {
    const report = reportFor({});
    const [whole, broken] = [pngOf(60, 20), Buffer.from("\x89PNG\r\n\x1a\npicture", "latin1")];
    const drawn = async (logo: Buffer | null): Promise<string[]> => {
      const picture = logo === null ? null : { bytes: new Uint8Array(logo), type: "image/png" as const };
      const pdf = await renderPdf({ report, logo: picture, files: [] });
      expect(wordsOf(pdf)).toContain("DEMO Field 1");
      return imagesOf(pdf);
    };
    expect(await drawn(whole)).toEqual([expect.stringMatching(/^ *1 +0 +image +60 +20 /)]);
    expect(await drawn(broken)).toEqual([]);
    expect(await drawn(null)).toEqual([]);
  });

  it("stay small for a boundary of 5,000 positions, and leave holes out", async () => {
    const round = await made({ boundary: ROUND_5000, edges: 4999 });
    expect(round.pdf.byteLength).toBeLessThan(150_000);
    expect(wordsOf(round.pdf)).toContain("Field boundary");
    const holes = await made({ boundary: WITH_HOLES });
    expect(infoOf(holes.pdf)).toMatch(/Pages: +[3-6]\n/);
  });
});

describe.skipIf(!hasPoppler)("the words of a report", () => {
  it.each(["runoff", "trait"] as const)("never clear anyone to apply (%s)", async (kind) => {
    const words = wordsOf((await made({ kind, products: 3, limitations: 2 })).pdf);
    expect(words).not.toMatch(/\b(cleared|compliant|approved|safe to|permitted)\b/i);
    for (const [before] of words.matchAll(/.{20}\bclearance\b/gi)) expect(before).toMatch(/not a clearance$/);
  });
});
