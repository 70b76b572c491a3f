/**
 * The server's clock, as far as this page can tell it. A wind is of a moment of the server's: on a device whose clock is an hour ahead one
 * that was read just now would count as old, and on one that is behind an old one as new.
 */

/** By how much the device's clock is ahead, milliseconds, and what tells later that the clock was set or the device slept. */
let known: { aheadMs: number; startedAt: number } | null = null;
/** Of a clock that is kept right in small steps. */
const LEAST_STEP_MS = 5_000;
const watchers = new Set<() => void>();

/** When the page began by the device's clock. A clock that is set moves it, and so does a device that sleeps. */
const startedAt = (): number => Date.now() - performance.now();

/** Asks the server what time it is. An answer counts from before it was asked for: one that is long in coming makes a wind older and not newer. */
async function askServerClock(): Promise<void> {
  const [askedAt, from] = [Date.now(), startedAt()];
  try {
    const answer = await fetch("/api/health", { cache: "no-store", credentials: "omit" });
    // Read, so that the browser is done with it.
    await answer.text();
    const servedAt = Date.parse(answer.headers.get("Date") ?? "");
    if (Number.isNaN(servedAt)) return;
    known = { aheadMs: askedAt - servedAt, startedAt: from };
  } catch {
    // There is no network: what was known before still counts, as far as the clock is as it was.
    return;
  }
  for (const changed of watchers) changed();
}

/** Keeps the server's clock known while a page stands: at first, and after each time that it was out of sight or without a network. */
export function keepServerClock(): () => void {
  const ask = (): void => {
    if (navigator.onLine && document.visibilityState === "visible") void askServerClock();
  };
  ask();
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
  return () => {
    document.removeEventListener("visibilitychange", ask);
    window.removeEventListener("online", ask);
  };
}

/** Calls back once the server's clock is known. */
export function watchServerClock(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

/** What time it may be by the server's clock: one moment where it is known, and two where the clock was set, or the device slept, since. */
function moments(): number[] {
  const now = Date.now();
  if (known === null) return [now];
  const isSteady = Math.abs(startedAt() - known.startedAt) < LEAST_STEP_MS;
  return isSteady ? [now - known.aheadMs] : [now, now - known.aheadMs];
}

/** For how old a wind is: in doubt older. */
export const serverNow = (): number => Math.max(...moments());

/** For when something is noted: in doubt earlier, so that no wind goes on record as newer than it is. */
export const notedNow = (): number => Math.min(...moments());

/** When a wind was read. */
export interface WindMoment {
  /** By the server's clock as far as the page knew it then, UTC. */
  at: string;
  /** How long ago that is, milliseconds. */
  agoMs: () => number;
}

/** When a wind is noted, which is now, and when it was read, both ISO 8601. */
export function notedTimes(read: Pick<WindMoment, "agoMs"> | null): { notedAt: string; windSetAt: string } {
  const now = notedNow();
  const isoOf = (ms: number): string => new Date(ms).toISOString();
  return { notedAt: isoOf(now), windSetAt: isoOf(now - Math.max(0, read?.agoMs() ?? 0)) };
}

/** A moment that the server knows. */
export const serverMoment = (at: string): WindMoment => ({ at, agoMs: () => serverNow() - Date.parse(at) });

/**
 * This moment. It is as long ago as the slowest of all clocks says, so that none that is set, or stands still while the device sleeps, makes
 * what was read look newer. A clock that was not known yet says nothing.
 */
export function momentNow(): WindMoment {
  const [device, ran, server, knew] = [Date.now(), performance.now(), serverNow(), known];
  return {
    at: new Date(server).toISOString(),
    agoMs: () => Math.max(0, Date.now() - device, performance.now() - ran, knew === null ? 0 : serverNow() - server),
  };
}
