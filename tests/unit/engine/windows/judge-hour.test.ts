import { describe, expect, it } from "vitest";
import { issue, type Issue } from "@/lib/domain/issues";
import type { HourReason } from "@/lib/domain/spray-windows";
import type { HourlyDrift } from "@/lib/engine/drift/compute";
import { hoursOf, judgeHour, standingIssues, type HourFacts, type JudgedHour } from "@/lib/engine/windows/judge-hour";
import { forecastHour } from "@/tests/support/forecast-hour";

const AIR = forecastHour(new Date(Date.UTC(2026, 5, 15, 17)));

const openHour = (issues: Issue[]): JudgedHour => ({
  hour: { air: AIR, state: "open", treatableSqm: 1000, mayBeInverted: false, areGustsOver: false, reasons: [] },
  issues,
});

const everywhere = issue("ADJUVANT_UNRECOGNISED", { productIndex: 1 });
const own = issue("DRIFT_CONDITIONS_UNVERIFIED", { productIndex: 0 });

describe("what stands in the way in every hour", () => {
  const windy = issue("WIND_OUTSIDE_LABEL_RANGE", { productIndex: 0 });

  it("is what blocks a pass in each hour that has a wind, of the same product", () => {
    const unread = issue("ADJUVANT_UNRECOGNISED", { productIndex: 2 });
    const note = issue("NEWER_LABEL_EXISTS");
    const windless: JudgedHour = { ...openHour([]), issues: null };
    const week = [openHour([everywhere, windy, unread, note]), openHour([windy, everywhere, note]), windless];
    expect(standingIssues([...week, openHour([everywhere, { ...windy, productIndex: 1 }, note])])).toEqual([
      everywhere,
    ]);
    expect(standingIssues([windless])).toEqual([]);
  });
});

describe("an hour", () => {
  const condition = { productIndex: 0, ruleId: "product:264-1241:condition:time-of-day", text: "" };
  const outlasts: HourReason = { why: "ends_outside", condition };
  const lacks: HourReason = { why: "value_missing", condition };
  const windy = issue("WIND_OUTSIDE_LABEL_RANGE", { productIndex: 0 });
  const unresolved = issue("DRIFT_REQUIREMENT_UNRESOLVED", { productIndex: 0 });
  const note = issue("NEWER_LABEL_EXISTS");

  const judged = (treatableSqm: number | null, issues: Issue[], moments: HourReason[] = []) =>
    hourOf({ issues, driftStatus: "met", hasTreatableArea: null, treatableSqm }, { moments });
  const hourOf = (drift: HourlyDrift | null, more: Partial<HourFacts> = {}) => {
    const air: HourFacts["air"] = {
      hour: { ...AIR, windGustMph: 20 },
      date: "2026-06-15",
      weather: null,
      details: {},
    };
    const { hour } = judgeHour({ air, place: [-90, 40], moments: [], highestWindMph: 15, ...more }, drift);
    return [
      hour.state,
      hour.treatableSqm,
      hour.reasons.map((each) => (each.why === "issue" ? each.issue.code : each.why)),
    ];
  };

  it("is open where nothing is known to be broken and nothing that a label asks about is missing", () => {
    expect(judged(1000, [note, unresolved])).toEqual(["open", 1000, []]);
  });

  it("is closed by what is broken and by a part of the day that it outlasts, and then by nothing that is not known", () => {
    expect(judged(1000, [unresolved, windy], [lacks, outlasts])).toEqual([
      "closed",
      null,
      ["WIND_OUTSIDE_LABEL_RANGE", "ends_outside"],
    ]);
  });

  it("is not known without wind, without a value that a label asks about, and without buffers that could be placed", () => {
    expect(hourOf(null)).toEqual(["unknown", null, ["wind_missing"]]);
    expect(judged(1000, [unresolved], [lacks])).toEqual(["unknown", null, ["value_missing"]]);
    expect(judged(null, [note, unresolved], [lacks])).toEqual([
      "unknown",
      null,
      ["value_missing", "DRIFT_REQUIREMENT_UNRESOLVED"],
    ]);
  });
});

describe("the hours of a week as they are shown", () => {
  it("are open beside a question that stands in all of them, and not known where the question is their own", () => {
    const judged = [openHour([everywhere]), openHour([everywhere, own])];
    const standing = standingIssues(judged);
    expect(standing).toEqual([everywhere]);
    expect(hoursOf(judged, standing)).toEqual([
      judged[0]?.hour,
      { ...judged[1]?.hour, state: "unknown", treatableSqm: null, reasons: [{ why: "issue", issue: own }] },
    ]);
  });

  it("stay as they are where nothing of their own is open, or they were closed already", () => {
    const closed: JudgedHour = {
      hour: {
        air: AIR,
        state: "closed",
        treatableSqm: null,
        mayBeInverted: null,
        areGustsOver: null,
        reasons: [{ why: "wind_missing" }],
      },
      issues: [own],
    };
    const judged = [openHour([issue("NEWER_LABEL_EXISTS")]), closed];
    expect(hoursOf(judged, [])).toEqual(judged.map(({ hour }) => hour));
  });
});
