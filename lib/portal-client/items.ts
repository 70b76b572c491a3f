import type {
  AdviceEdit,
  AttestationEdit,
  ConfirmFeaturesEdit,
  DownslopeEdit,
  DrawnFeatureEdit,
  DriftClaimEdit,
  ExemptionEdit,
  RecordEntryEdit,
  RecordPhotoEdit,
  RecordSignEdit,
  RedoEdit,
  ReviewedEdit,
  SelectionEdit,
  UndoEdit,
} from "@/lib/domain/portal-edit";
import type { ConditionsNote } from "@/lib/portal-client/moment";

/** The members of an edit that say what it changes. */
type Subject =
  | Pick<SelectionEdit, "kind" | "fieldId" | "year" | "system" | "subOptionId">
  | Pick<AdviceEdit, "kind" | "fieldId" | "year" | "system">
  | Pick<ExemptionEdit, "kind" | "applicationEventId">
  | Pick<UndoEdit | RedoEdit, "kind" | "changeId">
  | Pick<ReviewedEdit, "kind" | "applicationEventId" | "product" | "pulaId" | "limitationId" | "textHash">
  | Pick<DriftClaimEdit, "kind" | "applicationEventId" | "subOptionId">
  | Pick<DrawnFeatureEdit, "kind" | "featureId">
  | Pick<AttestationEdit, "kind" | "applicationEventId" | "questionId">
  | OfRecord
  | Pick<ConditionsNote, "kind" | "applicationEventId" | "notedAt">
  | Pick<ConfirmFeaturesEdit | DownslopeEdit, "kind" | "fieldId">;

type OfRecord =
  | { kind: RecordPhotoEdit["kind"]; applicationEventId: string; photo: Pick<RecordPhotoEdit["photo"], "entryId"> }
  | { kind: RecordEntryEdit["kind"]; applicationEventId: string; entry: Pick<RecordEntryEdit["entry"], "entryId"> }
  | Pick<RecordSignEdit, "kind" | "applicationEventId">;

/** What an edit changes, as a key: edits of one item follow each other and share one state on the page. */
export function itemOf(subject: Subject): string {
  const parts = isOfRecord(subject) ? ofRecord(subject) : partsOf(subject);
  return `${subject.kind}:${parts.join(":")}`;
}

const isOfRecord = (subject: Subject): subject is OfRecord =>
  subject.kind === "record_entry" || subject.kind === "record_photo" || subject.kind === "record_sign";

/** Entries are only added: none takes the place of another that waits. */
function ofRecord(subject: OfRecord): string[] {
  if (subject.kind === "record_sign") return [subject.applicationEventId];
  return [subject.applicationEventId, (subject.kind === "record_photo" ? subject.photo : subject.entry).entryId];
}

function partsOf(subject: Exclude<Subject, OfRecord>): (string | number)[] {
  switch (subject.kind) {
    case "selection":
      return [subject.fieldId, subject.year, subject.system, subject.subOptionId];
    case "advice":
      return [subject.fieldId, subject.year, subject.system];
    case "exemption":
      return [subject.applicationEventId];
    case "undo":
    case "redo":
      return [subject.changeId];
    case "reviewed":
      return [subject.applicationEventId, subject.product, subject.pulaId, subject.limitationId, subject.textHash];
    case "drift_claim":
      return [subject.applicationEventId, subject.subOptionId];
    case "attestation":
      return [subject.applicationEventId, subject.questionId];
    case "drawn_feature":
      return [subject.featureId];
    case "conditions":
      // Each is a record of its own: a later one does not take the place of an earlier one that waits.
      return [subject.applicationEventId, subject.notedAt];
    default:
      return [subject.fieldId];
  }
}
