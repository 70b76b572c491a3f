import { FEWEST, type IdleShare, TurnLimit } from "@/lib/http/turn-limit";
import type { WorkTurn } from "@/lib/runtime/work-turn";

/** Requests that find no slot this shortly after one another are one rush. */
const RUSH_GAP_MS = 250;
/** A rush that lasts longer is no burst: what comes is more than what can be answered. */
const BURST_MS = 100;
/** In a rush that is no burst no one waits longer than this: it is answered soon or refused. */
const LATE_MS = 50;
/** So many wait in such a rush, or one could be late before its turn comes. The next one is refused before it is read. */
const MOST_WAITING = 2;
/** A rush is over once fewer than one in so many had to be refused: then what comes can be answered. */
const SHARE_OF_RUSH = 4;

export interface TurnRequest {
  /** The provider it is for. */
  owner: string;
  signal: AbortSignal;
  /** Called where the turn will not come, before the promise resolves. */
  onLeft: () => void;
}

interface Waiting {
  owner: string;
  sinceMs: number;
  settle: (isTurn: boolean) => void;
}

/** When a provider's requests began to find no slot, and when one last did. */
interface Rush {
  firstMs: number;
  lastMs: number;
  /** Since when requests that asked for a slot are counted, and how many of them there was no room for. */
  countedFromMs: number;
  asked: number;
  refused: number;
}

/**
 * Says which of the requests that hold a slot work now. More at once than the process and its pool can carry make each
 * of them late and none of them sooner, so that a rush would be answered in seconds where a few at a time take
 * milliseconds. How many those are changes with what the thread can take (./turn-limit.ts).
 *
 * A provider gets another turn only while it has fewer than are free. Of those who wait, the provider with the fewest
 * turns comes first. Within a provider it is first come, first served, however long one has waited: clients that each wait for their
 * answer always make a queue, and the first of it would be overtaken for as long as the others go on. Only while the
 * provider's slots have run out does the newest go first, because such a queue would serve everyone too late. Those that are left
 * behind are the first to be refused then, and where requests have found no slot for longer than a burst takes, each of them is
 * refused as soon as it is late: a client that learns it now can turn to another server, and one that is answered at the end of the
 * rush has given up. From then on only `MOST_WAITING` wait, and the next one is refused before its body is read.
 */
export class WorkTurns {
  #free: number;
  readonly #now: () => number;
  readonly #limit: TurnLimit | null;
  readonly #running = new Map<string, number>();
  /** In order of arrival. */
  #waiting: Waiting[] = [];
  readonly #rushes = new Map<string, Rush>();
  /** Those let in to be read: they will wait next. */
  readonly #coming = new Set<Pick<Waiting, "owner" | "sinceMs">>();

  /**
   * `idleShare`: of the thread that they work on; left out, as many as `most` work whatever it does. `fewest`: so many work even
   * when the thread is never idle.
   */
  constructor(most: number, now: () => number = () => performance.now(), idleShare?: IdleShare, fewest = FEWEST) {
    this.#free = most;
    this.#now = now;
    this.#limit = idleShare === undefined ? null : new TurnLimit(most, idleShare, now, fewest);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** True where a turn is free now, which has begun then. */
  tryBegin(owner: string): boolean {
    if (!this.#mayBegin(owner) || this.#waiting.some((one) => one.owner === owner)) return false;
    this.#change(owner, 1);
    return true;
  }

  /** True when the turn has come, at once where one is free; false when it will not: the signal fired, or the place in the queue was needed. */
  begin({ owner, signal, onLeft }: TurnRequest): boolean | Promise<boolean> {
    if (signal.aborted) {
      onLeft();
      return false;
    }
    if (this.tryBegin(owner)) return true;
    return new Promise((resolve) => {
      const leave = (): void => this.#settle(entry, false);
      const entry: Waiting = {
        owner,
        sinceMs: this.#now(),
        settle: (isTurn) => {
          signal.removeEventListener("abort", leave);
          if (!isTurn) onLeft();
          resolve(isTurn);
        },
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.push(entry);
    });
  }

  /** Ends a turn, for good or for as long as its request waits elsewhere. */
  end(owner: string): void {
    this.#change(owner, -1);
    // Those at work above a lowered limit end by themselves: until then there are less than none free.
    this.#free += this.#limit?.change() ?? 0;
    this.#sendLateAway();
    for (let next = this.#next(); next !== null; next = this.#next()) {
      this.#change(next.owner, 1);
      this.#settle(next, true);
    }
  }

  /** Goes on after a wait elsewhere, even when no turn is free. */
  resume(owner: string): void {
    this.#change(owner, 1);
  }

  /** Sends away the one of this provider that has waited longest. False when none waits. */
  sendAwayOldest(owner: string): boolean {
    const oldest = this.#waiting.find((one) => one.owner === owner);
    if (oldest === undefined) return false;
    this.#settle(oldest, false);
    return true;
  }

  /** One of this provider's requests found no slot. */
  noteFull(owner: string): void {
    const now = this.#now();
    const rush = this.#rushes.get(owner);
    const isOn = rush !== undefined && now - rush.lastMs <= RUSH_GAP_MS;
    if (isOn) rush.lastMs = now;
    else this.#rushes.set(owner, { firstMs: now, lastMs: now, countedFromMs: now, asked: 0, refused: 0 });
    this.#sendLateAway();
  }

  /**
   * Lets one more of this provider's requests in, before it costs anything. Null where it would wait in vain. What is given is called once it
   * asks for its turn, or no longer will. While a rush goes on no slot runs out any more, so what is refused here says how long it does.
   */
  enter(owner: string): (() => void) | null {
    if (this.#isPastHope(owner)) return null;
    const entry = { owner, sinceMs: this.#now() };
    this.#coming.add(entry);
    return () => void this.#coming.delete(entry);
  }

  #isPastHope(owner: string): boolean {
    const rush = this.#rushes.get(owner);
    if (rush === undefined || !isLong(rush)) return false;
    const now = this.#now();
    if (now - rush.countedFromMs > RUSH_GAP_MS) {
      if (rush.refused * SHARE_OF_RUSH < rush.asked || now - rush.lastMs > RUSH_GAP_MS) {
        this.#rushes.delete(owner);
        return false;
      }
      Object.assign(rush, { countedFromMs: now, asked: 0, refused: 0 });
    }
    rush.asked += 1;
    if (this.#waitingSoon(owner, now) < MOST_WAITING) return false;
    rush.refused += 1;
    rush.lastMs = now;
    this.#sendLateAway();
    return true;
  }

  /**
   * Those that wait, and those that are being read and will: as many as come at once would all be let in else. One whose body is
   * long in coming keeps no other one out.
   */
  #waitingSoon(owner: string, now: number): number {
    const coming = [...this.#coming].filter((one) => one.owner === owner && now - one.sinceMs <= LATE_MS);
    return coming.length + this.#waiting.filter((one) => one.owner === owner).length;
  }

  #sendLateAway(): void {
    const now = this.#now();
    for (const [owner, rush] of this.#rushes) {
      if (now - rush.lastMs > RUSH_GAP_MS) this.#rushes.delete(owner);
      else if (isLong(rush)) {
        const own = this.#waiting.filter((one) => one.owner === owner);
        // Of those that came while it could still be a burst, the newest stay.
        const tooMany = own.slice(0, -MOST_WAITING);
        for (const one of own) if (tooMany.includes(one) || now - one.sinceMs > LATE_MS) this.#settle(one, false);
      }
    }
  }

  #settle(entry: Waiting, isTurn: boolean): void {
    this.#waiting = this.#waiting.filter((one) => one !== entry);
    entry.settle(isTurn);
  }

  #mayBegin(owner: string): boolean {
    return (this.#running.get(owner) ?? 0) < this.#free;
  }

  #next(): Waiting | null {
    const owners = [...new Set(this.#waiting.map(({ owner }) => owner))].filter((owner) => this.#mayBegin(owner));
    const turnsOf = (owner: string): number => this.#running.get(owner) ?? 0;
    const [first] = owners.sort((a, b) => turnsOf(a) - turnsOf(b));
    const own = this.#waiting.filter(({ owner }) => owner === first);
    const [oldest] = own;
    if (oldest === undefined) return null;
    const rush = this.#rushes.get(oldest.owner);
    // In a long rush so few wait that each has its turn in time.
    return rush !== undefined && !isLong(rush) ? (own.at(-1) ?? oldest) : oldest;
  }

  #change(owner: string, by: 1 | -1): void {
    this.#free -= by;
    const own = (this.#running.get(owner) ?? 0) + by;
    if (own === 0) this.#running.delete(owner);
    else this.#running.set(owner, own);
  }
}

const isLong = ({ firstMs, lastMs }: Rush): boolean => lastMs - firstMs > BURST_MS;

/** A turn that has begun. While its request waits elsewhere, for however many things at once, another one may work. */
export function turnOf(turns: Pick<WorkTurns, "end" | "resume">, owner: string): WorkTurn & { giveBack: () => void } {
  let isHeld = true;
  let waits = 0;
  return {
    /** Works once. */
    giveBack: () => {
      if (isHeld && waits === 0) turns.end(owner);
      isHeld = false;
    },
    pause: () => {
      if (isHeld && waits++ === 0) turns.end(owner);
    },
    resume: () => {
      if (isHeld && --waits === 0) turns.resume(owner);
    },
  };
}
