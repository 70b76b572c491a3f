import { describe, expect, it, test } from "vitest";
import { deepFreeze, editionInForce, mergeCitations } from "@/lib/rulebook/editions";
import { rulebookAsOf } from "@/lib/rulebook/load";

const editions = [
  { effectiveFrom: "2027-01-01", name: "third" },
  { effectiveFrom: "2024-10-16", name: "first" },
  { effectiveFrom: "2025-04-30", name: "second" },
];

describe("editionInForce", () => {
  test.each([
    { title: "long before the first edition", date: "1999-05-01", want: "first" },
    { title: "the day before the second", date: "2025-04-29", want: "first" },
    { title: "the day it takes effect", date: "2025-04-30", want: "second" },
    { title: "between two", date: "2026-12-31", want: "second" },
    { title: "after the last", date: "2199-01-01", want: "third" },
  ])("$title: $want", ({ date, want }) => {
    expect(editionInForce(editions, date).name).toBe(want);
  });

  it("refuses a table without editions", () => {
    expect(() => editionInForce([], "2026-01-01")).toThrow(RangeError);
  });
});

describe("rulebookAsOf", () => {
  it("finds the first editions for a date before all of them", () => {
    expect(rulebookAsOf("1990-01-01")).toBe(rulebookAsOf("2025-04-29"));
    expect(rulebookAsOf("1990-01-01").menus.epa_runoff.edition).toBe("2024-10-16");
    expect(rulebookAsOf("2025-04-30").menus.epa_runoff.edition).toBe("2025-04-30");
  });

  it("names every table in its edition, in a stable order", () => {
    expect(rulebookAsOf("2026-11-21").edition).toBe(
      "adjuvants@2026-03-01 agdrift-tier1@2016-01-01 application-records@2026-01-01 crops@2026-01-01 drift-practices@2025-05-01 " +
        "epa-runoff-auto-credits@2024-10-16 " +
        "epa-runoff-county-classes@2024-10-01 epa-runoff-exemption-reasons@2024-10-16 epa-runoff-menu@2025-04-30 " +
        "pesticide-names@2026-03-01 trait-runoff-menu@2022-01-01",
    );
  });

  it("answers the same object between two changes", () => {
    expect(rulebookAsOf("2026-03-01")).toBe(rulebookAsOf("2026-11-21"));
  });

  it("cannot be changed by one caller for the next", () => {
    const rulebook = rulebookAsOf("2026-11-21");
    const first = rulebook.menus.epa_runoff.categories[0]?.options[0]?.subOptions[0];
    expect(() => Object.assign(first ?? {}, { points: 99 })).toThrow(TypeError);
    expect(() => rulebook.autoCredits.rows.push()).toThrow(TypeError);
    expect(() => Object.assign(rulebook.citations, { NEW: null })).toThrow(TypeError);
  });
});

describe("deepFreeze", () => {
  it("reaches every level", () => {
    const frozen = deepFreeze({ a: [{ b: { c: 1 } }] });
    expect(Object.isFrozen(frozen.a[0]?.b)).toBe(true);
  });
});

describe("mergeCitations", () => {
  const table = (name: string, title: string) => ({
    table: name,
    effectiveFrom: "2026-01-01",
    citations: { KEY: { title } },
  });

  it("keeps one citation where tables agree", () => {
    expect(mergeCitations([table("one", "same"), table("two", "same")])).toEqual({ KEY: { title: "same" } });
  });

  it("refuses a key that means two citations, naming the table", () => {
    expect(() => mergeCitations([table("one", "this"), table("two", "that")])).toThrow(
      "two-2026-01-01.json: citations.KEY",
    );
  });
});
