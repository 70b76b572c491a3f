import { z } from "zod";
import type { Deps } from "@/lib/runtime/deps";
import { enrichSoil as enrich } from "@/lib/usecases/fields/soil-enrichment";

const jobSchema = z.object({ providerId: z.string(), fieldId: z.uuid(), boundaryHash: z.string() });

/** Loads the soil of a field that was checked while the survey was away. Throws to be tried again later. */
export async function enrichSoil(deps: Deps, payload: unknown, signal: AbortSignal): Promise<void> {
  const outcome = await enrich(deps, jobSchema.parse(payload), signal);
  deps.log.info({ outcome }, "soil enrichment");
  if (outcome === "failed") throw new Error("the soil survey is still not available");
}
