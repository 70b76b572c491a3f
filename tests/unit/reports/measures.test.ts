import { describe, expect, it } from "vitest";
import type { Selection } from "@/lib/domain/mitigation";
import { measureSection } from "@/lib/pages/reports/measures";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { inLanguageOf } from "@/scripts/language.mjs";
import { recordFor } from "@/tests/support/report-record";

const selection = (source: Selection["source"], notes: string | null): Selection => ({
  system: "epa_runoff",
  subOptionId: 1,
  source,
  implementationDate: null,
  notes,
});

/** The notes of the year's measures, as a report in a language says them. */
function notesIn(language: "en" | "es", selections: Selection[]): string[] {
  const record = recordFor();
  const counties = [{ name: "Boone", state: "IA" as const, isSure: true }];
  const own = { ...record, applications: [], selections, field: { ...record.field, counties } };
  const { blocks } = inLanguageOf({ url: "/portal", headers: { "accept-language": language } }, () =>
    measureSection(own, rulebookAsOf("2026-06-15"), () => ""),
  );
  return blocks.flatMap((block) => (block.kind === "table" ? block.rows.map((row) => row.at(-1) ?? "") : []));
}

describe("the notes of a report's measures", () => {
  const all = [
    selection("county", "County: Boone"),
    selection("county", "County: Story"),
    selection("portal", "County: Boone"),
    selection("soil", null),
  ];

  it("say the county that a credit rests on in the reader's language", () => {
    expect(notesIn("en", all)[0]).toBe("County: Boone");
    expect(notesIn("es", all)[0]).toBe("Condado: Boone");
  });

  it("leave what someone wrote, and a county that the field is not in, as they are", () => {
    expect(notesIn("es", all).slice(1)).toEqual(["County: Story", "County: Boone", "–"]);
  });
});

describe("where a counted measure comes from", () => {
  it("is the rules for the bonus, which no one chooses", () => {
    const record = recordFor();
    const [application] = record.applications;
    const [entry] = application?.runoff ?? [];
    const [measure] = entry?.selectedMeasures ?? [];
    if (application === undefined || entry === undefined || measure === undefined) throw new Error("no entry");
    const bonus = { ...measure, subOptionId: 242, label: "Measures of two or more kinds", source: "portal" as const };
    const own = {
      ...record,
      selections: [selection("portal", null)],
      applications: [
        { ...application, runoff: [{ ...entry, selectedMeasures: [{ ...bonus, subOptionId: 1 }, bonus] }] },
      ],
    };
    const { blocks } = measureSection(own, rulebookAsOf("2026-06-15"), () => "");
    const rows = blocks.flatMap((block) => (block.kind === "table" ? block.rows : []));
    expect(rows.slice(0, 2).map((row) => row[1])).toEqual(["Chosen by a person", "Awarded by the rules"]);
  });
});

describe("a soil credit that is worth nothing", () => {
  const countedIn = (language: "en" | "es", points: number): string[] => {
    const record = recordFor();
    const [application] = record.applications;
    const [entry] = application?.runoff ?? [];
    const [measure] = entry?.selectedMeasures ?? [];
    if (application === undefined || entry === undefined || measure === undefined) throw new Error("no entry");
    const credit = { ...measure, subOptionId: 28, source: "soil" as const, credited: true, reason: null, points };
    const own = {
      ...record,
      applications: [{ ...application, runoff: [{ ...entry, selectedMeasures: [credit], creditedMeasures: [] }] }],
    };
    const { blocks } = inLanguageOf({ url: "/portal", headers: { "accept-language": language } }, () =>
      measureSection(own, rulebookAsOf("2026-06-15"), () => ""),
    );
    return blocks.flatMap((block) => (block.kind === "table" ? block.rows.map((row) => row[4] ?? "") : []));
  };

  it("says which group is right and which texture is missing, in both languages", () => {
    expect(countedIn("en", 0)[0]).toMatch(
      /^Counted, 0 points: .*soil group.* is right, but on less than half of the field the soil survey names sand/,
    );
    expect(countedIn("es", 0)[0]).toMatch(
      /^Cuenta, 0 puntos: el grupo de suelo.* arena, arena francosa o franco arenoso/,
    );
  });

  it("and one that is worth something is counted, as before", () => {
    expect(countedIn("en", 2)).toEqual(["Counted"]);
  });
});

describe("a measure that the scoring dropped as not derived", () => {
  it.each([
    ["portal", 4, "Not counted: the application, or another of the year, says otherwise"],
    ["portal", null, "Not counted: the field does not earn it any more"],
    ["soil", 4, "Not counted: the field does not earn it any more"],
  ] as const)("of source %s with %j points says why", (source, points, words) => {
    const record = recordFor();
    const [application] = record.applications;
    const [entry] = application?.runoff ?? [];
    const [measure] = entry?.selectedMeasures ?? [];
    if (application === undefined || entry === undefined || measure === undefined) throw new Error("no entry");
    const dropped = { ...measure, source, points, credited: false, reason: "NOT_DERIVED" as const };
    const runoff = [{ ...entry, selectedMeasures: [{ ...dropped, implementationDate: null }], creditedMeasures: [] }];
    const own = { ...record, applications: [{ ...application, runoff }] };
    const { blocks } = measureSection(own, rulebookAsOf("2026-06-15"), () => "");
    expect(blocks.flatMap((block) => (block.kind === "table" ? block.rows.flat() : []))).toContain(words);
  });
});
