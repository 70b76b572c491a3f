import { machineryOf } from "@/lib/http/machinery";
import { clientWentAway, workInSlot } from "@/lib/http/slots";
import type { Deps } from "@/lib/runtime/deps";

export interface WorkRequest {
  deps: Deps;
  /** It computes, and takes a slot: what its contract says. */
  isProcessing: boolean | undefined;
  /** The provider it is for. */
  owner: string;
  /** Fires when the client goes away. */
  client: AbortSignal;
}

/** Works on a request among those of its kind: what computes in a slot, all else in a turn of reads. */
export function workInTurn<T>(
  { deps, isProcessing, owner, client }: WorkRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { slots, reads } = machineryOf(deps);
  if (isProcessing === true) return workInSlot({ slots, owner, deadlineS: deps.env.REQUEST_DEADLINE_S, client }, work);
  return reads({ owner, gone: client }, () => work(client), refuseGone);
}

const refuseGone = (): never => {
  throw clientWentAway();
};
