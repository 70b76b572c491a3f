import { describe, expect, it } from "vitest";
import type { OverallStatus } from "@/lib/domain/compliance";
import { issue, type IssueCode } from "@/lib/domain/issues";
import { nextSteps } from "@/lib/pages/portal/overview/next-steps";
import type { OpenFieldYear } from "@/lib/usecases/portal/field-year";

const LABEL = { question: { kind: "label_refers_to_bulletins" }, attestation: null };

/** What is left of an application whose buffer is open, in order. */
function left(codes: IssueCode[], given: { asked?: object[]; drift?: OverallStatus } = {}): string[] {
  const { asked = [LABEL], drift = "indeterminate" } = given;
  const now = {
    isChecked: true,
    status: drift,
    drift,
    isDriftOutdated: false,
    issues: codes.map((code) => issue(code)),
  };
  const scored = { saved: { drift: { lastComputation: null } }, runoffAsComputed: [], asked };
  return nextSteps(
    { current: null } as unknown as OpenFieldYear,
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

  it("begins with a buffer that is not met, and with what there is where nothing is asked", () => {
    expect(left(["NO_TREATABLE_AREA"], { drift: "not_met" })[0]).toBe("See the drift buffer");
    expect(left(["ESA_STATUS_UNKNOWN"], { asked: [] })[0]).toBe("See the drift buffer");
  });
});
