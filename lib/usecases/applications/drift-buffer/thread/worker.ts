import type { DriftComputation } from "@/lib/domain/drift";
import { computeDrift } from "@/lib/engine/drift/compute";
import { startGeos } from "@/lib/geo/kernel";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { ThreadFacts } from "@/lib/usecases/applications/drift-buffer/place-buffers";

const kernel = await startGeos();

/** The work of a drift thread: what the engine reads in, what it found out. */
export const placeInThread = ({ rulesAsOf, ...facts }: ThreadFacts): DriftComputation =>
  computeDrift(kernel, { ...facts, rulebook: rulebookAsOf(rulesAsOf) });
