import { describe, expect, it } from "vitest";
import { issue, type Issue } from "@/lib/domain/issues";
import { hoursOf, standingIssues, type JudgedHour } from "@/lib/engine/windows/judge-hour";
import { forecastHour } from "@/tests/support/forecast-hour";

const AIR = forecastHour(new Date(Date.UTC(2026, 5, 15, 17)));

const openHour = (issues: Issue[]): JudgedHour => ({
  hour: { air: AIR, state: "open", treatableSqm: 1000, mayBeInverted: false, areGustsOver: false, reasons: [] },
  issues,
});

const everywhere = issue("ADJUVANT_UNRECOGNISED", { productIndex: 1 });
const own = issue("DRIFT_CONDITIONS_UNVERIFIED", { productIndex: 0 });

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
