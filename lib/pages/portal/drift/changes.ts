import type { FieldYearRecord } from "@/lib/usecases/portal/read-field-year";
import {
  isSameClaim,
  type RememberedClaim,
  type RememberedDownslope,
  type RememberedDrawings,
} from "@/lib/domain/drift-portal";
import type { ChangeRecord } from "@/lib/domain/portal";
import type { Rulebook } from "@/lib/domain/tables";
import { categoryInWords } from "@/lib/views/ground";
import { tableText } from "@/lib/views/vocabulary/table-text";
import { counted, listInWords } from "@/lib/views/words";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    noMarks: "Took back the downslope marks",
    marked: (edges: number) => `Marked ${counted(edges, "edge")} as downslope`,
    practice: (id: number | string) => `practice ${id}`,
    claimBack: (practice: string) => `Took back the claim of ${practice}`,
    claimed: (practice: string) => `Claimed ${practice}`,
    notesChanged: (practice: string) => `Changed the notes of ${practice}`,
    drew: (names: string) => `Drew the area ${names}`,
    removed: (names: string) => `Removed the area ${names}`,
    confirmed: (names: string) => `Confirmed for the present boundary: ${names}`,
    changed: (names: string) => `Changed the area ${names}`,
  },
  es: {
    noMarks: "Se quitaron las marcas de pendiente abajo",
    marked: (edges) => `${edges === 1 ? "Se marcó" : "Se marcaron"} ${counted(edges, "borde")} como pendiente abajo`,
    practice: (id) => `práctica ${id}`,
    claimBack: (practice) => `Se retiró la declaración de ${practice}`,
    claimed: (practice) => `Se declaró ${practice}`,
    notesChanged: (practice) => `Se cambiaron las notas de ${practice}`,
    drew: (names) => `Se dibujó: ${names}`,
    removed: (names) => `Se quitó: ${names}`,
    confirmed: (names) => `Se confirmó para el límite actual: ${names}`,
    changed: (names) => `Se cambió: ${names}`,
  },
});

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
      return lines === 0 ? words().noMarks : words().marked(lines);
    }
  }
}

function claimText({ before, after }: DriftRecord, { driftPractices }: Rulebook, application: string): string {
  const [was, is] = [before as RememberedClaim | null, after as RememberedClaim | null];
  const id = (is ?? was)?.subOptionId;
  const known = tableText(driftPractices.rows.find((row) => row.id === id)?.label ?? null);
  const label = `“${known ?? words().practice(id ?? "")}”${application}`;
  if (is === null) return words().claimBack(label);
  return was === null ? words().claimed(label) : words().notesChanged(label);
}

function drawingText({ before, after }: DriftRecord): string {
  const was = drawingsOf(before);
  const is = drawingsOf(after);
  const names = listInWords(
    (is.length > 0 ? is : was).map(({ label, category }) => `“${label ?? categoryInWords(category)}”`),
  );
  if (was.length === 0) return words().drew(names);
  if (is.length === 0) return words().removed(names);
  return is.some((drawing, index) => drawing.boundaryHash !== was[index]?.boundaryHash)
    ? words().confirmed(names)
    : words().changed(names);
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
