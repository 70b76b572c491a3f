/**
 * The server's clock, as far as this page can tell it. A wind is of a moment of the server's: on a device whose clock is an hour ahead one
 * that was read just now would count as old, and on one that is behind an old one as new.
 */

/** What a device's clock says of the moment its page was asked for. A clock that is set meanwhile moves it back or on. */
const pageAskedAt = (): number => Date.now() - performance.now();

/** Pages come later than they are asked for, so that the server's clock counts as later than it is by a moment, and a wind as older. */
const askedAt = pageAskedAt();
/** By how much the device's clock is ahead, milliseconds; null: nothing says so, and the device's own clock counts. */
let aheadMs: number | null = null;
/** Of a clock that is kept right in small steps. */
const LEAST_STEP_MS = 5_000;
const watchers = new Set<() => void>();

/** When the server made this page, of one that came from it just now: a kept page is of an earlier time, and says nothing. */
export function learnServerClock(servedAt: string): void {
  // Only of the page as it was first: what came later was asked for later.
  if (aheadMs !== null) return;
  aheadMs = askedAt - Date.parse(servedAt);
  for (const changed of watchers) changed();
}

/** Calls back once the server's clock is known. */
export function watchServerClock(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

/** What time it is by the server's clock. A device's clock that was set back since counts by itself: by what was known before, a wind would be too new. */
export function serverNow(): number {
  const wasSetBack = pageAskedAt() < askedAt - LEAST_STEP_MS;
  return Date.now() - (aheadMs === null || wasSetBack ? 0 : aheadMs);
}
