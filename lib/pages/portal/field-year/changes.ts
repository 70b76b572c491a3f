import { isLeftBy, type RememberedAttestation } from "@/lib/domain/attestation";
import { statementInWords } from "@/lib/views/attestations/words";
import type { FieldYearRecord } from "@/lib/usecases/portal/read-field-year";
import {
  isSameExemption,
  isSameSelection,
  selectionsOf,
  type ChangeRecord,
  type RememberedExemption,
  type RememberedSelection,
} from "@/lib/domain/portal";
import { withTreatedAcres } from "@/lib/views/treated-acres";
import { wordsIn } from "@/lib/views/language";
import type { ChangeView } from "@/lib/views/portal/field-year";
import type { Rulebook } from "@/lib/domain/tables";
import { driftChangeText, isDriftOnTop, isDriftRecord } from "@/lib/pages/portal/drift/changes";
import { subOptionsOf } from "@/lib/usecases/mitigations/option-tree";
import { tableText } from "@/lib/views/vocabulary/table-text";

const words = wordsIn({
  en: {
    thisSession: "this session",
    otherSession: "another portal session",
    markedRead: "Changed what is marked as read",
    measure: (id: number) => `measure ${id}`,
    selected: (measures: string) => `Selected ${measures}`,
    tookBack: (measures: string) => `Took back ${measures}`,
    changedSelection: "Changed a selection",
    changed: (measure: string, parts: readonly string[]) => `Changed ${measure}: ${parts.join(" and ")}`,
    date: (day: string) => `date ${day}`,
    dateRemoved: "date removed",
    notes: "notes",
    notesRemoved: "notes removed",
    noAnswer: (application: string) => `Exemption: back to no answer${application}`,
    noneApply: (application: string) => `Exemption: none apply${application}`,
    claimed: (reasons: string, application: string) =>
      `Exemption claimed${reasons === "" ? "" : `: ${reasons}`}${application}`,
    answerTakenBack: (subject: string, application: string) => `Took back the answer about ${subject}${application}`,
    theLabel: "the label",
    said: (who: string, subject: string, statement: string, application: string) =>
      `${who} said of ${subject}: ${statement}${application}`,
  },
  es: {
    thisSession: "esta sesión",
    otherSession: "otra sesión del portal",
    markedRead: "Se cambió lo marcado como leído",
    measure: (id) => `medida ${id}`,
    selected: (measures) => `Se marcó: ${measures}`,
    tookBack: (measures) => `Se desmarcó: ${measures}`,
    changedSelection: "Se cambió una selección",
    changed: (measure, parts) => `Se cambió ${measure}: ${parts.join(" y ")}`,
    date: (day) => `fecha ${day}`,
    dateRemoved: "fecha eliminada",
    notes: "notas",
    notesRemoved: "notas eliminadas",
    noAnswer: (application) => `Exención: de nuevo sin respuesta${application}`,
    noneApply: (application) => `Exención: ninguna corresponde${application}`,
    claimed: (reasons, application) => `Exención declarada${reasons === "" ? "" : `: ${reasons}`}${application}`,
    answerTakenBack: (subject, application) => `Se retiró la respuesta sobre ${subject}${application}`,
    theLabel: "la etiqueta",
    said: (who, subject, statement, application) => `${who} dijo sobre ${subject}: ${statement}${application}`,
  },
});

interface Context {
  record: FieldYearRecord;
  rulebook: Rulebook;
  /** How an application is named where several share the field and year. */
  titleOf: (applicationEventId: string | null) => string;
  isLocked: boolean;
  /** Who is looking: their own changes are named as theirs. */
  actor: string;
}

/** The history of a field and year in words, newest first, and which changes can still be taken back. */
export const changesOf = (context: Context): ChangeView[] => {
  const { changes } = context.record;
  const standing = changes.filter((change) => change.undoneAt === null && isOnTop(change, context));
  return changes.map((change) => {
    const { changeId, undoesChangeId } = change;
    const isUndo = undoesChangeId !== null;
    return {
      ...changeInWords(change, context),
      // Undoing an undo would be a redo: that is said by name, on the change that comes back.
      canUndo: !isUndo && standing.includes(change),
      isUndo,
      redoId: standing.find((undo) => undo.undoesChangeId === changeId)?.changeId ?? null,
    };
  });
};

/** What it takes to say what a change was; whether it can be taken back takes more. */
type ChangeWords = Pick<Context, "rulebook" | "titleOf" | "actor">;

export const changeInWords = (
  change: ChangeRecord,
  context: ChangeWords,
): Omit<ChangeView, "canUndo" | "isUndo" | "redoId"> => ({
  changeId: change.changeId,
  changedAt: change.changedAt.toISOString(),
  actor: actorInWords(change.actor, context.actor),
  text: textOf(change, context),
  undoneAt: change.undoneAt?.toISOString() ?? null,
});

/** A portal session has no name; a program gives its own. */
function actorInWords(actor: string, own: string): string {
  if (actor === own) return words().thisSession;
  return actor.startsWith("portal:") ? words().otherSession : actor;
}

function textOf(change: ChangeRecord, context: ChangeWords): string {
  if (change.kind === "selection") return selectionText(change, context);
  if (change.kind === "exemption") return exemptionText(change, context);
  if (change.kind === "attestation") return attestationText(change, context);
  if (isDriftRecord(change))
    return driftChangeText(change, context.rulebook, context.titleOf(change.applicationEventId));
  return words().markedRead;
}

/** What the change made is still what stands there: undoing it loses nothing that came later. */
function isOnTop(change: ChangeRecord, { record, isLocked }: Context): boolean {
  if (change.kind === "exemption") return isAnswerStanding(change, record);
  if (change.kind === "attestation") return isAttestationStanding(change, record);
  if (isDriftRecord(change)) return isDriftOnTop(change, record);
  if (isLocked || change.kind !== "selection") return false;
  const after = selectionsOf(change.after);
  const touched = after.length > 0 ? after : selectionsOf(change.before);
  return touched.every((each) =>
    isSameSelection(current(record, each), after.find((kept) => isSameItem(kept, each)) ?? null),
  );
}

function isAnswerStanding(change: ChangeRecord, { applications }: FieldYearRecord): boolean {
  const application = applications.find(({ applicationEventId }) => applicationEventId === change.applicationEventId);
  const requirement = application?.requirements.find(({ mitigationType }) => mitigationType === "epa_runoff");
  if (application === undefined || requirement === undefined || application.portalLockedAt !== null) return false;
  const {
    required,
    exemptionEvaluatedAt,
    exemptionReasons: reasons,
    exemptionTreatedAcres: treatedAcres,
  } = requirement;
  const answer = { required, evaluatedAt: exemptionEvaluatedAt?.toISOString() ?? null, reasons, treatedAcres };
  return isSameExemption(answer, change.after as RememberedExemption);
}

const isSameItem = (a: RememberedSelection, b: { system: string; subOptionId: number }): boolean =>
  a.system === b.system && a.subOptionId === b.subOptionId;

function current({ selections }: FieldYearRecord, item: RememberedSelection): RememberedSelection | null {
  return selections.find((each) => each.source === "portal" && isSameItem(item, each)) ?? null;
}

function selectionText(change: ChangeRecord, { rulebook }: ChangeWords): string {
  const before = selectionsOf(change.before);
  const after = selectionsOf(change.after);
  const name = ({ system, subOptionId }: RememberedSelection): string => {
    const menu = rulebook.menus[system === "trait_runoff" ? "trait_runoff" : "epa_runoff"];
    const label = subOptionsOf(menu).find(({ id }) => id === subOptionId)?.label ?? null;
    return `“${tableText(label) ?? words().measure(subOptionId)}”`;
  };
  const names = (selections: readonly RememberedSelection[]): string => selections.map(name).join(", ");
  if (before.length === 0) return words().selected(names(after));
  if (after.length === 0) return words().tookBack(names(before));
  const [was] = before;
  const [is] = after;
  if (was === undefined || is === undefined) return words().changedSelection;
  const parts = [
    ...(was.implementationDate === is.implementationDate
      ? []
      : [is.implementationDate === null ? words().dateRemoved : words().date(is.implementationDate)]),
    ...(was.notes === is.notes ? [] : [is.notes === null ? words().notesRemoved : words().notes]),
  ];
  return words().changed(name(is), parts);
}

function exemptionText(change: ChangeRecord, { rulebook, titleOf }: ChangeWords): string {
  const answer = change.after as RememberedExemption | null;
  const of = titleOf(change.applicationEventId);
  const application = of === "" ? "" : ` (${of})`;
  if (answer === null || (answer.evaluatedAt === null && answer.required)) return words().noAnswer(application);
  if (answer.required) return words().noneApply(application);
  const labels = (answer.reasons ?? []).map((code) => {
    const row = rulebook.exemptionReasons.find((each) => each.code === code);
    const label = tableText(row?.label ?? null) ?? code;
    return row?.acresBelow == null ? label : withTreatedAcres(label, answer.treatedAcres);
  });
  return words().claimed(labels.join(", "), application);
}

function attestationText(change: ChangeRecord, { titleOf }: ChangeWords): string {
  const [was, is] = [change.before as RememberedAttestation | null, change.after as RememberedAttestation | null];
  const of = titleOf(change.applicationEventId);
  const application = of === "" ? "" : ` (${of})`;
  if (is === null) return words().answerTakenBack(was?.subject ?? words().theLabel, application);
  return words().said(is.attestedBy, is.subject, statementInWords(is), application);
}

/** The answer that the change made is the one that is kept. */
function isAttestationStanding(change: ChangeRecord, { applications }: FieldYearRecord): boolean {
  const application = applications.find(({ applicationEventId }) => applicationEventId === change.applicationEventId);
  if (application?.portalLockedAt !== null) return false;
  const [was, is] = [change.before as RememberedAttestation | null, change.after as RememberedAttestation | null];
  const id = (is ?? was)?.questionId;
  const now = application.attestations.find(({ questionId, isReplaced }) => questionId === id && isReplaced !== true);
  return isLeftBy(now ?? null, { after: is, changedAt: change.changedAt });
}
