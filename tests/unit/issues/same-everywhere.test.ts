import { describe, expect, it } from "vitest";
import { ISSUE_CODES, issue, type Issue } from "@/lib/domain/issues";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { statusSection } from "@/lib/pages/reports/statuses";
import { standingNow } from "@/lib/usecases/portal/overall-standing";
import type { ReportRecord } from "@/lib/usecases/reports/record";
import { fieldTimes } from "@/lib/views/field-time";

/** An application that asks for a buffer which no one has computed yet. */
const APPLICATION = {
  applicationId: "A1",
  applicationDate: "2026-06-15",
  processingStatus: "completed",
  isOnChangedBoundary: false,
  requirements: [{ driftConfiguration: {} }],
};
const assessmentWith = (issues: Issue[]) => ({
  status: "indeterminate",
  issues,
  calculatedAt: new Date("2026-06-01T12:00:00Z"),
});

const onPage = (issues: Issue[]): string => {
  const saved = { ...APPLICATION, lastAssessment: assessmentWith(issues), drift: { lastComputation: null } };
  return standingNow({ saved: saved as unknown as SavedApplicationRecord, runoffAsComputed: [], yearIssues: [] }, null)
    .drift;
};
const inReport = (issues: Issue[]): string | undefined => {
  const application = { ...APPLICATION, runoff: [], assessment: assessmentWith(issues), drift: { computation: null } };
  const record = { year: 2026, applications: [application] } as unknown as ReportRecord;
  const statuses = statusSection({ record, present: new Map() }, fieldTimes("UTC")).blocks.flatMap((block) =>
    block.kind === "statuses" ? block.statuses : [],
  );
  return statuses.find(({ title }) => title.startsWith("Spray drift"))?.word;
};
const WORDS: Record<string, string> = { not_met: "Not met", indeterminate: "Not settled" };

describe("what the page and the report say of drift", () => {
  it.each(ISSUE_CODES)("is the same with %s", (code) => {
    const issues = [issue(code, { productIndex: 0, particulars: { productName: "Stryax" } })];
    expect(inReport(issues)).toBe(WORDS[onPage(issues)]);
  });

  it("is not met for a mix over its label", () => {
    const issues = [issue("LABEL_LIMIT_EXCEEDED"), issue("DRIFT_CONDITIONS_UNVERIFIED")];
    expect([onPage(issues), inReport(issues)]).toEqual(["not_met", "Not met"]);
  });
});
