import type { FieldYearRef } from "@/lib/domain/field-year";

/** Edits as they go over the wire: the one place in the browser where the wire's names stand. */
interface WirePlace {
  field_id: string;
  year: number;
  application_event_id: string | null;
}

export interface WrittenText {
  implementation_date: string | null;
  notes: string | null;
}

export interface SelectionBody extends WirePlace {
  kind: "selection";
  system: string;
  sub_option_id: number;
  base: WrittenText | null;
  selection: WrittenText | null;
}

export interface AdviceBody extends WirePlace {
  kind: "advice";
  system: string;
  sub_option_ids: number[];
  base_revision: number;
}

export interface ExemptionBody extends WirePlace {
  kind: "exemption";
  base_answered_at: string | null;
  reasons: string[];
}

export interface UndoBody extends WirePlace {
  kind: "undo" | "redo";
  change_id: string;
}

/** Kinds whose pages keep their own state: the queue carries them as they are. */
export interface OtherBody {
  kind: "reviewed" | "drift_claim" | "drawn_feature" | "confirm_features" | "downslope";
  [member: string]: unknown;
}

export type FieldYearBody = SelectionBody | AdviceBody | ExemptionBody | UndoBody;
export type EditBody = FieldYearBody | OtherBody;

const wirePlace = ({ fieldId, year, applicationEventId }: FieldYearRef): WirePlace => ({
  field_id: fieldId,
  year,
  application_event_id: applicationEventId,
});

interface Text {
  implementationDate: string | null;
  notes: string | null;
}

export const writtenText = (text: Text | null): WrittenText | null =>
  text === null ? null : { implementation_date: text.implementationDate, notes: text.notes };

export const selectionBody = (
  place: FieldYearRef,
  measure: { system: string; id: number },
  { base, selection }: { base: Text | null; selection: Text | null },
): SelectionBody => ({
  kind: "selection",
  ...wirePlace(place),
  system: measure.system,
  sub_option_id: measure.id,
  base: writtenText(base),
  selection: writtenText(selection),
});

export const adviceBody = (
  place: FieldYearRef,
  { system, ids, revision }: { system: string; ids: number[]; revision: number },
): AdviceBody => ({ kind: "advice", ...wirePlace(place), system, sub_option_ids: ids, base_revision: revision });

export const exemptionBody = (
  place: FieldYearRef,
  { answeredAt, reasons }: { answeredAt: string | null; reasons: string[] },
): ExemptionBody => ({ kind: "exemption", ...wirePlace(place), base_answered_at: answeredAt, reasons });

export const undoBody = (place: FieldYearRef, changeId: string): UndoBody => ({
  kind: "undo",
  ...wirePlace(place),
  change_id: changeId,
});

/** Makes an undone change again; `undoId` is that of its undo. */
export const redoBody = (place: FieldYearRef, undoId: string): UndoBody => ({
  kind: "redo",
  ...wirePlace(place),
  change_id: undoId,
});

/** What an edit is about: edits of one item follow each other, and share one state on the page. */
export function itemOf(body: FieldYearBody): string {
  const place = `${body.field_id}:${body.year}`;
  if (body.kind === "selection") return selectionItem(place, body.system, body.sub_option_id);
  if (body.kind === "advice") return `advice:${place}:${body.system}`;
  if (body.kind === "exemption") return `exemption:${body.application_event_id ?? ""}`;
  return `${body.kind}:${body.change_id}`;
}

const selectionItem = (place: string, system: string, id: number): string => `selection:${place}:${system}:${id}`;

export const measureItem = ({ fieldId, year }: FieldYearRef, { system, id }: { system: string; id: number }): string =>
  selectionItem(`${fieldId}:${year}`, system, id);
