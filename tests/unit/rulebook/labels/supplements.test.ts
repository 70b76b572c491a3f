import { describe, expect, it, test } from "vitest";
import { bindingLabel } from "@/lib/domain/label-editions";
import { FACT_COLUMNS } from "@/lib/rulebook/label-files/fact-rows";
import { importEditions, importRows } from "@/lib/rulebook/label-files/import-labels";
import { parseLabelFiles, type JsonFile } from "@/lib/rulebook/label-files/parse-labels";
import type { EditionFile } from "@/lib/rulebook/label-files/schema-files";
import { diffWords } from "@/lib/rulebook/label-files/words";

const READ = { evidence: "read", readBy: "Ann", readOn: "2026-07-01", checkedBy: "Ben", checkedOn: "2026-07-02" };
const PRODUCT: JsonFile = {
  file: "labels/99003-1/product.json",
  json: {
    registration: "99003-1",
    name: "Test Herbicide",
    otherNames: [],
    registrant: null,
    status: null,
    formerNumbers: [],
    distributorNumbers: [],
    formulation: "liquid",
    ingredients: [],
    newestLabelDate: "2026-06-01",
    source: { title: "Made for a test", url: null },
    ...READ,
  },
};
const [MASTER, FIRST, SECOND] = ["2026-01-01", "2026-03-01", "2026-06-01"];

const fact = (name: string, value: unknown) => {
  return { fact: name, value, quote: null, page: "page 2", sources: ["LABEL"], ...READ };
};
const condition = (id: string, maxMph: number) =>
  fact("condition", { id, kind: "wind", text: `At most ${maxMph} mph.`, minMph: null, maxMph });

const edition = (labelDate: string, facts: object[], text: object = {}, title = "Label"): JsonFile => ({
  file: `labels/99003-1/${labelDate}.json`,
  json: {
    registration: "99003-1",
    labelDate,
    from: labelDate,
    until: null,
    text: { kind: "stamped", pages: 9, readToEnd: true, ...text },
    parts: [],
    sources: { LABEL: { title: `${title} of ${labelDate}`, url: null, documentDate: labelDate } },
    facts,
  },
});
const supplement = (labelDate: string, facts: object[], supplements = MASTER, text: object = {}): JsonFile =>
  edition(labelDate, facts, { supplements, ...text }, "Supplemental label");
const WHOLE = [
  fact("esa_language", "no"),
  condition("wind", 10),
  fact("runoff_none", true),
  fact("max_single_rate", { value: 22, unit: "fl_oz_per_acre" }),
];
const master = edition(MASTER, WHOLE);

const parsed = (...files: JsonFile[]) => parseLabelFiles([PRODUCT, ...files]);
const labelOn = (files: JsonFile[], day: string, heldLabelDate: string | null = null) => {
  const [product] = parsed(...files).products;
  if (product === undefined) throw new Error(JSON.stringify(parsed(...files).faults));
  return bindingLabel(product, day, heldLabelDate).record;
};
const conditionsOf = (...asked: Parameters<typeof labelOn>) => labelOn(...asked).rules?.conditions.map(({ id }) => id);
const reasonsOf = (...files: JsonFile[]) => parsed(...files).faults.map(({ path, reason }) => `${path} ${reason}`);

describe("a supplemental label", () => {
  it("adds to its master label, and to the supplemental labels of that before it", () => {
    const files = [master, supplement(FIRST, [condition("night", 8)]), supplement(SECOND, [condition("edge", 6)])];
    expect(conditionsOf(files, "2026-02-01")).toEqual(["wind"]);
    expect(conditionsOf(files, "2026-04-01")).toEqual(["wind", "night"]);
    expect(conditionsOf(files, "2026-07-01")).toEqual(["wind", "night", "edge"]);
    expect(conditionsOf(files, "2026-07-01", MASTER)).toEqual(["wind"]);
    const { limits, citations = {} } = labelOn(files, "2026-07-01").rules ?? {};
    expect(limits).toMatchObject([{ kind: "max_single_rate", value: 22 }]);
    expect(Object.values(citations).map(({ title }) => title)).toEqual(
      expect.arrayContaining(["Label of 2026-01-01", "Supplemental label of 2026-03-01"]) as string[],
    );
  });

  it("has ESA language where one of the two has, and is without where both are read and without", () => {
    const languageOf = (files: JsonFile[]) => labelOn(files, "2026-07-01").esaLabelLanguage;
    expect(languageOf([master, supplement(SECOND, [])])).toBeNull();
    expect(languageOf([master, supplement(SECOND, [fact("esa_language", "no")])])).toBe(false);
    expect(languageOf([master, supplement(SECOND, [fact("esa_language", "yes")])])).toBe(true);
    const asking = edition(MASTER, [fact("esa_language", "yes")]);
    expect(languageOf([asking, supplement(SECOND, [fact("esa_language", "no")])])).toBe(true);
  });

  it("asks for no points only where both are read for them", () => {
    const runoffOf = (facts: object[], text = {}) =>
      labelOn([master, supplement(SECOND, facts, MASTER, text)], "2026-07-01").rules;
    expect(runoffOf([])?.runoff).toBeNull();
    expect(runoffOf([fact("runoff_none", true)])?.runoff).toEqual([]);
    expect(runoffOf([fact("runoff_points", { system: "epa_runoff", points: 3 })])?.runoff).toMatchObject([
      { points: 3 },
    ]);
    expect(runoffOf([])?.isReadToEnd).toBe(true);
    expect(runoffOf([], { readToEnd: false })?.isReadToEnd).toBeUndefined();
  });

  test.each([
    ["without its master", [supplement(SECOND, [])], "the master label of 2026-01-01 has no file here"],
    [
      "of a master label that a newer one replaced",
      [master, edition(FIRST, WHOLE), supplement(SECOND, [])],
      "the master label of 2026-03-01 is newer",
    ],
    ["of another", [master, supplement(FIRST, []), supplement(SECOND, [], FIRST)], "is a supplemental label itself"],
    ["of a later one", [master, supplement(FIRST, [], SECOND)], "is not before the label date"],
    [
      "that says another rate",
      [master, supplement(FIRST, [fact("max_single_rate", { value: 44, unit: "fl_oz_per_acre" })])],
      "max_single_rate stands otherwise",
    ],
    [
      "that says otherwise in a condition",
      [master, supplement(FIRST, [condition("wind", 15)])],
      "condition wind stands otherwise",
    ],
    [
      "that allows what its master does not",
      [master, supplement(FIRST, [fact("methods_permitted", ["aerial"])])],
      "methods_permitted of a supplemental label would hold for every use",
    ],
    [
      "that is entered as a master label",
      [master, edition(FIRST, WHOLE, {}, "Supplemental Label")],
      "text.supplements is missing",
    ],
  ])("is a fault %s", (_, files, reason) => {
    expect(reasonsOf(...files).join("\n")).toContain(reason);
  });

  it("keeps what its master says as well", () => {
    const files = [master, supplement(SECOND, [...WHOLE, condition("night", 8)])];
    expect(conditionsOf(files, "2026-07-01")).toEqual(["wind", "night"]);
  });

  it("stays one where a second reader does not name its master again", () => {
    const row = {
      ...{ registration: "99003-1", label_date: SECOND, fact: "label_text", value: "kind=stamped; readToEnd=yes" },
      ...{ evidence: "read", source: "Label", read_by: "Ben", read_on: "2026-07-02" },
    };
    const cells = FACT_COLUMNS.map((column) => (column in row ? row[column as keyof typeof row] : ""));
    const sheet = [FACT_COLUMNS, cells].map((line) => line.join(",")).join("\n");
    const { editions, rowFaults } = importRows([PRODUCT, master, supplement(SECOND, [])], sheet, "2026-07-31");
    expect(rowFaults).toEqual([]);
    expect(editions[0]?.edition.text).toEqual({ kind: "stamped", pages: null, readToEnd: true, supplements: MASTER });
  });

  it("is compared by what it adds", () => {
    const [before, after] = [master, supplement(SECOND, [condition("night", 8)])].map(
      ({ json }) => json as EditionFile,
    );
    if (before === undefined || after === undefined) throw new Error("there are two");
    expect(diffWords(before, after)).toEqual(["+ Condition: At most 8 mph. (read by two)"]);
    const less = { ...after, facts: [] };
    expect(diffWords(after, less)).toEqual(["- Condition: At most 8 mph. (read by two)"]);
  });

  it("is refused on import where its master is not there", () => {
    expect(importEditions([PRODUCT], [supplement(SECOND, [])]).faults).toMatchObject([{ path: "text.supplements" }]);
    expect(importEditions([PRODUCT, master], [supplement(SECOND, [])]).faults).toEqual([]);
  });
});
