import { inputsOf, type ComputeContext } from "@/lib/usecases/applications/compute-drift-buffer";
import { readComputable } from "@/lib/usecases/applications/computable-state";
import { plannedNow } from "@/lib/usecases/applications/drift-buffer/planned-now";
import { assessNow } from "@/lib/usecases/applications/drift-buffer/assess-now";
import type { DriftBufferAnswer, DriftBufferRequest } from "@/lib/usecases/applications/drift-buffer/request";
import { analyzeSoilFrom } from "@/lib/usecases/fields/analyze-soil";

/** The answer of a drift computation with nothing saved or claimed: for callers who may only read. */
export async function previewDriftBuffer(
  context: ComputeContext,
  { applicationEventId, setup, ...asked }: DriftBufferRequest,
): Promise<DriftBufferAnswer> {
  const state = await readComputable(context, applicationEventId);
  const application = plannedNow(state, setup);
  const { weather, withWindRose, withExplanation } = asked;
  const moment = { application, weather, withWindRose, withExplanation };
  const assessed = await assessNow(context, state, moment, async (boundary) => {
    const { outcome } = await analyzeSoilFrom(context, boundary, state.soil);
    return outcome;
  });
  return { applicationEventId, ...assessed, inputs: inputsOf(weather, application) };
}
