import { AsyncLocalStorage } from "node:async_hooks";

/** A request's turn to work (lib/http/work-turns.ts). Data alone crosses between bundles, so it is two functions. */
export interface WorkTurn {
  /** Others may work while this request waits for something that is not in this process. */
  pause: () => void;
  /** It goes on at once: what it has claimed keeps others waiting. */
  resume: () => void;
}

/** Kept on the global object, because each route's bundle has a module instance of its own. */
const shared = globalThis as typeof globalThis & { hedgerowWorkTurn?: AsyncLocalStorage<WorkTurn> };
const turns = (shared.hedgerowWorkTurn ??= new AsyncLocalStorage());

export const inTurn = <T>(turn: WorkTurn, work: () => T): T => turns.run(turn, work);

/**
 * Waits for another service, a thread, or another request, and gives up the turn meanwhile: a survey that takes twenty
 * seconds must not keep those who need nothing of it from their work. Outside a request it only waits.
 */
export async function waitingOutside<T>(wait: () => Promise<T>): Promise<T> {
  const turn = turns.getStore();
  turn?.pause();
  try {
    return await wait();
  } finally {
    turn?.resume();
  }
}
