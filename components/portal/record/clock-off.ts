import type { Outcome } from "@/lib/portal-client/queue-host";

/**
 * An entry that was sent later than this after it was made says nothing of the clock: it may have been saved long before. Nor does one
 * that was made as much later than it was sent: the clock was set between the two.
 */
const AT_ONCE_MS = 60_000;
/** Readings are of minutes: what is less is of no account. */
const LEAST_MINUTES = 5;
const MS_PER_MINUTE = 60_000;

/**
 * By how many minutes this device's clock is ahead of the server's, told from an entry that was saved as it was made; negative: behind.
 * Too few to count are 0. Null: the entry does not say.
 */
export function minutesAhead({ edit, verdict }: Outcome, now: Date): number | null {
  if (verdict.kind !== "saved" || Math.abs(now.getTime() - Date.parse(edit.madeAt)) > AT_ONCE_MS) return null;
  const minutes = Math.round((now.getTime() - Date.parse(verdict.answer.savedAt)) / MS_PER_MINUTE);
  return Math.abs(minutes) < LEAST_MINUTES ? 0 : minutes;
}

/** How far the clock is off after one more entry: as before where that one does not say. */
export const withClock = (before: number | null, said: number | null): number | null => said ?? before;
