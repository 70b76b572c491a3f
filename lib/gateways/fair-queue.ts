/** How much may run, and how much may wait. */
export interface QueueLimits {
  running: number;
  waiting: number;
}

interface Waiting {
  owner: string;
  start: () => void;
}

/** Nothing more is taken in: as a whole, or for this owner, who holds his share already. */
export class QueueFull extends Error {
  constructor() {
    super("nothing more is taken in");
    this.name = "QueueFull";
  }
}

/** By its name: pages and route handlers are bundled apart, each with a class of its own. */
export const isQueueFull = (error: unknown): boolean => error instanceof Error && error.name === "QueueFull";

/**
 * Lets a few pieces of work run at a time, and as many wait as are allowed. Anyone who has least running goes first, and
 * no one holds more than half of all places (but one at least), so that one owner's load is not everyone's.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #share: number;
  readonly #running = new Map<string, number>();
  #waiting: Waiting[] = [];

  constructor(limits: QueueLimits) {
    this.#limits = limits;
    this.#share = Math.max(1, Math.ceil((limits.running + limits.waiting) / 2));
  }

  /** Runs work when its turn comes. A signal that fires while it waits gives its place back. Throws `QueueFull`. */
  async run<T>(owner: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const held = this.#runningOf(owner) + this.#waiting.filter((one) => one.owner === owner).length;
    const isBusy = this.#total() >= this.#limits.running;
    if (held >= this.#share || (isBusy && this.#waiting.length >= this.#limits.waiting)) throw new QueueFull();
    if (isBusy) await this.#wait(owner, signal);
    else this.#take(owner);
    try {
      return await work();
    } finally {
      this.#leave(owner);
    }
  }

  #wait(owner: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        owner,
        start: () => {
          signal.removeEventListener("abort", giveUp);
          resolve();
        },
      };
      const giveUp = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== entry);
        reject(signal.reason instanceof Error ? signal.reason : new Error("gave up waiting"));
      };
      if (signal.aborted) {
        giveUp();
        return;
      }
      signal.addEventListener("abort", giveUp, { once: true });
      this.#waiting.push(entry);
    });
  }

  #leave(owner: string): void {
    const left = this.#runningOf(owner) - 1;
    if (left > 0) this.#running.set(owner, left);
    else this.#running.delete(owner);
    const next = this.#next();
    if (next === null) return;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    // Taken before anyone else is asked: what starts is only told a moment later.
    this.#take(next.owner);
    next.start();
  }

  #take(owner: string): void {
    this.#running.set(owner, this.#runningOf(owner) + 1);
  }

  #next(): Waiting | null {
    return this.#waiting.reduce<Waiting | null>(
      (best, one) => (best === null || this.#runningOf(one.owner) < this.#runningOf(best.owner) ? one : best),
      null,
    );
  }

  #runningOf(owner: string): number {
    return this.#running.get(owner) ?? 0;
  }

  #total(): number {
    return [...this.#running.values()].reduce((sum, one) => sum + one, 0);
  }
}
