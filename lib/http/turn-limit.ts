import { performance } from "node:perf_hooks";

/** So long the thread is watched before the limit is changed again. */
const WATCHED_MS = 100;
/** The thread is idle for less than this share of the time: fewer at once answer as many, each of them sooner. */
const IDLE_OF_FULL = 0.03;
/** It is idle for more: others could work while these wait for the database. */
const IDLE_OF_SLACK = 0.08;
/** With fewer than these one provider alone, which has half of them, would leave the thread idle whenever its statements run. */
export const FEWEST = 4;

/** Says, each time it is asked, which share of the time since the last time the thread was idle. */
export type IdleShare = () => number;

/** Of the thread that this is called on: what its event loop waited with nothing to do. */
export function idleShareOfThread(): IdleShare {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { idle, active } = performance.eventLoopUtilization(now, last);
    last = now;
    return idle + active === 0 ? 0 : idle / (idle + active);
  };
}

/**
 * How many requests may work at once now, from `fewest` to `most`. All of them share one thread: once it is never idle, each
 * further one makes all others later and none sooner. While a database that is slow or far away leaves it idle, more of them
 * are answered at once. Halved as soon as the thread is full, because those at work are late by then, and raised by one at a time.
 */
export class TurnLimit {
  readonly #most: number;
  readonly #fewest: number;
  readonly #idleShare: IdleShare;
  readonly #now: () => number;
  #current: number;
  #lookedMs: number;

  constructor(most: number, idleShare: IdleShare, now: () => number = () => performance.now(), fewest = FEWEST) {
    this.#most = most;
    this.#fewest = fewest;
    this.#current = most;
    this.#idleShare = idleShare;
    this.#now = now;
    this.#lookedMs = now();
  }

  /** By how many the limit has just changed. Asked whenever a request has been worked on. */
  change(): number {
    const now = this.#now();
    if (now - this.#lookedMs < WATCHED_MS) return 0;
    this.#lookedMs = now;
    const before = this.#current;
    this.#current = this.#next(this.#idleShare());
    return this.#current - before;
  }

  #next(idle: number): number {
    const current = this.#current;
    if (idle < IDLE_OF_FULL) return Math.min(current, Math.max(this.#fewest, Math.floor(current / 2)));
    return idle > IDLE_OF_SLACK ? Math.min(this.#most, current + 1) : current;
  }
}
