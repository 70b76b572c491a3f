import type { DriftComputation } from "@/lib/domain/drift";
import { computeDrift } from "@/lib/engine/drift/compute";
import { placeByWinds, type WindsAnswer } from "@/lib/engine/drift/winds";
import { startGeos } from "@/lib/geo/kernel";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { ThreadFacts, ThreadWinds } from "@/lib/usecases/applications/drift-buffer/place-buffers";

const kernel = await startGeos();

/** The work of a drift thread: what the engine reads in, what it found out. */
export function placeInThread(task: ThreadFacts | ThreadWinds): DriftComputation | WindsAnswer {
  const rulebook = rulebookAsOf(task.rulesAsOf);
  if ("winds" in task) return placeByWinds(kernel, task.winds, rulebook.crops);
  return computeDrift(kernel, { ...task, rulebook });
}
