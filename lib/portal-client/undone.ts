import type { QueuedBody } from "@/lib/portal-client/queue";
import type { FieldYearLive } from "@/lib/views/portal/field-year";

/** Lays what is not saved yet on top of what the server said of a field and year. */
export type LayOn<Shown> = (live: FieldYearLive, edits: readonly QueuedBody[]) => Shown;

/** The edits of a field and year. */
export const editsOf = ({ place }: FieldYearLive, edits: readonly QueuedBody[]): QueuedBody[] =>
  edits.filter(({ fieldId, year }) => fieldId === place.fieldId && year === place.year);

/** A change that is being taken back, or put back, cannot be so once more. It is all that a page shows that has no measures. */
export function withUndone<Shown extends FieldYearLive>(shown: Shown, edits: readonly QueuedBody[]): Shown {
  const undone = new Set(
    editsOf(shown, edits).flatMap((edit) => (edit.kind === "undo" || edit.kind === "redo" ? [edit.changeId] : [])),
  );
  if (undone.size === 0) return shown;
  const changes = shown.changes.map((change) => (undone.has(change.changeId) ? { ...change, canUndo: false } : change));
  return { ...shown, changes };
}
