import { adjuvantTableSchema } from "@/lib/rulebook/schema-names";
import { describe, expect, it, test } from "vitest";
import type { z } from "zod";
import { autoCreditTableSchema, countyTableSchema, exemptionTableSchema, parseTable } from "@/lib/rulebook/schema";
import { menuTableSchema } from "@/lib/rulebook/schema-menu";
import { RulebookError } from "@/lib/rulebook/schema-shared";
import { inZodsOwnWords } from "@/tests/support/zod-words";

const head = (table: string) => ({
  table,
  effectiveFrom: "2026-01-01",
  note: "test",
  citations: { SRC: { title: "t", locator: "l", url: null, documentDate: null, checkedOn: null } },
});
const cited = { evidence: "secondary", cite: ["SRC"] };
const sub = (id: number, code: string, extra: object = {}) => ({
  id,
  code,
  label: code,
  points: 1,
  ...cited,
  ...extra,
});
const option = (id: number, code: string, subOptions: object[], extra: object = {}) => ({
  id,
  code,
  label: code,
  sortOrder: 1,
  subOptions,
  ...extra,
});
const menu = (options: object[], extra: object = {}) => ({
  ...head("menu"),
  system: "epa_runoff",
  maxRequiredPoints: 9,
  exclusiveGroups: {},
  categories: [{ id: 1, code: "only", label: "Only", sortOrder: 1, isPracticeCategory: false, options }],
  ...extra,
});

/** The faults of a file as `place: reason`. */
function faultsOf(schema: z.ZodType<{ table: string; effectiveFrom: string }>, file: string, json: unknown): string[] {
  try {
    parseTable(schema, { file, json });
    return [];
  } catch (error) {
    if (!(error instanceof RulebookError)) throw error;
    expect(error.message).toContain(file);
    return error.faults.map(({ path, reason }) => `${path}: ${reason}`);
  }
}
const menuFaults = (json: unknown) => faultsOf(menuTableSchema, "menu-2026-01-01.json", json);

inZodsOwnWords();

describe("a menu table", () => {
  it("is accepted when it is sound, with absent members filled in", () => {
    const sound = menu([option(2, "a", [sub(3, "b")])]);
    const parsed = parseTable(menuTableSchema, { file: "menu-2026-01-01.json", json: sound });
    expect(parsed.categories[0]?.options[0]).toMatchObject({ maxSelect: null, pointsCap: null, exclusiveGroup: null });
    expect(parsed.categories[0]?.options[0]?.subOptions[0]).toMatchObject({ isActive: true, isDerived: false });
  });

  const at = "categories[0].options";
  test.each([
    {
      title: "a negative point",
      json: menu([option(2, "a", [sub(3, "b", { points: -1 })])]),
      want: `${at}[0].subOptions[0].points: `,
    },
    {
      title: "a misspelled member",
      json: menu([option(2, "a", [sub(3, "b", { pionts: 1 })])]),
      want: `${at}[0].subOptions[0]: has a member that no one reads: "pionts"`,
    },
    {
      title: "a code in another case",
      json: menu([option(2, "Not-Snake", [sub(3, "b")])]),
      want: `${at}[0].code: must be snake_case`,
    },
    {
      title: "two sub-options of one id",
      json: menu([option(2, "a", [sub(3, "b"), sub(3, "c")])]),
      want: `${at}[0].subOptions[1].id: sub-option id 3 occurs twice`,
    },
    {
      title: "an option and a sub-option of one code",
      json: menu([option(2, "a", [sub(3, "a")])]),
      want: `${at}[0].subOptions[0].code: code a occurs twice`,
    },
    {
      title: "a source no one described",
      json: menu([option(2, "a", [sub(3, "b", { cite: ["SRC", "GONE"] })])]),
      want: `${at}[0].subOptions[0].cite[1]: cites GONE, which is not in citations`,
    },
    {
      title: "a row without a source",
      json: menu([option(2, "a", [sub(3, "b", { cite: [] }), sub(4, "c")])]),
      want: `${at}[0].subOptions[0].cite: `,
    },
    {
      title: "an exclusive group that is not declared",
      json: menu([option(2, "a", [sub(3, "b")], { exclusiveGroup: "g" })]),
      want: `${at}[0].exclusiveGroup: a is not listed in the exclusive group g`,
    },
    {
      title: "an exclusive group of unknown options",
      json: menu([option(2, "a", [sub(3, "b")], { exclusiveGroup: "g" })], { exclusiveGroups: { g: ["a", "z"] } }),
      want: "exclusiveGroups.g[1]: no option z belongs to the group",
    },
    {
      title: "shared ground without the document that would settle it",
      json: menu([option(2, "a", [sub(3, "b")], { sharedGround: "strip" })]),
      want: "sharedGroundSettledBy: shared ground has to say which document would settle it",
    },
    {
      title: "a document for shared ground that no option shares",
      json: menu([option(2, "a", [sub(3, "b")])], { sharedGroundSettledBy: "A document" }),
      want: "sharedGroundSettledBy: no option shares ground",
    },
    {
      title: "two derived bonuses",
      json: menu([option(2, "a", [sub(3, "b", { isDerived: true }), sub(4, "c", { isDerived: true })])]),
      want: "categories: more than one derived bonus",
    },
    {
      title: "a day that is not in the calendar",
      json: menu([option(2, "a", [sub(3, "b")])], { effectiveFrom: "2026-02-30" }),
      want: "effectiveFrom: ",
    },
  ])("with $title is refused with its place", ({ json, want }) => {
    expect(menuFaults(json).some((fault) => fault.startsWith(want))).toBe(true);
  });

  it("reports all faults at once", () => {
    const json = menu([option(2, "a", [sub(3, "b", { points: -1 }), sub(4, "c", { label: "" })])]);
    expect(menuFaults(json)).toHaveLength(2);
  });

  it("is refused under another edition's file name", () => {
    const json = menu([option(2, "a", [sub(3, "b")])]);
    expect(faultsOf(menuTableSchema, "menu-2025-01-01.json", json)).toEqual([
      "effectiveFrom: the file should be called menu-2026-01-01.json",
    ]);
  });

  it("is refused with a citation that no row uses", () => {
    const unused = { ...head("menu").citations, OTHER: head("menu").citations.SRC };
    expect(menuFaults(menu([option(2, "a", [sub(3, "b")])], { citations: unused }))).toEqual([
      "citations.OTHER: nothing cites this",
    ]);
  });
});

describe("the other tables", () => {
  const autoRow = (source: string, when: object) => ({ source, when, subOptionId: 1, ...cited });
  test.each([
    { row: autoRow("slope", {}), want: "rows[0].when: source slope takes one of slopePctBelow, slopePctAtMost" },
    {
      row: autoRow("slope", { slopePctBelow: 3, slopePctAtMost: 3 }),
      want: "rows[0].when: source slope takes one of slopePctBelow, slopePctAtMost",
    },
    { row: autoRow("always", { countyPoints: 2 }), want: "rows[0].when: source always takes no condition" },
    { row: autoRow("county", { slopePctBelow: 3 }), want: "rows[0].when: source county takes one of countyPoints" },
  ])("refuse the automatic credit $row.source with $row.when", ({ row, want }) => {
    expect(faultsOf(autoCreditTableSchema, "auto-2026-01-01.json", { ...head("auto"), rows: [row] })).toContain(want);
  });

  it("refuse a county twice, a class that does not exist and a key that is no FIPS code", () => {
    const rows = [
      { geoId: "01001", points: 2 },
      { geoId: "01001", points: 2 },
    ];
    const faults = (list: object[]) =>
      faultsOf(countyTableSchema, "counties-2026-01-01.json", { ...head("counties"), ...cited, rows: list });
    expect(faults(rows)).toEqual(["rows[1].geoId: county 01001 occurs twice"]);
    expect(faults([{ geoId: "1001", points: 4 }]).map((fault) => fault.split(":")[0])).toEqual([
      "rows[0].geoId",
      "rows[0].points",
    ]);
  });

  it("refuse exemption reasons with one missing", () => {
    const rows = [{ code: "small_area", label: "l", question: "q", methods: null, ...cited }];
    const faults = faultsOf(exemptionTableSchema, "ex-2026-01-01.json", { ...head("ex"), rows });
    expect(faults).toContain("rows: the reason perimeter_berm is missing");
    expect(faults).toHaveLength(9);
  });

  it("refuse two adjuvants that are compared as one name", () => {
    const row = (name: string) => ({ kind: "defoamer", name, aliases: [], alsoKinds: [], mayContain: [], ...cited });
    const rows = [row("Anti-Foam"), row("ANTI FOAM")];
    expect(faultsOf(adjuvantTableSchema, "adj-2026-01-01.json", { ...head("adj"), rows })).toEqual([
      "rows[1]: name antifoam occurs twice",
    ]);
  });
});
