import type { DriftPageWords } from "@/lib/views/portal/drift-page-words";

interface Asked {
  lock: { isLocked: boolean; text: string | null };
  /** Why nothing can be asked: the wind is not set, or something that is set is wrong. Null: it can. */
  missing: "wind" | "fault" | null;
  /** No one has measured this wind at the sprayer now. */
  isPlanOnly: boolean;
  /** There is no server that could answer, so that the conditions are noted without an answer. */
  isNote: boolean;
  /** Until the page runs nothing is known to stand against it but a lock. */
  isRunning: boolean;
  preview: { isCurrent: boolean; problem: string | null };
}

/** Why conditions cannot be put on record as they are set, a sentence for each reason. */
export function reasonsAgainst(asked: Asked, words: Pick<DriftPageWords, "bar" | "save">): string[] {
  const { lock, missing, isPlanOnly, isNote, isRunning, preview } = asked;
  if (lock.isLocked) return lock.text === null ? [] : [lock.text];
  if (!isRunning) return [];
  const answer = missing !== null || isNote || preview.isCurrent ? null : (preview.problem ?? words.save.answerFirst);
  return [
    missing === null ? null : words.bar.missing[missing],
    isPlanOnly ? words.save.confirmFirst : null,
    answer,
  ].filter((reason) => reason !== null);
}
