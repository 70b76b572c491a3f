import type { FieldYearRecord } from "@/lib/usecases/portal/read-field-year";
import {
  isSameClaim,
  type RememberedClaim,
  type RememberedDownslope,
  type RememberedDrawings,
} from "@/lib/domain/drift-portal";
import { FEATURE_CATEGORY_LABELS } from "@/lib/domain/feature-categories";
import type { ChangeRecord } from "@/lib/domain/portal";
import type { Rulebook } from "@/lib/domain/tables";
import { counted, listInWords } from "@/lib/views/words";

type DriftChangeKind = "drift_claim" | "drawn_feature" | "downslope";
type DriftRecord = ChangeRecord & { kind: DriftChangeKind };

export const isDriftRecord = (change: ChangeRecord): change is DriftRecord =>
  change.kind === "drift_claim" || change.kind === "drawn_feature" || change.kind === "downslope";

/** A drift change in words. `application` names it where several share the field and year. */
export function driftChangeText(change: DriftRecord, rulebook: Rulebook, application: string): string {
  switch (change.kind) {
    case "drift_claim":
      return claimText(change, rulebook, application === "" ? "" : ` (${application})`);
    case "drawn_feature":
      return drawingText(change);
    case "downslope": {
      const lines = (change.after as RememberedDownslope | null)?.lines.length ?? 0;
      return lines === 0 ? "Took back the downslope marks" : `Marked ${counted(lines, "edge")} as downslope`;
    }
  }
}

function claimText({ before, after }: DriftRecord, { driftPractices }: Rulebook, application: string): string {
  const [was, is] = [before as RememberedClaim | null, after as RememberedClaim | null];
  const id = (is ?? was)?.subOptionId;
  const label = `“${driftPractices.rows.find((row) => row.id === id)?.label ?? `practice ${id ?? ""}`}”`;
  if (is === null) return `Took back the claim of ${label}${application}`;
  return was === null ? `Claimed ${label}${application}` : `Changed the notes of ${label}${application}`;
}

function drawingText({ before, after }: DriftRecord): string {
  const was = drawingsOf(before);
  const is = drawingsOf(after);
  const names = listInWords(
    (is.length > 0 ? is : was).map(({ label, category }) => `“${label ?? FEATURE_CATEGORY_LABELS[category]}”`),
  );
  if (was.length === 0) return `Drew the area ${names}`;
  if (is.length === 0) return `Removed the area ${names}`;
  return is.some((drawing, index) => drawing.boundaryHash !== was[index]?.boundaryHash)
    ? `Confirmed for the present boundary: ${names}`
    : `Changed the area ${names}`;
}

const drawingsOf = (state: ChangeRecord["after"]) => (state as RememberedDrawings | null)?.drawings ?? [];

/** Whether what the change made is still what stands there. Drawings and marks are judged by the history alone. */
export function isDriftOnTop(change: DriftRecord, { applications, changes }: FieldYearRecord): boolean {
  if (change.kind === "drift_claim") return isClaimStanding(change, applications);
  // Drawings and marks belong to the field: a lock of the year closes them.
  if (applications.some(({ portalLockedAt }) => portalLockedAt !== null)) return false;
  // A change that was undone, and its undo, leave what was there before them.
  const undone = new Set(
    changes.flatMap(({ changeId, undoesChangeId, undoneAt }) =>
      undoesChangeId === null || undoneAt !== null ? [] : [changeId, undoesChangeId],
    ),
  );
  const later = changes
    .slice(0, changes.indexOf(change))
    .filter(({ kind, changeId }) => kind === change.kind && !undone.has(changeId));
  if (change.kind === "downslope") return later.length === 0;
  const own = touched(change);
  return !later.some((other) => [...touched(other)].some((id) => own.has(id)));
}

const touched = ({ before, after }: ChangeRecord): Set<string> =>
  new Set([...drawingsOf(before), ...drawingsOf(after)].map(({ featureId }) => featureId));

function isClaimStanding(change: DriftRecord, applications: FieldYearRecord["applications"]): boolean {
  const application = applications.find(({ applicationEventId }) => applicationEventId === change.applicationEventId);
  if (application?.portalLockedAt !== null) return false;
  const [was, is] = [change.before as RememberedClaim | null, change.after as RememberedClaim | null];
  const id = (is ?? was)?.subOptionId;
  const now = application.drift.claims.find(({ subOptionId }) => subOptionId === id) ?? null;
  return isSameClaim(now, is);
}
