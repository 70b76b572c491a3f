import type { DriftComputation } from "@/lib/domain/drift";
import { ServiceError } from "@/lib/domain/errors";
import { computeDrift, type DriftFacts } from "@/lib/engine/drift/compute";
import { placeByWinds, type WindsAnswer, type WindsFacts } from "@/lib/engine/drift/winds";
import { isQueueFull } from "@/lib/gateways/fair-queue";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { Deps } from "@/lib/runtime/deps";
import { waitingOutside } from "@/lib/runtime/work-turn";

/** What a thread is sent: everything but the rulebook, which it has read itself. */
export interface ThreadFacts extends Omit<DriftFacts, "rulebook"> {
  /** The day whose rulebook holds, `YYYY-MM-DD`. */
  rulesAsOf: string;
}

/** All 16 directions cost some five times one. */
const ROSE_COST = 5;
/**
 * Positions of a boundary, with all winds five times as many, from which a computation goes to a thread: it would hold
 * up every request of the process for a tenth of a second, and the worst there is for six. Below, the way there and back
 * would cost more than the work.
 */
const THREAD_FROM = 1000;

const costOf = ({ boundary, withWindRose }: ThreadFacts): number =>
  boundary.coordinates.flat(2).length * (withWindRose ? ROSE_COST : 1);

interface Caller {
  deps: Deps;
  providerId: string;
  signal: AbortSignal;
}

/** The engine's computation, where it holds up no one. Work that is given up leaves its thread. */
export async function placeBuffers(caller: Caller, facts: ThreadFacts): Promise<DriftComputation> {
  if (costOf(facts) < THREAD_FROM) {
    const { rulesAsOf, ...known } = facts;
    return computeDrift(caller.deps.geos, { ...known, rulebook: rulebookAsOf(rulesAsOf) });
  }
  return inThread<DriftComputation>(caller, facts);
}

/** A field in many winds, as a thread is sent it. */
export interface ThreadWinds {
  winds: WindsFacts;
  rulesAsOf: string;
}

/** What many winds leave of a field, where it holds up no one. */
export async function placeWinds(caller: Caller, { winds, rulesAsOf }: ThreadWinds): Promise<WindsAnswer> {
  const positions = winds.boundary.coordinates.flat(2).length;
  return positions * ROSE_COST < THREAD_FROM
    ? placeByWinds(caller.deps.geos, winds, rulebookAsOf(rulesAsOf).crops)
    : inThread<WindsAnswer>(caller, { winds, rulesAsOf });
}

async function inThread<Result>(
  { deps, providerId, signal }: Caller,
  facts: ThreadFacts | ThreadWinds,
): Promise<Result> {
  try {
    return await waitingOutside(() => deps.driftThreads.run<Result>(facts, { owner: providerId, signal }));
  } catch (error) {
    if (!isQueueFull(error)) throw error;
    const message = "Too many large fields are being computed. Ask again in a moment.";
    throw new ServiceError("capacityExceeded", message, { cause: error });
  }
}
