import { asProvider } from "@/lib/data/db";
import { findStoredSoil } from "@/lib/data/soil/analyses";
import { findBoundary, type EnrichmentJob } from "@/lib/data/soil/enrichment";
import type { Assessment } from "@/lib/domain/compliance";
import { issue, type Issue } from "@/lib/domain/issues";
import { isPassing, type SoilFailure } from "@/lib/domain/soil-survey";
import { SOIL_PROCESSING_VERSION } from "@/lib/engine/soil-analysis";
import type { Deps } from "@/lib/runtime/deps";
import { analyzeSoilFrom } from "@/lib/usecases/fields/analyze-soil";

/**
 * Queues the loading of soil after a check that had to do without it for a reason that will pass. The check itself is
 * never rewritten. Returns what to tell the caller: nothing, or that even the queue could not be reached.
 */
export async function queueEnrichment(
  deps: Deps,
  job: EnrichmentJob,
  { issues, failure }: { issues: Assessment["issues"]; failure: SoilFailure | null },
): Promise<Issue[]> {
  const isMissed = issues.some(({ code }) => code === "SOIL_UNAVAILABLE");
  if (!isMissed || failure === null || !isPassing(failure)) return [];
  try {
    await deps.queueSoil(job);
    return [];
  } catch (error) {
    deps.log.warn({ err: error }, "soil enrichment was not queued");
    return [issue("SOIL_QUEUE_FAILED")];
  }
}

/** How a job ended. Only `failed` is worth another attempt. */
export type EnrichmentOutcome = "filled" | "obsolete" | "without_soil" | "failed";

/** Loads the soil of a field's boundary into the store, if the field still has that boundary. */
export async function enrichSoil(deps: Deps, job: EnrichmentJob, signal: AbortSignal): Promise<EnrichmentOutcome> {
  const geometry = await asProvider(deps.db, job.providerId, (tx) => findBoundary(tx, job.providerId, job));
  if (geometry === null) return "obsolete";
  const stored = await findStoredSoil(deps.db.prisma, job.boundaryHash, SOIL_PROCESSING_VERSION);
  const { outcome, failure } = await analyzeSoilFrom({ deps, signal }, { geometry, hash: job.boundaryHash }, stored);
  if (outcome.summary !== null) return "filled";
  return failure !== null && isPassing(failure) ? "failed" : "without_soil";
}
