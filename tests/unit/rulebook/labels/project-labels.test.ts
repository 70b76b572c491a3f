import { beforeAll, describe, expect, it, test } from "vitest";
import { bindingLabel } from "@/lib/domain/label-editions";
import type { CatalogueProduct } from "@/lib/domain/product";
import { compileEdition } from "@/lib/rulebook/label-files/compile";
import { parseLabelFiles, type ParsedLabels } from "@/lib/rulebook/label-files/parse-labels";
import { readRuleFiles, RULEBOOK_DIRECTORY } from "@/lib/rulebook/read-rule-files";

let labels: ParsedLabels;

beforeAll(async () => {
  labels = parseLabelFiles((await readRuleFiles(RULEBOOK_DIRECTORY)).files);
});

const productOf = (registration: string): CatalogueProduct | undefined =>
  labels.products.find((product) => product.registration === registration);
const folderOf = (registration: string) =>
  labels.folders.find(({ product }) => product.registration === registration)?.product;

function known(registration: string): CatalogueProduct {
  const product = productOf(registration);
  if (product === undefined) throw new Error(`no product ${registration}`);
  return product;
}

describe("the project's label files", () => {
  it("are read without a fault, one folder a product", () => {
    expect(labels.faults).toEqual([]);
    expect(labels.folders.length).toBeGreaterThanOrEqual(269);
  });

  it("name a source, a reader and a day for every identity and every fact", () => {
    for (const { product, editions } of labels.folders) {
      expect([product.source.title, product.readBy, product.readOn].every((text) => text !== "")).toBe(true);
      for (const { content } of editions) {
        for (const { sources } of content.facts)
          expect(sources.every((key) => content.sources[key] !== undefined)).toBe(true);
      }
    }
  });

  it("say of no real product that it is free of ESA language: no such text was read by two people", () => {
    const free = labels.products.flatMap(({ editions = [] }) => editions.filter((e) => e.esaLabelLanguage === false));
    expect(free).toEqual([]);
  });

  it('keep a hearsay "no" for review only', () => {
    const assumed = labels.folders.filter(({ product }) => product.assumed !== undefined);
    expect(assumed.length).toBeGreaterThan(60);
    for (const { product } of assumed) expect(productOf(product.registration)?.esaLabelLanguage ?? null).toBeNull();
  });

  it("leave out numbers that only a list full of wrong numbers gives", () => {
    expect(folderOf("352-508")).toMatchObject({ name: "Direx 4L", evidence: "unverified" });
    expect(productOf("352-508")).toBeUndefined();
  });

  test.each([
    { former: "524-659", registration: "105211-118" },
    { former: "352-384", registration: "61842-55" },
    { former: "62719-396", registration: "70506-654" },
    { former: "264-829", registration: "7969-448" },
    { former: "352-730", registration: "279-9607" },
  ])("lead from $former to $registration", ({ former, registration }) => {
    expect(known(registration).formerNumbers).toContain(former);
    expect(productOf(former)).toBeUndefined();
  });

  it("know Engenia as 7969-507, and its predecessors as inactive registrations of their own", () => {
    expect(known("7969-507")).toMatchObject({ name: "Engenia", status: "Active", formerNumbers: [] });
    expect([known("7969-345").status, known("7969-472").status]).toEqual(["Inactive", "Inactive"]);
  });

  it("know since when a registration is not active, where a source gives the day", () => {
    const since = ["100-1182", "7969-88", "264-1210"].map((registration) => known(registration).statusSince);
    expect(since).toEqual(["2020-11-02", "2021-08-27", "2024-02-06"]);
  });

  it("have no product for a registration that is pending", () => {
    expect(folderOf("264-REGG")?.name).toBe("Plenexos Smart");
    expect(labels.products.some(({ registration }) => registration.includes("REGG"))).toBe(false);
  });
});

describe("the block that labels of 2026 share", () => {
  it("is one part with a page and a quote for every fact, and no label prints it without naming it", () => {
    const part = labels.parts.find(({ name }) => name === "esa-block-2026");
    expect(part?.facts.map(({ fact }) => fact)).toEqual([
      ...Array<string>(6).fill("counts_in_buffer"),
      ...Array<string>(7).fill("condition"),
    ]);
    for (const { page, quote } of part?.facts ?? []) expect([page, quote === null]).toEqual(["page 5", false]);
  });

  it("becomes rules of every label that names it", () => {
    const naming = labels.folders.filter(({ editions }) =>
      editions.some(({ content }) => content.parts.includes("esa-block-2026")),
    );
    expect(naming.map(({ product }) => product.registration)).toEqual(["264-REGG"]);
    const [{ editions } = { editions: [] }] = naming;
    const compiled = editions.flatMap(({ content }) => {
      const found = compileEdition(content, labels.parts);
      return found.ok ? [found.edition] : [];
    });
    const rules = compiled.at(-1)?.rules;
    expect(rules?.conditions.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["release_height", "swath_displacement", "boom_share"]),
    );
    expect(rules?.drift?.buffersEsa.exclusionCategories).toEqual(expect.arrayContaining(["road", "managed_wetland"]));
  });
});

describe("a crop in a label file", () => {
  const withCrop = async (crop: string) => {
    const { files } = await readRuleFiles(RULEBOOK_DIRECTORY);
    const changed = files.map(({ file, json }) => ({
      file,
      json:
        file === "labels/7969-500/2024-12-06.json"
          ? (JSON.parse(JSON.stringify(json).replace('"soybean"', JSON.stringify(crop))) as unknown)
          : json,
    }));
    return parseLabelFiles(changed).faults;
  };

  test.each([
    { crop: "soybeans", advice: "write soybean" },
    { crop: "unobtainium", advice: "add it to the crop table" },
  ])("$crop is a fault that names file, place and what to write", async ({ crop, advice }) => {
    const [fault, ...more] = await withCrop(crop);
    expect(more).toEqual([]);
    expect(fault?.file).toBe("labels/7969-500/2024-12-06.json");
    expect(fault?.path).toMatch(/^facts\[\d+\]\.value\.crops\[\d+\]$/);
    expect(fault?.reason).toContain(crop);
    expect(fault?.reason).toContain(advice);
  });
});

describe("Liberty ULTRA", () => {
  it("is judged by the label of 2025-10-30, of which the points have not been read", () => {
    const { record, labelDate } = bindingLabel(known("7969-500"), "2026-05-01", null);
    expect(labelDate).toBe("2025-10-30");
    expect(record.rules?.runoff).toMatchObject([{ points: 3, evidence: "unverified" }]);
    expect(record.rules?.conditions).toContainEqual(
      expect.objectContaining({ kind: "wind", minMph: null, maxMph: 15 }),
    );
    expect(record.rules?.conditions).toContainEqual(
      expect.objectContaining({ kind: "wind", minMph: 3, maxMph: null, disputed: true }),
    );
  });

  it("is judged by the label of 2024 while that was in force, and when the caller holds it", () => {
    expect(bindingLabel(known("7969-500"), "2025-06-01", null).labelDate).toBe("2024-12-06");
    const held = bindingLabel(known("7969-500"), "2026-05-01", "2024-12-06");
    expect([held.labelDate, held.newerLabelDate]).toEqual(["2024-12-06", "2025-10-30"]);
    expect(held.record.rules?.runoff).toMatchObject([{ points: 3, evidence: "secondary" }]);
  });
});
