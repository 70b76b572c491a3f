import { describe, expect, it } from "vitest";
import type { RunoffEntry } from "@/lib/domain/compliance";
import { issue, type Issue } from "@/lib/domain/issues";
import type { HourReason } from "@/lib/domain/spray-windows";
import { assess } from "@/lib/engine/assess";
import { hoursOf, type JudgedHour } from "@/lib/engine/windows/judge-hour";
import { withDays, withinYear } from "@/lib/engine/windows/of-day";
import { forecastHour } from "@/tests/support/forecast-hour";
import { areasOf, factsOf, limitationOf, pulaOf, submittedOf } from "../facts";

const TO_READ = "LIMITATIONS_REVIEW_REQUIRED";
const AIR = forecastHour(new Date(Date.UTC(2026, 5, 15, 17)));
const judgedHour = (state: "open" | "closed" | "unknown", issues: Issue[] = []): JudgedHour => ({
  hour: {
    air: AIR,
    state,
    treatableSqm: state === "open" ? 1000 : null,
    mayBeInverted: false,
    areGustsOver: false,
    reasons: [],
  },
  issues,
});
const entry = (gap: number): RunoffEntry => ({
  mitigationType: "epa_runoff",
  year: 2026,
  required: true,
  exempt: false,
  requiredPoints: 6,
  labelRequiredPoints: 6,
  earnedPoints: 6 - gap,
  gap,
  status: gap > 0 ? "not_met" : "met",
  creditedMeasures: [],
  selectedMeasures: [],
  runoffExemptionClaimedAt: null,
  runoffExemptionReasons: null,
  issues: [],
});
/** Short by what is known, while something else is not. */
const openEntry = (gap: number): RunoffEntry => ({ ...entry(gap), status: "indeterminate" });
const day = (gap: number, ...issues: Issue[]) => ({ runoff: [entry(gap)], issues, products: [] });
const statesOf = (judged: readonly JudgedHour[]) => hoursOf(judged, []).map(({ state }) => state);

describe("what a check finds on some days of a week", () => {
  it("closes the hours of days on which points are short, whatever else is known of them", () => {
    const judged = [judgedHour("open"), judgedHour("unknown"), judgedHour("closed"), judgedHour("open")];
    const found = withDays(judged, [day(3), day(3), day(3), day(0)]);
    expect(statesOf(found)).toEqual(["closed", "closed", "closed", "open"]);
    const short = { why: "runoff_short", short: { mitigationType: "epa_runoff", gap: 3 } };
    expect(found.map(({ hour }) => hour.reasons)).toEqual([[short], [short], [short], []]);
    expect(found[0]?.hour.treatableSqm).toBeNull();
  });

  it("leaves an hour not known in which a condition blocks that informs in the others", () => {
    const listed = (blocks: boolean) =>
      issue("LABEL_CONDITIONS_NOT_CHECKED", {
        productIndex: 0,
        ...(blocks ? { blocks } : {}),
        particulars: { count: 2, unread: 0 },
      });
    const found = withDays(
      [judgedHour("open"), judgedHour("open"), judgedHour("open")],
      [day(0, listed(true)), day(0, listed(false)), day(0, listed(false))],
    );
    expect(statesOf(found)).toEqual(["unknown", "open", "open"]);
  });

  it("names them beside what closes an hour already, and in place of what leaves it not known", () => {
    const windy: HourReason = { why: "issue", issue: issue("WIND_OUTSIDE_LABEL_RANGE", { productIndex: 0 }) };
    const withReason = (judged: JudgedHour, reason: HourReason): JudgedHour => ({
      ...judged,
      hour: { ...judged.hour, reasons: [reason] },
    });
    const found = withDays(
      [
        withReason(judgedHour("closed"), windy),
        withReason(judgedHour("unknown"), { why: "wind_missing" }),
        judgedHour("open"),
      ],
      [day(3), day(3), day(0)],
    );
    expect(found.map(({ hour }) => hour.reasons.map(({ why }) => why))).toEqual([
      ["issue", "runoff_short"],
      ["runoff_short"],
      [],
    ]);
  });

  it("closes no hour for points that may not be missing", () => {
    const judged = [judgedHour("open"), judgedHour("open")];
    expect(withDays(judged, [{ ...day(3), runoff: [openEntry(3)] }, day(0)])).toEqual(judged);
  });

  it("leaves to the list of what stands in every hour what is short in all of them", () => {
    const judged = [judgedHour("open"), judgedHour("open")];
    expect(withDays(judged, [day(3), day(1)])).toEqual(judged);
  });

  it("leaves open hours not known where a question is theirs alone, and closes them where a violation is", () => {
    const review = issue(TO_READ);
    const prohibited = issue("PROHIBITED_IN_AREA", { productIndex: 0 });
    const judged = [judgedHour("open"), judgedHour("open"), judgedHour("open")];
    const found = withDays(judged, [day(0), day(0, review), day(0, prohibited)]);
    expect(statesOf(found)).toEqual(["open", "unknown", "closed"]);
    expect(statesOf(withDays(judged, [day(0, review), day(0, review), day(0, review)]))).toEqual(statesOf(judged));
  });

  it("leaves hours not known where there is more to read than on the other days", () => {
    const assessed = (...given: (number | string)[]) => {
      const limitations = given.map((one) =>
        limitationOf({
          pulaId: 121,
          code: "XY1",
          ...(typeof one === "number" ? { limitationId: one } : { text: one }),
        }),
      );
      const { assessment } = assess(
        factsOf([submittedOf("264-1241", { rate: 22 })], {
          areas: areasOf({ pulas: [pulaOf(121, ["XY1"])], limitations }),
          application: { crop: ["Soybeans"] },
        }),
      );
      return { ...assessment, runoff: [entry(0)] };
    };
    const judged = [judgedHour("open"), judgedHour("open"), judgedHour("open")];
    expect(statesOf(withDays(judged, [assessed(1), assessed(1), assessed(1, 2)]))).toEqual(["open", "open", "unknown"]);
    expect(statesOf(withDays(judged, [assessed(1), assessed(1), assessed(1)]))).toEqual(["open", "open", "open"]);
    const [now, later] = ["Leave 50 feet.", "Leave 300 feet."];
    expect(statesOf(withDays(judged, [assessed(now), assessed(now), assessed(now, later)]))).toEqual([
      "open",
      "open",
      "unknown",
    ]);
    expect(statesOf(withDays(judged, [assessed(now), assessed(now), assessed(later)]))).toContain("unknown");
    // One entry for an area, with all codes of it that are to be read.
    const silent = (...codes: string[]) =>
      day(0, issue(TO_READ, { particulars: { areasWithoutText: [{ pulaId: 5, codes }], mayLimit: [0] } }));
    const naming = (...codes: string[]) =>
      day(0, issue(TO_READ, { particulars: { mayName: [{ pulaId: 5, codes }], mayLimit: [0] } }));
    for (const textsOf of [silent, naming]) {
      expect(statesOf(withDays(judged, [textsOf("A"), textsOf("A"), textsOf("A", "B")]))).toEqual([
        "open",
        "open",
        "unknown",
      ]);
      expect(statesOf(withDays(judged, [textsOf("A", "B"), textsOf("B"), textsOf("B")]))).toEqual([
        "unknown",
        "open",
        "open",
      ]);
    }
  });

  it("looks at each finding of a mix of many products a few times in all", () => {
    let looked = 0;
    const findings = Array.from({ length: 40 }, (_each, productIndex): Issue => {
      const one = issue("LABEL_LIMIT_EXCEEDED", { productIndex });
      return Object.defineProperty({ ...one }, "code", { get: () => ((looked += 1), one.code) });
    });
    const week = Array.from({ length: 168 }, () => judgedHour("open"));
    expect(
      statesOf(
        withDays(
          week,
          week.map(() => day(0, ...findings)),
        ),
      ),
    ).toEqual(week.map(() => "open"));
    expect(looked).toBeLessThan(5 * week.length * findings.length);
  });

  it("says nothing of the wind that a check leaves open, nor of an hour without one", () => {
    const open = issue("DRIFT_CONDITIONS_UNVERIFIED");
    const judged = [judgedHour("open"), judgedHour("open"), judgedHour("unknown")];
    expect(withDays(judged, [day(0), day(0, open), null])).toEqual(judged);
  });

  it("takes an hour without wind for none that is free of what stands in the others", () => {
    const stands = issue("LIMITATIONS_REVIEW_REQUIRED", { particulars: { areasWithoutText: [] } });
    const judged = [judgedHour("open"), judgedHour("open"), judgedHour("unknown")];
    expect(statesOf(withDays(judged, [day(0, stands), day(0, stands), null]))).toEqual(["open", "open", "unknown"]);
  });
});

describe("hours after the turn of the year", () => {
  const dates = ["2026-12-31", "2027-01-01", "2027-01-01", "2027-01-01"];
  const judged = [judgedHour("open"), judgedHour("open"), judgedHour("unknown"), judgedHour("closed")];

  it("are not known by the measures of the application's year, and stay closed where something closes them", () => {
    const found = withinYear(judged, dates, "2026-12-31");
    expect(statesOf(found)).toEqual(["open", "unknown", "unknown", "closed"]);
    const other = [{ why: "other_year", year: 2027 }];
    expect(found.map(({ hour }) => hour.reasons)).toEqual([[], other, other, []]);
    expect(found[1]?.hour.treatableSqm).toBeNull();
  });

  it("are known where the application is of that year too", () => {
    expect(withinYear(judged.slice(1), dates.slice(1), "2027-03-01")).toEqual(judged.slice(1));
  });
});
