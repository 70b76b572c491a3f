import { ServiceError } from "@/lib/domain/errors";
import { cancellingStatements, payingAs } from "@/lib/runtime/deps";

/**
 * How many requests may be worked on at once; one more is refused at once, not queued behind the others. A provider takes
 * another slot only while it holds fewer than are free, so there is always one for a provider that has none. Gives data
 * and no errors, because bundles share one instance (lib/http/machinery.ts).
 */
export class ProcessingSlots {
  #free: number;
  readonly #takenBy = new Map<string, number>();

  constructor(most: number) {
    this.#free = most;
  }

  /** The way to give the slot back, which works once; null when there is none. `owner`: the provider it is for. */
  take(owner: string): (() => void) | null {
    if ((this.#takenBy.get(owner) ?? 0) >= this.#free) return null;
    this.#change(owner, 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#change(owner, -1);
      isHeld = false;
    };
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
  if (giveBack === null)
    throw new ServiceError("capacityExceeded", "All processing slots that this provider may take are taken.");
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
  const running = payingAs(owner, () => cancellingStatements(signal, () => work(signal)));
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
