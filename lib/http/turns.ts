import { FEWEST, idleShareOfThread, type IdleShare } from "@/lib/http/turn-limit";
import { turnOf, WorkTurns } from "@/lib/http/work-turns";
import { endingSignal } from "@/lib/runtime/deps";
import { inTurn, waitingOutside, type WorkTurn } from "@/lib/runtime/work-turn";

export interface TurnRequest {
  /** Who asks: a provider, or a network. Those with few requests at work come before those with many. */
  owner: string;
  /** Fires when the client goes away: what has not begun by then is not begun. */
  gone: AbortSignal;
}

/** Works once its turn has come; `left` says what is given where it will not come, because the client or the deadline has gone. */
export type Turns = <T>(request: TurnRequest, work: (turn: WorkTurn) => Promise<T>, left: () => T) => Promise<T>;

/** How many work at once: while the thread has time to spare, and while it has none. */
interface TurnCounts {
  most: number;
  fewest?: number;
}

/**
 * Turns of requests that no one is refused for: few work at once, the others wait until their deadline. Checks and computations have
 * turns of their own (./slots.ts), and so have reads and pages, so that a rush of the one leaves the others their share of the thread.
 */
export function createTurns({ most, fewest = FEWEST }: TurnCounts, idleShare: IdleShare = idleShareOfThread()): Turns {
  const turns = new WorkTurns(most, undefined, idleShare, Math.min(most, fewest));
  return async ({ owner, gone }, work, left) => {
    if (gone.aborted) return left();
    if (!turns.tryBegin(owner)) {
      const ends = endingSignal();
      const signal = ends === undefined ? gone : AbortSignal.any([gone, ends]);
      if (!(await turns.begin({ owner, signal, onLeft: () => undefined }))) return left();
    }
    const turn = turnOf(turns, owner);
    try {
      return await inTurn(turn, () => work(turn));
    } finally {
      turn.giveBack();
    }
  };
}

/** A page takes the thread ten times as long as a step of a check, which would wait for each of them at every step. */
const FEWEST_PAGES = 2;

const shared = globalThis as typeof globalThis & { hedgerowPageTurns?: Turns };

/** The web server asks for turns of pages before Next has one (scripts/page-turns.mjs), in another bundle than this. */
export function openPageTurns(most: number): void {
  if (shared.hedgerowPageTurns !== undefined) return;
  shared.hedgerowPageTurns = createTurns({ most, fewest: FEWEST_PAGES });
  waitOutsideForFetch();
}

/**
 * Next fetches a page of this very server where an action leads to it, and waits for that: with the turn of the action it would wait for
 * itself, and everyone with it.
 */
function waitOutsideForFetch(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (...asked) => waitingOutside(() => fetch(...asked));
}
