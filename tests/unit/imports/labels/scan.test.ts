import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { scanLabels, type ScanOptions } from "@/lib/imports/labels/scan";
import { importEditions } from "@/lib/rulebook/label-files/import-labels";
import { parseLabelFiles, type JsonFile } from "@/lib/rulebook/label-files/parse-labels";
import type { EditionFile } from "@/lib/rulebook/label-files/schema-files";
import { labelPdf, MASTER, type PdfPage } from "@/tests/unit/imports/labels/label-pdf";

const NUMBER = (product: number): string => `99003-${product}`;
const FILE = (product: number): string => `099003-0000${product}-20260601.pdf`;
const front = (product: number, ...more: string[]): PdfPage => ({
  lines: [`TEST LABEL  EPA Reg. No. ${NUMBER(product)}`, ...MASTER, ...more],
});
const plain: PdfPage = {
  lines: ["Apply in at least ten gallons of water to the acre, and keep people out of the field."],
};

/** What the stub serves for each product. */
const LABELS: Record<number, (response: ServerResponse) => void> = {
  1: send(
    labelPdf([front(1), { lines: ["Before use, visit Bulletins Live! Two and obtain the bulletin for the month."] }]),
  ),
  2: send(labelPdf([front(2), plain])),
  3: send(labelPdf([front(3), { picture: true }])),
  4: (response) => response.end(Buffer.from(labelPdf([front(4), plain])).subarray(0, 900)),
  5: send(labelPdf([front(6), plain])),
  6: (response) => response.writeHead(302, { location: "/moved/label-6.pdf" }).end(),
  7: (response) => response.writeHead(302, { location: "http://127.0.0.2:9/label.pdf" }).end(),
  8: (response) => response.setHeader("content-type", "text/html").end("<html>Sign in</html>"),
  0: send(labelPdf([{ lines: ["A DISTRIBUTOR'S LABEL  EPA Reg. No. 99003-0-5905", ...MASTER] }, plain])),
  9: send(labelPdf([front(9, "SUPPLEMENTAL LABELING"), plain])),
};

function send(bytes: Uint8Array): (response: ServerResponse) => void {
  return (response) => response.setHeader("content-type", "application/pdf").end(bytes);
}

let server: Server;
let base = "";
let folder = "";
const asked: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "label-scan-"));
  server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const listed = /^\/list\/99003-(\d)$/.exec(path)?.[1];
    const label = /^\/pdf\/099003-0000(\d)-/.exec(path)?.[1];
    if (path === "/moved/label-6.pdf") send(labelPdf([front(6), plain]))(response);
    else if (listed !== undefined) {
      const files = [{ pdffile: `099003-0000${listed}-20200101.pdf` }, { pdffile: FILE(Number(listed)) }];
      response.end(JSON.stringify({ items: [{ pdffiles: files }] }));
    } else if (label !== undefined) LABELS[Number(label)]?.(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  asked.length = 0;
});

const productFile = (product: number): JsonFile => ({
  file: `labels/${NUMBER(product)}/product.json`,
  json: {
    registration: NUMBER(product),
    name: `Test Label ${product}`,
    otherNames: [],
    registrant: null,
    status: null,
    formerNumbers: [],
    distributorNumbers: [],
    formulation: null,
    ingredients: [],
    newestLabelDate: null,
    source: { title: "Made for a test", url: null },
    evidence: "relayed",
    readBy: "A",
    readOn: "2026-06-02",
    checkedBy: null,
    checkedOn: null,
  },
});

const options = (state: string, more: Partial<ScanOptions> = {}): ScanOptions => ({
  labelBase: `${base}/pdf/`,
  listBase: `${base}/list/`,
  signal: new AbortController().signal,
  delayMs: 0,
  stateFile: join(folder, `${state}.json`),
  only: null,
  today: "2026-06-02",
  note: () => undefined,
  ...more,
});

/** What the scan found for one product: language, page and note. */
async function scanned(product: number): Promise<(string | null | undefined)[]> {
  const [found] = await scanLabels([productFile(product)], options(`one-${product}`));
  const fact = (found?.json as EditionFile | undefined)?.facts[0];
  return [fact?.value as string | undefined, fact?.page, fact?.note];
}

describe("scanLabels", () => {
  test.each([
    { title: "a label that sends to the bulletins", product: 1, want: ["yes", "page 2", undefined] },
    { title: "a master label that was read to its end", product: 2, want: ["no", "pages 1 to 2", undefined] },
    {
      title: "a scanned page without text",
      product: 3,
      want: ["unreadable", null, "page 2 of 2 gives no readable text"],
    },
    { title: "a file that is cut off", product: 4, want: ["unreadable", null, "the PDF is cut off"] },
    {
      title: "another product's file",
      product: 5,
      want: ["unreadable", null, "the text does not name 99003-5; it may be another product's file"],
    },
    {
      title: "a distributor's label",
      product: 0,
      want: ["unreadable", null, "the text does not name 99003-0; it may be another product's file"],
    },
    { title: "a redirect on the same host", product: 6, want: ["no", "pages 1 to 2", undefined] },
    { title: "a redirect to another host", product: 7, want: [undefined, undefined, undefined] },
    { title: "a page of markup in place of the label", product: 8, want: ["unreadable", null, "the file is no PDF"] },
    {
      title: "a supplemental label",
      product: 9,
      want: ["unreadable", null, "it is a supplemental label, not the master label"],
    },
  ])("reads $title", async ({ product, want }) => {
    expect(await scanned(product)).toEqual(want);
  });

  it("takes only a state file that is not there for no state", async () => {
    const kept = async (state: string) => scanLabels([productFile(2)], options(state));
    await mkdir(join(folder, "a-folder.json"));
    await expect(kept("a-folder")).rejects.toThrow(/^the scan's state cannot be read: EISDIR/);
    for (const text of ["", '{"99003-2": {', '{"99003-2": "checked"}']) {
      await writeFile(join(folder, "damaged.json"), text);
      await expect(kept("damaged")).rejects.toThrow("damaged.json is no state of a scan");
      expect(await readFile(join(folder, "damaged.json"), "utf8")).toBe(text);
    }
    expect(asked).toEqual([]);
    expect(await kept("not-there")).toHaveLength(1);
  });

  it("changes a flag only through the import, with the change in words", async () => {
    const files = [productFile(2)];
    const found = await scanLabels(files, options("import"));
    const { editions, faults } = importEditions(files, found);
    expect(faults).toEqual([]);
    expect(editions.map(({ changes }) => changes)).toEqual([["+ ESA language: no (computed)"]]);
    const after = [
      ...editions.map(({ edition }) => ({ file: `labels/${NUMBER(2)}/${edition.labelDate}.json`, json: edition })),
      ...editions.flatMap(({ product }) =>
        product === null ? [] : [{ file: `labels/${NUMBER(2)}/product.json`, json: product }],
      ),
    ];
    expect(parseLabelFiles(after).products[0]).toMatchObject({
      esaLabelLanguage: false,
      newestLabelDate: "2026-06-01",
    });
  });

  it("goes on where it was stopped, and asks again only for labels whose date moved", async () => {
    const files = [productFile(1), productFile(2)];
    const stop = new AbortController();
    const first = options("resume", {
      signal: stop.signal,
      note: (line) => {
        if (line.startsWith(NUMBER(1))) stop.abort();
      },
    });
    await scanLabels(files, first);
    asked.length = 0;
    const found = await scanLabels(files, options("resume"));
    expect(found).toHaveLength(2);
    expect(asked.filter((path) => path.includes("/pdf/")).toSorted()).toContain(`/pdf/${FILE(2)}`);

    asked.length = 0;
    await scanLabels(files, options("resume", { today: "2026-06-03" }));
    expect(asked).toEqual([`/list/${NUMBER(1)}`, `/list/${NUMBER(2)}`]);
  });

  it('reads again what an earlier way to read took for a "no", in its state and in the files', async () => {
    const reader = "hedgerow label scan";
    const [{ json } = { json: null }] = await scanLabels([productFile(3)], options("earlier"));
    const edition = json as EditionFile;
    const facts = edition.facts.map(({ note: _note, ...fact }) => ({
      ...fact,
      ...{ value: "no", page: "pages 1 to 2", readBy: reader },
    }));
    const freed = { ...edition, text: { ...edition.text, readToEnd: true }, facts };
    const before = { checkedOn: "2026-06-02", file: FILE(3), edition: freed };
    await writeFile(join(folder, "earlier.json"), JSON.stringify({ [NUMBER(3)]: before }));
    const files = [productFile(3), { file: `labels/${NUMBER(3)}/2026-06-01.json`, json: freed }];
    const [found] = await scanLabels(files, options("earlier"));
    expect((found?.json as EditionFile | undefined)?.facts[0]).toMatchObject({ value: "unreadable" });
    asked.length = 0;
    await scanLabels(files, options("earlier", { today: "2026-06-03" }));
    expect(asked).toEqual([`/list/${NUMBER(3)}`]);
  });

  it("refuses a label that is larger than its bound", async () => {
    const notes: string[] = [];
    const found = await scanLabels(
      [productFile(2)],
      options("large", { mostBytes: 100, note: (line) => notes.push(line) }),
    );
    expect(found).toEqual([]);
    expect(notes[0]).toMatch(/larger than 100 bytes/);
  });

  it("leaves a supplemental label one", async () => {
    const known = {
      registration: NUMBER(2),
      labelDate: "2026-06-01",
      from: "2026-06-01",
      until: null,
      text: { kind: "none", pages: null, readToEnd: false, supplements: "2026-01-01" },
      parts: [],
      sources: {},
      facts: [],
    };
    const files = [productFile(2), { file: `labels/${NUMBER(2)}/2026-06-01.json`, json: known }];
    const [found] = await scanLabels(files, options("supplemental"));
    expect(found?.json).toMatchObject({ text: { kind: "stamped", supplements: "2026-01-01" } });
  });

  it('never turns a "yes" of the files into a "no"', async () => {
    const known: EditionFile = {
      registration: NUMBER(2),
      labelDate: "2026-06-01",
      from: "2026-06-01",
      until: null,
      text: { kind: "summary", pages: null, readToEnd: false },
      parts: [],
      sources: { PRESS: { title: "Made for a test", url: null, documentDate: null } },
      facts: [
        {
          fact: "esa_language",
          value: "yes",
          quote: null,
          page: null,
          evidence: "relayed",
          sources: ["PRESS"],
          readBy: "A",
          readOn: "2026-06-02",
          checkedBy: null,
          checkedOn: null,
        },
      ],
    };
    const files = [productFile(2), { file: `labels/${NUMBER(2)}/2026-06-01.json`, json: known }];
    expect(await scanLabels(files, options("conflict"))).toEqual([]);
  });
});
