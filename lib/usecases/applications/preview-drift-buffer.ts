import { inputsOf, type ComputeContext } from "@/lib/usecases/applications/compute-drift-buffer";
import { readComputable } from "@/lib/usecases/applications/computable-state";
import { applicationNow } from "@/lib/usecases/applications/drift-buffer/application-now";
import { plannedNow } from "@/lib/usecases/applications/drift-buffer/planned-now";
import { assessNow } from "@/lib/usecases/applications/drift-buffer/assess-now";
import type { DriftBufferAnswer, DriftBufferRequest } from "@/lib/usecases/applications/drift-buffer/request";
import { analyzeSoilFrom } from "@/lib/usecases/fields/analyze-soil";

/** The answer of a drift computation with nothing saved or claimed: for callers who may only read. Refuses what a computation refuses. */
export const previewDriftBuffer = (context: ComputeContext, asked: DriftBufferRequest): Promise<DriftBufferAnswer> =>
  preview(context, asked, plannedNow);

/** The same with what was computed once: its start may be of the day that the application had then, and is no reason to say nothing. */
export const previewAsComputed = (context: ComputeContext, asked: DriftBufferRequest): Promise<DriftBufferAnswer> =>
  preview(context, asked, applicationNow);

async function preview(
  context: ComputeContext,
  { applicationEventId, setup, weather, withWindRose, withExplanation }: DriftBufferRequest,
  applicationOf: typeof applicationNow,
): Promise<DriftBufferAnswer> {
  const state = await readComputable(context, applicationEventId);
  const application = applicationOf(state, setup);
  const moment = { application, weather, withWindRose, withExplanation };
  const assessed = await assessNow(context, state, moment, async (boundary) => {
    const { outcome } = await analyzeSoilFrom(context, boundary, state.soil);
    return outcome;
  });
  return { applicationEventId, ...assessed, inputs: inputsOf(weather, application) };
}
