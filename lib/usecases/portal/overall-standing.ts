import type { ComponentStatus, OverallStatus } from "@/lib/domain/compliance";
import { bearsOnDrift, hidesRequirements, issue, issueEffect, type Issue } from "@/lib/domain/issues";
import type { SavedComputation } from "@/lib/domain/drift-saved";
import type { SavedApplicationRecord, SavedAssessment } from "@/lib/domain/saved-application";
import { mergeIssues } from "@/lib/domain/merge-issues";
import { OF_RUNOFF_TARGET } from "@/lib/engine/attestations/apply";
import { withSavedYear } from "@/lib/engine/conditions/saved-year";
import { overallStatus } from "@/lib/engine/overall";
import type { ScoredApplication } from "@/lib/usecases/applications/score-saved";

/** Where an application stands by what is saved now. */
export interface NowStanding {
  status: OverallStatus;
  drift: OverallStatus;
  /** A check ran to its end on the boundary that the field has today; without one nothing is settled. */
  isChecked: boolean;
  /** Something that a drift computation reads was changed after the last one. */
  isDriftOutdated: boolean;
  /** What stands in the way, violations first; then what only informs. */
  issues: Issue[];
}

type ScoredNow = Pick<ScoredApplication, "saved" | "runoffAsComputed" | "yearIssues">;

/**
 * The last check's findings with today's selections, exemptions and drift computation in place of what they replaced.
 * Whatever is in doubt stays in the way: without a check nothing is settled, and a buffer that was worked out before
 * practices, drawn areas, slopes, the mapped ground beside the field, or the rules for buffers were changed has to be worked out again.
 * What the year may have is judged by the applications that are saved now.
 *
 * `driftChangedAt`: when one of those was last changed; null for never.
 */
export function standingNow(
  { saved, runoffAsComputed: runoff, yearIssues }: ScoredNow,
  driftChangedAt: Date | null,
): NowStanding {
  const { lastAssessment } = saved;
  const isChecked = lastAssessment !== null && saved.processingStatus === "completed" && !saved.isOnChangedBoundary;
  const isDriftOutdated = isOutdated(saved, driftChangedAt);
  const drift = driftStanding(saved, { isChecked, isDriftOutdated });
  const last = withSavedYear(lastAssessment?.issues ?? [], yearIssues).filter(
    ({ code }) => runoff.length === 0 || !OF_RUNOFF_TARGET.includes(code),
  );
  const issues = mergeIssues([
    ...(isChecked ? [] : [issue("APPLICATION_PROCESSING_INCOMPLETE")]),
    ...(isDriftOutdated ? [issue("DRIFT_CONDITIONS_UNVERIFIED", { particulars: { isOutdated: true } })] : []),
    ...runoff.flatMap((entry) => entry.issues),
    ...last,
  ]);
  const components: OverallStatus[] = [...runoff.map(({ status }): ComponentStatus => status), drift];
  return {
    status: worse(overallStatus(components, issues), unchanged(lastAssessment, components)),
    drift,
    isChecked,
    isDriftOutdated,
    issues: issues.toSorted(byWeight),
  };
}

function isOutdated({ drift }: SavedApplicationRecord, driftChangedAt: Date | null): boolean {
  const { lastComputation, isPlacementOutdated = false } = drift;
  if (lastComputation === null) return false;
  return isPlacementOutdated || (driftChangedAt !== null && driftChangedAt > lastComputation.checkedAt);
}

/** As the computation at application time left it; before one, open where any buffer is or may be asked for. */
function driftStanding(
  { requirements, drift, lastAssessment }: SavedApplicationRecord,
  { isChecked, isDriftOutdated }: Pick<NowStanding, "isChecked" | "isDriftOutdated">,
): OverallStatus {
  const isInDoubt = !isChecked || isDriftOutdated;
  if (drift.lastComputation !== null) {
    const computed = computedStatus(drift.lastComputation, { drift, lastAssessment });
    return isInDoubt ? worse(computed, "indeterminate") : computed;
  }
  const isAsked = requirements.some(({ driftConfiguration }) => driftConfiguration !== null);
  const open = (lastAssessment?.issues ?? []).filter(
    (found) => bearsOnDrift(found, { isBufferRequired: isAsked }) || hidesRequirements(found),
  );
  if (open.some((found) => issueEffect(found) === "not_met")) return "not_met";
  const isOpen = open.length > 0;
  return isInDoubt || isAsked || isOpen ? "indeterminate" : "not_applicable";
}

const computedStatus = (
  { driftStatus }: SavedComputation,
  { drift, lastAssessment }: Pick<SavedApplicationRecord, "drift" | "lastAssessment">,
): OverallStatus =>
  drift.isPlacementOutdated === true ? knownOfDrift(lastAssessment) : (driftStatus ?? "indeterminate");

/** A placement's status may rest on an answer that was taken back; what is known without it stands among the issues. */
function knownOfDrift(last: SavedAssessment | null): OverallStatus {
  const known = (last?.issues ?? []).filter(({ about }) => about === "drift" || about === "mix");
  return known.some((found) => issueEffect(found) === "not_met") ? "not_met" : "indeterminate";
}

/** Where nothing is scored again, nothing can have mended what the last check found. */
const unchanged = (last: SavedAssessment | null, components: readonly OverallStatus[]): OverallStatus =>
  components.every((status) => status === "not_applicable") ? (last?.status ?? "indeterminate") : "not_applicable";

const SEVERITY: Record<OverallStatus, number> = { not_met: 0, indeterminate: 1, met: 2, not_applicable: 3 };

/** The worse of two statuses; of "met" and "not applicable" the one that says that something was asked. */
const worse = (a: OverallStatus, b: OverallStatus): OverallStatus => (SEVERITY[a] <= SEVERITY[b] ? a : b);

const WEIGHT = { not_met: 0, indeterminate: 1, none: 2 } as const;
const byWeight = (a: Issue, b: Issue): number => WEIGHT[issueEffect(a)] - WEIGHT[issueEffect(b)];
