import { ServiceError } from "@/lib/domain/errors";
import type { IdleShare } from "@/lib/http/turn-limit";
import { turnOf, WorkTurns } from "@/lib/http/work-turns";
import { cancellingStatements, payingAs } from "@/lib/runtime/deps";
import { inTurn, waitingOutside, type WorkTurn } from "@/lib/runtime/work-turn";

/** A request's place among those that are worked on. */
interface Slot extends WorkTurn {
  /** True when it may work, at once where it may; false when it never will: the signal fired, or a newer request took its place. */
  begin: (signal: AbortSignal) => boolean | Promise<boolean>;
  /** Works once. */
  giveBack: () => void;
}

/**
 * How many requests may be open at once, and how many of those work. A provider takes another slot only while it holds
 * fewer than are free, so there is always one for a provider that has none. With none left, the provider's request that
 * has waited longest for its turn is refused in place of the new one; when none of its requests waits, the new one is
 * refused at once. Gives data and no errors, because bundles share one instance (lib/http/machinery.ts).
 */
export class ProcessingSlots {
  #free: number;
  readonly #takenBy = new Map<string, number>();
  readonly #turns: WorkTurns;

  constructor(most: number, atOnce = most, now?: () => number, idleShare?: IdleShare) {
    this.#free = most;
    this.#turns = new WorkTurns(atOnce, now, idleShare);
  }

  /** Requests that hold a slot and wait for their turn. */
  get waiting(): number {
    return this.#turns.waiting;
  }

  /** Null in a long rush: there would be no turn in time. Refused so, a request costs a fraction of one whose body was judged. */
  enter(owner: string): (() => void) | null {
    return this.#turns.enter(owner);
  }

  /** Null when there is none. `owner`: the provider it is for. */
  take(owner: string): Slot | null {
    if (!this.#hasRoom(owner)) this.#turns.noteFull(owner);
    if (!this.#hasRoom(owner) && !(this.#turns.sendAwayOldest(owner) && this.#hasRoom(owner))) return null;
    this.#change(owner, 1);
    return this.#slotOf(owner);
  }

  #slotOf(owner: string): Slot {
    const turns = this.#turns;
    const turn = turnOf(turns, owner);
    let isHeld = true;
    let hasTurn = false;
    const giveBack = (): void => {
      if (!isHeld) return;
      isHeld = false;
      this.#change(owner, -1);
      if (hasTurn) turn.giveBack();
    };
    const noted = (isTurn: boolean): boolean => (hasTurn = isTurn);
    return {
      ...turn,
      giveBack,
      begin: (signal) => {
        const begun = turns.begin({ owner, signal, onLeft: giveBack });
        return typeof begun === "boolean" ? noted(begun) : begun.then(noted);
      },
    };
  }

  #hasRoom(owner: string): boolean {
    return (this.#takenBy.get(owner) ?? 0) < this.#free;
  }

  #change(owner: string, by: 1 | -1): void {
    this.#free -= by;
    const own = (this.#takenBy.get(owner) ?? 0) + by;
    if (own === 0) this.#takenBy.delete(owner);
    else this.#takenBy.set(owner, own);
  }
}

export interface SlotRequest {
  slots: ProcessingSlots;
  owner: string;
  deadlineS: number;
  /** Fires when the client goes away. */
  client: AbortSignal;
}

/** Reads and judges what is to be worked on; in a long rush it may be refused unread. */
export async function pastTheDoor<T>(
  { slots, owner }: Pick<SlotRequest, "slots" | "owner">,
  read: () => Promise<T>,
): Promise<T> {
  const leave = slots.enter(owner);
  if (leave === null) throw noRoom();
  try {
    return await read();
  } finally {
    leave();
  }
}

/**
 * Runs work in a slot, in its turn, under a deadline and for as long as the client waits. The answer does not wait for work
 * that is late, so that a slow dependency cannot hold a connection. The slot does: it is free when the work has ended, or
 * late work could pile up beyond all slots. To end soon, the work has the signal, and its database statements are canceled.
 */
export const workInSlot = <T>(request: SlotRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  // A request of the portal gives its turn among the pages up for it (./turns.ts).
  waitingOutside(() => inSlot(request, work));

async function inSlot<T>(
  { slots, owner, deadlineS, client }: SlotRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const slot = slots.take(owner);
  if (slot === null) throw noRoom();
  const deadline = AbortSignal.timeout(deadlineS * 1000);
  const signal = AbortSignal.any([deadline, client]);
  const refusal = (): ServiceError =>
    deadline.aborted
      ? new ServiceError("deadlineExceeded", "The request took longer than its time budget.")
      : clientWentAway();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(refusal());
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  const running = payingAs(owner, () => cancellingStatements(signal, () => inItsTurn(slot, signal, work)));
  // Both ways, so that late work that fails is no unhandled rejection.
  running.then(slot.giveBack, slot.giveBack);
  try {
    return await Promise.race([running, aborted]);
  } catch (error) {
    throw signal.aborted ? refusal() : error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** Without a step between where a turn is free, so that the slot is free again as soon as the work has ended. */
function inItsTurn<T>(slot: Slot, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const start = (isTurn: boolean): Promise<T> => (isTurn ? inTurn(slot, () => work(signal)) : Promise.reject(noRoom()));
  const begun = slot.begin(signal);
  return typeof begun === "boolean" ? start(begun) : begun.then(start);
}

const noRoom = (): ServiceError =>
  new ServiceError("capacityExceeded", "All processing slots that this provider may take are taken.");

export const clientWentAway = (): ServiceError => new ServiceError("requestCancelled", "The client went away.");
