import { describe, expect, it, test } from "vitest";
import { issueEffect } from "@/lib/domain/issues";
import type { RegulatedAreas } from "@/lib/domain/pula";
import { dataIssues } from "@/lib/engine/data-issues";
import { areasOf, countyOf, factsOf, NOW, submittedOf } from "./facts";

const DAY_MS = 86_400_000;
const KNOWN = [countyOf("Lee", 2)];
const found = (
  { areas = {}, now = NOW, date = "2026-05-01" }: { areas?: Partial<RegulatedAreas>; now?: Date; date?: string },
  counties = KNOWN,
) => {
  const facts = factsOf([submittedOf("264-1241")], {
    now,
    areas: areasOf(areas),
    application: { applicationDate: date },
  });
  return dataIssues(facts, counties);
};
const codesOf = (...given: Parameters<typeof found>) => found(...given).map(({ code }) => code);
const verified = (verifiedAt: Date | null): Partial<RegulatedAreas> => ({
  pulaSet: { version: "pula-1", verifiedAt, isDemonstration: false, coversField: true },
});
const ageOf = (ms: number) => verified(new Date(NOW.getTime() - ms));

describe("complete and fresh data", () => {
  it("raises nothing", () => {
    expect(found({})).toEqual([]);
  });
});

describe("PULA coverage", () => {
  it("is missing where the field lies outside it, and where there is no set: never read as no PULA", () => {
    const outside = { version: "pula-1", verifiedAt: NOW, isDemonstration: false, coversField: false };
    expect(codesOf({ areas: { pulaSet: outside } })).toEqual(["PULA_COVERAGE_MISSING"]);
    expect(codesOf({ areas: { pulaSet: null } })).toEqual(["PULA_COVERAGE_MISSING"]);
  });
});

describe("counties", () => {
  it("without a class are named", () => {
    const [only] = found({}, [countyOf("Lee", 2), { ...countyOf("Sitka", null), geoId: "02220" }]);
    expect(only?.code).toBe("COUNTY_CLASS_UNRESOLVED");
    expect(only?.particulars).toEqual({ counties: [{ geoId: "02220", name: "Sitka" }] });
  });

  it("that were not found at all are unresolved too", () => {
    expect(codesOf({}, [])).toEqual(["COUNTY_CLASS_UNRESOLVED"]);
  });
});

describe("PULA data", () => {
  test.each([
    { days: 0, effect: null },
    { days: 7, effect: null },
    { days: 8, effect: "none" },
    { days: 35, effect: "none" },
    { days: 36, effect: "indeterminate" },
    { days: 4000, effect: "indeterminate" },
  ])("verified $days days ago: $effect", ({ days, effect }) => {
    const [only, ...others] = found({ areas: ageOf(days * DAY_MS) });
    expect(others).toEqual([]);
    expect(only === undefined ? null : issueEffect(only)).toBe(effect);
    expect(only?.code ?? "DATA_SET_STALE").toBe("DATA_SET_STALE");
  });

  it("is stale a millisecond after 7 days, and blocks a millisecond after 35", () => {
    expect(codesOf({ areas: ageOf(7 * DAY_MS + 1) })).toEqual(["DATA_SET_STALE"]);
    expect(found({ areas: ageOf(35 * DAY_MS + 1) })[0]?.blocks).toBe(true);
    expect(found({ areas: ageOf(35 * DAY_MS) })[0]?.blocks).toBe(false);
  });

  it("that was never verified blocks", () => {
    expect(found({ areas: verified(null) })).toMatchObject([{ code: "DATA_SET_STALE", blocks: true }]);
  });
});

describe("a bulletin", () => {
  test.each([
    { now: "2026-04-01T12:00:00Z", last: "2026-10-01", over: "2026-10-02" },
    { now: "2026-04-01T00:00:00Z", last: "2026-10-01", over: "2026-10-02" },
    { now: "2026-04-01T23:59:59Z", last: "2026-10-01", over: "2026-10-02" },
    { now: "2026-08-31T12:00:00Z", last: "2027-02-28", over: "2027-03-01" },
    { now: "2027-08-31T12:00:00Z", last: "2028-02-29", over: "2028-03-01" },
    { now: "2026-08-28T12:00:00Z", last: "2027-02-28", over: "2027-03-01" },
    { now: "2026-03-31T12:00:00Z", last: "2026-09-30", over: "2026-10-01" },
    { now: "2026-12-31T12:00:00Z", last: "2027-06-30", over: "2027-07-01" },
    { now: "2026-07-15T12:00:00Z", last: "2027-01-15", over: "2027-01-16" },
    { now: "2028-02-29T12:00:00Z", last: "2028-08-29", over: "2028-08-30" },
  ])("fetched $now holds to $last and not to $over", ({ now, last, over }) => {
    const at = (date: string) => codesOf({ now: new Date(now), date, areas: verified(new Date(now)) });
    expect(at(last)).toEqual([]);
    expect(at(over)).toEqual(["BULLETIN_EXPIRES"]);
  });

  it("for a past application is no issue", () => {
    expect(codesOf({ date: "2020-01-01" })).toEqual([]);
  });

  it("that does not cover the application blocks a pass", () => {
    expect(found({ date: "2030-01-01" }).map(issueEffect)).toEqual(["indeterminate"]);
  });
});
