import { describe, expect, it } from "vitest";
import type { OverallStatus } from "@/lib/domain/compliance";
import { issue, type IssueCode } from "@/lib/domain/issues";
import { nextSteps } from "@/lib/pages/portal/overview/next-steps";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";

const LABEL = { question: { kind: "label_refers_to_bulletins" }, attestation: null };

/** What is left of an application whose buffer is open, in order. */
function left(
  codes: IssueCode[],
  given: { asked?: object[]; drift?: OverallStatus; status?: OverallStatus; checkedAt?: string } = {},
): string[] {
  const { asked = [LABEL], drift = "indeterminate", status = drift, checkedAt } = given;
  const now = {
    isChecked: true,
    status,
    drift,
    isDriftOutdated: false,
    issues: codes.map((code) => issue(code)),
  };
  const lastComputation = checkedAt === undefined ? null : { checkedAt: new Date(checkedAt) };
  const saved = { products: [], applicationDate: "2026-06-15", drift: { lastComputation, weather: null } };
  const scored = { saved, runoffAsComputed: [], asked };
  return nextSteps(
    { current: null, timeZone: "America/Chicago" } as unknown as OpenFieldYear,
    scored as unknown as Parameters<typeof nextSteps>[1],
    { now, steps: [{ page: "drift", standing: drift }], isAllRead: false } as unknown as Parameters<
      typeof nextSteps
    >[2],
  ).map(({ words }) => words);
}

describe("what is left to do", () => {
  it("begins with a question where no wind settles the buffer", () => {
    expect(left(["ESA_STATUS_UNKNOWN"])).toEqual(["Answer 1 question", "See the drift buffer", "Get the report"]);
  });

  it("begins with the wind, or the edges, where these are left", () => {
    expect(left(["ESA_STATUS_UNKNOWN", "DRIFT_CONDITIONS_UNVERIFIED"])[0]).toBe("Work out the drift buffer");
    expect(left(["DOWNSLOPE_UNVERIFIED"])[0]).toBe("Mark the downslope edges");
  });

  it.each(["WIND_SPEED_UNRESOLVED", "BOOM_HEIGHT_MISSING", "DROPLET_SIZE_MISSING"] as const)(
    "begins with the wind where another, or another setup, settles %s",
    (code) => {
      expect(left([code])).toEqual(["Work out the drift buffer", "Answer 1 question", "Get the report"]);
    },
  );

  it("asks first only what keeps the buffer from being known", () => {
    expect(left(["DATA_SET_STALE"])[0]).toBe("See the drift buffer");
    expect(left(["DRIFT_METHOD_UNRESOLVED"])[0]).toBe("Answer 1 question");
  });

  it("leads to the machine with the wind of the application's day, and else to working it out, when nothing else is left", () => {
    const met = { drift: "met", checkedAt: "2026-06-15T20:00:00Z" } as const;
    expect(left([], { ...met, asked: [] })).toEqual(["Take it to the machine", "Get the report"]);
    const other = { drift: "met", checkedAt: "2026-06-12T20:00:00Z" } as const;
    expect(left([], { ...other, asked: [] })).toEqual(["Work out the drift buffer", "Get the report"]);
    expect(left([], { ...other, status: "indeterminate" })).toEqual([
      "Answer 1 question",
      "Work out the drift buffer",
      "Get the report",
    ]);
  });

  it("begins with a buffer that is not met, and with what there is where nothing is asked", () => {
    expect(left(["NO_TREATABLE_AREA"], { drift: "not_met" })[0]).toBe("See the drift buffer");
    expect(left(["ESA_STATUS_UNKNOWN"], { asked: [] })[0]).toBe("See the drift buffer");
  });
});
