import type { ComponentStatus, OverallStatus, RunoffEntry } from "@/lib/domain/compliance";
import { issue, issueEffect, type Issue, type IssueCode } from "@/lib/domain/issues";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { mergeIssues, overallStatus } from "@/lib/engine/overall";

/** Where an application stands by what is saved now. */
export interface NowStanding {
  status: OverallStatus;
  drift: OverallStatus;
  /** What stands in the way, violations first; then what only informs. */
  issues: Issue[];
}

/** Codes that runoff scoring says anew at every reading: the last check's are history where there is an entry. */
const SCORED_ANEW: readonly IssueCode[] = [
  "SOIL_UNAVAILABLE",
  "RUNOFF_REQUIREMENT_UNRESOLVED",
  "RUNOFF_APPLICABILITY_UNVERIFIED",
];

/**
 * The last check's findings with today's selections, exemptions and drift computation in place of what they replaced.
 * Whatever is in doubt stays in the way: without a check nothing is settled.
 */
export function standingNow(saved: SavedApplicationRecord, runoff: readonly RunoffEntry[]): NowStanding {
  const drift = driftStanding(saved);
  const last = (saved.lastAssessment?.issues ?? []).filter(
    ({ code }) => runoff.length === 0 || !SCORED_ANEW.includes(code),
  );
  const isUnfinished =
    saved.lastAssessment === null || saved.processingStatus !== "completed" || saved.isOnChangedBoundary;
  const issues = mergeIssues([
    ...(isUnfinished ? [issue("APPLICATION_PROCESSING_INCOMPLETE")] : []),
    ...runoff.flatMap((entry) => entry.issues),
    ...last,
  ]);
  const components: (ComponentStatus | "not_applicable")[] = [...runoff.map(({ status }) => status), drift];
  return { status: overallStatus(components, issues), drift, issues: issues.toSorted(byWeight) };
}

/** As the computation at application time left it; before one, open where any buffer is asked for. */
function driftStanding({ requirements, drift, lastAssessment }: SavedApplicationRecord): OverallStatus {
  const computed = drift.lastComputation?.driftStatus ?? null;
  if (computed !== null) return computed;
  const isAsked = requirements.some(({ driftConfiguration }) => driftConfiguration !== null);
  const isOpen = (lastAssessment?.issues ?? []).some(({ code }) => code.includes("DRIFT"));
  return isAsked || isOpen ? "indeterminate" : "not_applicable";
}

const WEIGHT = { not_met: 0, indeterminate: 1, none: 2 } as const;
const byWeight = (a: Issue, b: Issue): number => WEIGHT[issueEffect(a)] - WEIGHT[issueEffect(b)];
