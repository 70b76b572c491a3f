import { describe, expect, it, test } from "vitest";
import { bindingLabel } from "@/lib/domain/label-editions";
import { FACT_COLUMNS } from "@/lib/rulebook/label-files/fact-rows";
import { importRows, type LabelImport } from "@/lib/rulebook/label-files/import-labels";
import { parseLabelFiles, type JsonFile } from "@/lib/rulebook/label-files/parse-labels";

const PRODUCT: JsonFile = {
  file: "labels/99003-1/product.json",
  json: {
    registration: "99003-1",
    name: "Test Herbicide",
    otherNames: [],
    registrant: "Test Company",
    status: { value: "Active", asOf: "2026-06-01" },
    formerNumbers: [],
    distributorNumbers: [],
    formulation: "liquid",
    ingredients: [],
    newestLabelDate: null,
    source: { title: "Made for a test", url: null },
    evidence: "relayed",
    readBy: "Ann",
    readOn: "2026-06-02",
    checkedBy: null,
    checkedOn: null,
  },
};

/** A label entered as the guide tells: one fact a row. */
const FACTS: [fact: string, value: string][] = [
  ["esa_language", "yes"],
  ["ingredient", "name=testicide; basis=ai; lbPerGal=4"],
  ["methods_permitted", "ground | aerial"],
  ["methods_excluded", "Chemigation"],
  ["max_single_rate", "value=22; unit=fl_oz_per_acre"],
  ["min_volume_gpa", "15"],
  ["wind_range", "minMph=3; maxMph=10"],
  ["runoff_points", "system=epa_runoff; points=3"],
  ["droplet_minimum", "coarse"],
  ["boom_maximum", "low"],
  ["drift_buffer", "method=ground; distanceFt=240"],
  ["buffer_reducible", "yes"],
  ["counts_in_buffer", "road | mowed_grass"],
  ["adjuvant", "kind=ammonium_sulfate; requirement=forbidden; text=No ammonium sulfate."],
  ["buffer_reductions", "source=epa_menu"],
  ["tolerated_crops", "corn | soybean"],
  ["direction", "Do not apply in rain."],
];

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const rowOf = (fact: string, value: string, reader = "Ann", more: Partial<Record<string, string>> = {}): string => {
  const cells: Record<string, string | undefined> = {
    registration: "99003-1",
    label_date: "2026-06-01",
    fact,
    value,
    quote: "a sentence of the label",
    page: "page 4",
    evidence: "read",
    source: "Test Herbicide label",
    read_by: reader,
    read_on: "2026-06-02",
    ...more,
  };
  return FACT_COLUMNS.map((column) => quoted(cells[column] ?? "")).join(",");
};
const sheet = (...rows: string[]): string => [FACT_COLUMNS.join(","), ...rows].join("\n");
const whole = (reader: string): string => sheet(...FACTS.map(([fact, value]) => rowOf(fact, value, reader)));

const TODAY = "2026-07-31";
const imported = (files: readonly JsonFile[], csv: string): LabelImport => importRows(files, csv, TODAY);

/** The files as they are once an import was kept. */
const kept = (files: readonly JsonFile[], found: LabelImport): JsonFile[] => {
  const all = new Map(files.map(({ file, json }) => [file, json]));
  for (const { edition, product } of found.editions) {
    all.set(`labels/${edition.registration}/${edition.labelDate}.json`, edition);
    if (product !== null) all.set(`labels/${product.registration}/product.json`, product);
  }
  return [...all].map(([file, json]) => ({ file, json }));
};

describe("a label entered from a spreadsheet", () => {
  it("becomes rules that the engine reads", () => {
    const first = imported([PRODUCT], whole("Ann"));
    expect([first.rowFaults, first.faults]).toEqual([[], []]);
    const [product] = parseLabelFiles(kept([PRODUCT], first)).products;
    expect(product).toMatchObject({ esaLabelLanguage: true, newestLabelDate: "2026-06-01" });
    expect(product?.rules).toMatchObject({
      methods: { permitted: ["ground", "aerial"], excludedMethods: ["Chemigation"] },
      runoff: [{ points: 3, evidence: "secondary" }],
      driftResolved: true,
      drift: {
        minDropletSize: "coarse",
        maxBoomHeight: "low",
        buffersEsa: { canMitigate: true, exclusionCategories: ["road", "mowed_grass"] },
      },
      adjuvants: [{ kind: "ammonium_sulfate", requirement: "forbidden" }],
    });
    expect(product === undefined ? null : bindingLabel(product, "2026-05-31", null).labelDate).toBeNull();
  });

  it("counts as read once a second person has read the same values", () => {
    const first = kept([PRODUCT], imported([PRODUCT], whole("Ann")));
    const second = imported(first, whole("Ben"));
    const [edition] = second.editions;
    expect(edition?.edition.facts.every(({ readBy, checkedBy }) => readBy === "Ann" && checkedBy === "Ben")).toBe(true);
    expect(edition?.changes).toContain("~ ESA language: yes (read by one)  ->  ESA language: yes (read by two)");
    const [product] = parseLabelFiles(kept(first, second)).products;
    expect(product?.rules?.runoff).toMatchObject([{ evidence: "primary" }]);
  });

  it("waits for a second reader again when a value changes", () => {
    const both = kept(
      kept([PRODUCT], imported([PRODUCT], whole("Ann"))),
      imported(kept([PRODUCT], imported([PRODUCT], whole("Ann"))), whole("Ben")),
    );
    const third = imported(both, sheet(rowOf("min_volume_gpa", "20", "Cid")));
    expect(third.editions[0]?.changes).toEqual([
      "~ Least spray volume, gal/ac: 15 (read by two)  ->  Least spray volume, gal/ac: 20 (read by one)",
    ]);
  });

  test.each([
    { title: "an unknown fact", row: rowOf("rain", "1"), want: "row 2 fact" },
    { title: "a value of another kind", row: rowOf("min_volume_gpa", "fifteen"), want: "row 2 value" },
    {
      title: "a number that is none",
      row: rowOf("direction", "x", "Ann", { registration: "Stryax" }),
      want: "row 2 registration",
    },
    {
      title: "a date that is none",
      row: rowOf("direction", "x", "Ann", { label_date: "June" }),
      want: "row 2 label_date",
    },
    {
      title: "a word for how it is known",
      row: rowOf("direction", "x", "Ann", { evidence: "sure" }),
      want: "row 2 evidence",
    },
    {
      title: "a day of reading that is none",
      row: rowOf("direction", "x", "Ann", { read_on: "today" }),
      want: "row 2 read_on",
    },
    {
      title: "a reader who checks himself",
      row: rowOf("direction", "x", "Ann", { checked_by: "Ann", checked_on: "2026-06-03" }),
      want: "row 2 checked_by",
    },
    { title: "no document", row: rowOf("direction", "x", "Ann", { source: "" }), want: "row 2 source" },
    {
      title: "a product without a file",
      row: rowOf("direction", "x", "Ann", { registration: "99003-2" }),
      want: "row 2 registration",
    },
  ])("names row and column of $title, and changes nothing", ({ row, want }) => {
    const found = imported([PRODUCT], sheet(row, rowOf("direction", "Keep out of reach.")));
    expect(found.rowFaults.map(({ row: at, column }) => `row ${at} ${column}`)).toContain(want);
    expect(found.editions).toEqual([]);
  });

  it('refuses a "no" for a text that was not read to its end', () => {
    const found = imported([PRODUCT], sheet(rowOf("esa_language", "no")));
    expect(found.editions).toEqual([]);
    expect(found.faults[0]).toMatchObject({ path: "text.readToEnd" });
  });

  it("names a column that the sheet lacks", () => {
    expect(imported([PRODUCT], "registration,fact\n99003-1,direction").rowFaults[0]).toEqual({
      row: 1,
      column: "header",
      reason: "has no column label_date",
    });
  });
});

describe("the faults of a sheet", () => {
  const CONDITION = { id: "days", kind: "days_between", text: "At least 14 days apart." };
  const reasonsOf = (fact: string, value: string, more: Partial<Record<string, string>> = {}) =>
    imported([PRODUCT], sheet(rowOf(fact, value, "Ann", more))).rowFaults.map(
      ({ row, column, reason }) => `${row} ${column}: ${reason}`,
    );

  test.each([
    ["max_rate", "12.5", {}, '2 fact: there is no fact "max_rate"; write one of '],
    ["methods_permitted", "ground | air", {}, '2 value: "air" is not one of ground, aerial, airblast; write it like '],
    ["max_single_rate", "12.5 fl oz/ac", {}, '2 value: "12.5 fl oz/ac" is no object; write it like value=22; unit='],
    ["boom_maximum", "low", { read_on: "22.11.2026" }, '2 read_on: "22.11.2026" is not a date such as '],
    ["min_volume_gpa", "15", { page: "" }, "2 page: is empty; "],
    ["tolerated_crops", "corn | soybeans", {}, "2 value: the crop table has no crop soybeans; write soybean"],
    [
      "condition",
      JSON.stringify({ ...CONDITION, days: 14 }),
      {},
      '2 value: "atLeast" is missing (docs/label-conditions.md',
    ],
    ["wind_range", "minMph=10; maxMph=3", {}, '2 value: "minMph" 10 is above maxMph 3; exchange them'],
    ["min_volume_gpa", "-3", {}, "2 value: must be greater than 0; got -3; write it like 15"],
    ["direction", "", {}, "2 value: is empty; write it like Do not"],
    ["direction", "x", { read_by: "" }, "2 read_by: is empty"],
    [
      "ingredient",
      "name=x; basis=ae; lbPerGall=2",
      {},
      '2 value: has a member that no one reads: "lbPerGall"; write it',
    ],
    ["drift_buffer", "method=ground; distanceFt=-4", {}, '2 value: "distanceFt" must be at least 0; got -4; write it'],
    ["condition", '{"id": "x", "kind": "windy", "text": "x"}', {}, '2 value: "kind" must be one of "states", '],
    [
      "direction",
      "x",
      { read_on: "2026-08-01" },
      "2 read_on: 2026-08-01 is a day to come; nowhere is it later than 2026-07-31",
    ],
    ["direction", "x", { label_date: "2036-06-01" }, "2 label_date: 2036-06-01 is a day to come"],
    ["direction", "x", { checked_by: "B", checked_on: "2027-06-01" }, "2 checked_on: 2027-06-01 is a day to come"],
    ["direction", "x", { label_date: "2026-02-31" }, '2 label_date: "2026-02-31" is not a date such as '],
    ["condition", '{"kind": "crops"}', {}, '2 value: "id" is missing; write it like {"id": "wind", '],
    [
      "buffer_reductions",
      JSON.stringify({
        source: "label_table",
        rows: [50, 30].map((percent) => ({ practice: "hooded_sprayer", methodClass: "ground", percent })),
      }),
      {},
      '2 value: "rows[1].practice" the figure of hooded_sprayer for ground in any wind occurs twice',
    ],
    ["max_single_rate", "value=22; unit=oz", {}, '2 value: "unit": "oz" is not one of fl_oz_per_acre, '],
    [
      "condition",
      JSON.stringify({ id: "crops", kind: "crops", text: "Corn.", rule: "only", crops: ["maize"] }),
      {},
      "2 value: the crop table has no crop maize; write corn",
    ],
  ] as const)("%s %s: row, column, what stands there and what to write", (fact, value, more, wanted) => {
    expect(reasonsOf(fact, value, more).join("\n")).toContain(wanted);
  });

  test.each([
    ["wind", { minMph: 10, maxMph: 3 }, '"minMph" 10 is above maxMph 3'],
    ["humidity", { atLeastPercent: 80, atMostPercent: 20 }, '"atLeastPercent" 80 is above atMostPercent 20'],
    ["temperature", { of: "field", atLeastF: 90, atMostF: null, belowF: 50 }, '"atLeastF" 90 is above belowF 50'],
    ["volume", { atLeastGpa: 20, atMostGpa: 10 }, '"atLeastGpa" 20 is above atMostGpa 10'],
    ["swath_displacement", { atLeastSwaths: 1, windAboveMph: 10, windAtMostMph: 3 }, '"windAboveMph" 10 is above'],
    ["dates", { from: "2026-09-01", until: "2026-03-01" }, '"from" 2026-09-01 is above until 2026-03-01'],
    ["unjudged", { when: { rate: { atLeast: 9, atMost: 2, unit: "lb_per_acre" } } }, '"when.rate.atLeast" 9 is above'],
  ])("name a condition of %s whose ends are exchanged: it would bind always or never", (kind, members, wanted) => {
    expect(reasonsOf("condition", JSON.stringify({ id: "x", text: "x", kind, ...members })).join()).toContain(wanted);
  });

  it("are none for a season that goes over the new year", () => {
    const winter = { id: "x", kind: "dates", text: "Winter.", from: "11-01", until: "02-28" };
    expect(reasonsOf("condition", JSON.stringify(winter))).toEqual([]);
  });

  it("are none for what was read of the text, which stands on no page", () => {
    expect(reasonsOf("label_text", "kind=stamped; pages=18; readToEnd=yes", { page: "" })).toEqual([]);
  });
});
