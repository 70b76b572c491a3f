/** Time that was used longer ago than this no longer counts. */
const WINDOW_MS = 60_000;
const STEP_MS = 5_000;

export interface TurnLimits {
  /** Connections of the pool. */
  connections: number;
  /** Seconds of connections that a provider may use a minute before it has one connection at a time. */
  secondsPerMin: number;
  /** How long anyone waits for a turn. */
  waitMs: number;
  /** Milliseconds that only go forward. */
  now?: () => number;
}

export interface TurnRequest {
  /** The provider the work is for; null: no provider's. */
  owner: string | null;
  /** Others wait for this work, as for a heartbeat or a statement in the middle of a transaction, so it may not wait. */
  isExempt: boolean;
  signal: AbortSignal | undefined;
}

interface Waiting {
  owner: string;
  start: () => void;
}

/** What one owner has now, and the milliseconds it used by steps of the window. */
interface Account {
  /** Turns that it was given, begun or about to begin. */
  running: number;
  begunAt: Set<{ ms: number }>;
  usedMs: Map<number, number>;
}

/**
 * Says who may use a connection of the pool next. A provider takes another one only while it holds fewer than are free, so
 * that the others always find some. One that used more than its seconds in the last minute has one at a time, for as long
 * as others use the database too. It is not refused for that: what waits starts when a connection is free, the owner with
 * the fewest first, then the one that used the least time.
 *
 * Counted is how long connections are held, so that work that waits inside the database counts like work that computes.
 */
export class DatabaseTurns {
  readonly #limits: TurnLimits;
  readonly #now: () => number;
  readonly #accounts = new Map<string, Account>();
  #held = 0;
  #waiting: Waiting[] = [];

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#now = limits.now ?? (() => performance.now());
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves with the way to give the turn back, which works once. Throws when it does not come in time. */
  async take({ owner, isExempt, signal }: TurnRequest): Promise<() => void> {
    if (owner !== null && !isExempt && !this.#mayTake(owner)) await this.#wait(owner, signal);
    else this.#grant(owner);
    const begun = { ms: this.#now() };
    if (owner !== null) this.#accountOf(owner).begunAt.add(begun);
    let isHeld = true;
    return () => {
      if (isHeld) this.#end(owner, begun);
      isHeld = false;
    };
  }

  /** Seconds of connections that an owner used in the last minute. */
  usedS(owner: string): number {
    const { begunAt, usedMs } = this.#accountOf(owner);
    const now = this.#now();
    for (const step of usedMs.keys()) if ((step + 1) * STEP_MS <= now - WINDOW_MS) usedMs.delete(step);
    const running = [...begunAt].map(({ ms }) => Math.min(WINDOW_MS, now - ms));
    return [...usedMs.values(), ...running].reduce((sum, ms) => sum + ms, 0) / 1000;
  }

  #mayTake(owner: string): boolean {
    const { running } = this.#accountOf(owner);
    if (running >= this.#limits.connections - this.#held) return false;
    return running === 0 || this.usedS(owner) <= this.#limits.secondsPerMin || !this.#othersUseIt(owner);
  }

  #othersUseIt(owner: string): boolean {
    return [...this.#accounts.keys()].some((other) => other !== owner && this.usedS(other) > 0);
  }

  #wait(owner: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== entry);
        clearTimeout(impatience);
        signal?.removeEventListener("abort", abandon);
      };
      const abandon = (): void => {
        leave();
        reject(signal?.reason instanceof Error ? signal.reason : new Error("gave up waiting"));
      };
      const impatience = setTimeout(() => {
        leave();
        // In the words of the pool, which has the same limit, so that both become the same answer.
        reject(new Error("timeout exceeded when trying to connect: this provider's share of the database is in use"));
      }, this.#limits.waitMs);
      const entry: Waiting = {
        owner,
        start: () => {
          leave();
          resolve();
        },
      };
      if (signal?.aborted === true) {
        abandon();
        return;
      }
      signal?.addEventListener("abort", abandon, { once: true });
      this.#waiting.push(entry);
    });
  }

  /** Counted before it begins: who starts after waiting is only told a moment later. */
  #grant(owner: string | null): void {
    this.#held += 1;
    if (owner !== null) this.#accountOf(owner).running += 1;
  }

  #end(owner: string | null, begun: { ms: number }): void {
    this.#held -= 1;
    if (owner !== null) this.#charge(this.#accountOf(owner), begun);
    for (let next = this.#next(); next !== null; next = this.#next()) {
      this.#grant(next.owner);
      next.start();
    }
  }

  #charge(account: Account, begun: { ms: number }): void {
    const now = this.#now();
    const step = Math.floor(now / STEP_MS);
    account.running -= 1;
    account.begunAt.delete(begun);
    account.usedMs.set(step, (account.usedMs.get(step) ?? 0) + now - begun.ms);
  }

  #next(): Waiting | null {
    const firsts = new Map<string, Waiting>();
    for (const one of this.#waiting) if (!firsts.has(one.owner)) firsts.set(one.owner, one);
    const ready = [...firsts.values()]
      .filter(({ owner }) => this.#mayTake(owner))
      .map((one) => ({ one, running: this.#accountOf(one.owner).running, usedS: this.usedS(one.owner) }));
    ready.sort((a, b) => a.running - b.running || a.usedS - b.usedS);
    return ready[0]?.one ?? null;
  }

  #accountOf(owner: string): Account {
    const known = this.#accounts.get(owner);
    if (known !== undefined) return known;
    const made = { running: 0, begunAt: new Set<{ ms: number }>(), usedMs: new Map<number, number>() };
    this.#accounts.set(owner, made);
    return made;
  }
}
