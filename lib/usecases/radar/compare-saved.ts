import type { Assessment, DriftDistance, DriftSummary } from "@/lib/domain/compliance";
import { issueEffect, type Issue, type IssueCode } from "@/lib/domain/issues";
import type { RecheckChange } from "@/lib/domain/recheck";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { OF_RUNOFF_TARGET } from "@/lib/engine/attestations/apply";
import { attestedApplication } from "@/lib/usecases/attestations/asked";

/** What is known only at application time, or is found again whenever something saved is read. */
const FOUND_AGAIN: ReadonlySet<IssueCode> = new Set([
  ...OF_RUNOFF_TARGET,
  "APPLICATION_PROCESSING_INCOMPLETE",
  "DATA_SET_STALE",
  "DRIFT_CONDITIONS_UNVERIFIED",
] as const);

/**
 * What differs between the saved answer to an application and a check of today; null: a person who acts by them does the same. Earned
 * points and the year are judged of what is saved whenever it is read, and a buffer says itself by which rules it was placed, so neither counts
 * here. Nor does what only informs: an earlier release said less, or said it otherwise.
 */
export function changeSince(saved: SavedApplicationRecord, now: Assessment): RecheckChange | null {
  const attested = attestedApplication(saved).saved;
  const { lastAssessment } = attested;
  // Without a check there is no answer that anyone could act by.
  if (lastAssessment === null || saved.processingStatus !== "completed" || saved.isOnChangedBoundary) return null;
  const said = lastAssessment.answered ?? lastAssessment;
  const isPlaced = saved.drift.lastComputation !== null;
  const [before, after] = [said.issues, now.issues].map((issues) => blockingOf(issues, isPlaced));
  const [areasBefore, areasAfter] = [areasOf(lastAssessment.products), areasOf(now.products)];
  const change: RecheckChange = {
    statusBefore: said.status,
    statusAfter: now.status,
    issuesAdded: without(after, before),
    issuesRemoved: without(before, after),
    pulasAdded: [...areasAfter].filter((id) => !areasBefore.has(id)),
    pulasRemoved: [...areasBefore].filter((id) => !areasAfter.has(id)),
    pulasChanged: [],
  };
  const { statusBefore: _, statusAfter: __, ...lists } = change;
  const isSame = Object.values(lists).every((list) => list.length === 0);
  return isSame && isAskedAlike(attested, now) ? null : change;
}

/** By what they are about and block: the words and particulars of an earlier release may be others. */
const blockingOf = (issues: readonly Issue[], isPlaced: boolean): Map<string, string> =>
  new Map(
    issues
      .filter((issue) => issueEffect(issue) !== "none" && !FOUND_AGAIN.has(issue.code))
      .filter(({ about }) => !(isPlaced && about === "drift"))
      .map(({ code, productIndex }) => [JSON.stringify([code, productIndex]), code]),
  );

const without = (all: Map<string, string> | undefined, gone: Map<string, string> | undefined): string[] => [
  ...new Set([...(all ?? [])].filter(([key]) => gone?.has(key) !== true).map(([, code]) => code)),
];

const areasOf = (products: Assessment["products"]): Set<number> =>
  new Set(products.flatMap(({ pulas }) => pulas.map(({ pulaId }) => pulaId)));

/** Points by system, and the widest buffers. */
function isAskedAlike({ requirements }: SavedApplicationRecord, { runoff, drift }: Assessment): boolean {
  const points = new Map(requirements.map(({ mitigationType, requiredPoints }) => [mitigationType, requiredPoints]));
  const configuration = requirements.find((each) => each.driftConfiguration !== null)?.driftConfiguration ?? null;
  return (
    runoff.every(({ mitigationType, labelRequiredPoints }) => points.get(mitigationType) === labelRequiredPoints) &&
    widestOf(configuration?.summary) === widestOf(drift.configuration?.summary)
  );
}

const widestOf = (summary: DriftSummary | undefined): string =>
  JSON.stringify(
    Object.entries(summary ?? {})
      .flatMap(([type, widest]) =>
        widest === null ? [] : [[type, feetOf(widest.mitigatable), feetOf(widest.nonMitigatable)]],
      )
      .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  );

const feetOf = (distance: DriftDistance | null): number | null => distance?.distanceFt ?? null;
