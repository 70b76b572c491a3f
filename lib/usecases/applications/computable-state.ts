import { findComputeState, type ComputeState } from "@/lib/data/drift/compute-state";
import { asProvider } from "@/lib/data/db";
import { SOIL_PROCESSING_VERSION } from "@/lib/engine/soil-analysis";
import { boundaryOf } from "@/lib/usecases/applications/drift-buffer/assess-now";
import { applicationNotFound } from "@/lib/usecases/applications/read-compliance";
import type { ComputeContext } from "@/lib/usecases/applications/compute-drift-buffer";
import { refuseSharedIdentity } from "@/lib/usecases/claims/conflicts";

/** A saved application with all that judging it again needs, read and not claimed: for work that saves nothing. */
export async function readComputable(
  { deps, provider: { providerId } }: Pick<ComputeContext, "deps" | "provider">,
  applicationEventId: string,
): Promise<ComputeState> {
  const state = await asProvider(deps.db, providerId, (tx) =>
    findComputeState(tx, providerId, applicationEventId, SOIL_PROCESSING_VERSION),
  );
  if (state === null) throw applicationNotFound();
  refuseSharedIdentity(state);
  boundaryOf(state);
  return state;
}
