import { ServiceError } from "@/lib/domain/errors";
import { cancellingStatements } from "@/lib/runtime/deps";

/** What stays for the others when one provider takes all it can: a part of all slots. */
const OTHERS_SHARE = 1 / 8;

/**
 * How many requests may be worked on at once; one more is refused at once, not queued behind the others. No provider
 * takes them all. Gives data and no errors, because bundles share one instance (lib/http/machinery.ts).
 */
export class ProcessingSlots {
  #taken = 0;
  readonly #takenBy = new Map<string, number>();
  readonly #most: number;
  readonly #mostOfOne: number;

  constructor(most: number) {
    this.#most = most;
    this.#mostOfOne = most - Math.floor(most * OTHERS_SHARE);
  }

  /** The way to give the slot back, which works once; null when all are taken. `owner`: the provider it is for. */
  take(owner: string): (() => void) | null {
    const own = this.#takenBy.get(owner) ?? 0;
    if (this.#taken >= this.#most || own >= this.#mostOfOne) return null;
    this.#change(owner, 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#change(owner, -1);
      isHeld = false;
    };
  }

  #change(owner: string, by: 1 | -1): void {
    this.#taken += by;
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

/**
 * Runs work in a slot, under a deadline and for as long as the client waits. The answer does not wait for work that is
 * late, so that a slow dependency cannot hold a connection. The slot does: it is free when the work has ended, or late
 * work could pile up beyond all slots. To end soon, the work has the signal, and its database statements are canceled.
 */
export async function workInSlot<T>(
  { slots, owner, deadlineS, client }: SlotRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const giveBack = slots.take(owner);
  if (giveBack === null) throw new ServiceError("capacityExceeded", "All processing slots are taken.");
  const deadline = AbortSignal.timeout(deadlineS * 1000);
  const signal = AbortSignal.any([deadline, client]);
  const refusal = (): ServiceError =>
    deadline.aborted
      ? new ServiceError("deadlineExceeded", "The request took longer than its time budget.")
      : new ServiceError("requestCancelled", "The client went away.");
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(refusal());
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  const running = cancellingStatements(signal, () => work(signal));
  // Both ways, so that late work that fails is no unhandled rejection.
  running.then(giveBack, giveBack);
  try {
    return await Promise.race([running, aborted]);
  } catch (error) {
    throw signal.aborted ? refusal() : error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
