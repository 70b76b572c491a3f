import type { Assessment } from "@/lib/domain/compliance";
import { isIncomplete } from "@/lib/domain/issues";
import { mergeIssues } from "@/lib/domain/merge-issues";
import type { Provider } from "@/lib/domain/provider";
import { overallStatus } from "@/lib/engine/overall";
import { asComputed, worsePoints } from "@/lib/engine/runoff/as-computed";
import type { ComputeContext } from "@/lib/usecases/applications/compute-drift-buffer";
import { readComputable } from "@/lib/usecases/applications/computable-state";
import { applicationNow, AS_SAVED } from "@/lib/usecases/applications/drift-buffer/application-now";
import { assessAsOfNow, changedBoundary, leftOpenAll } from "@/lib/usecases/applications/drift-buffer/assess-now";
import { computedSetup } from "@/lib/usecases/applications/drift-buffer/computed-setup";
import type { SetupPatch } from "@/lib/usecases/applications/drift-buffer/request";
import { readCompliance } from "@/lib/usecases/applications/read-compliance";
import { asGiven } from "@/lib/usecases/attestations/asked";
import { analyzeSoilFrom } from "@/lib/usecases/fields/analyze-soil";

/** A saved application, judged as a check would judge it now. */
export interface Reassessed {
  applicationEventId: string;
  assessment: Assessment;
}

/**
 * Judges a saved application again by the data, rules, and choices in force now, and saves nothing. On another boundary
 * than it was checked on it stays open, as it does when buffers are placed.
 */
export async function reassessSaved(
  context: ComputeContext,
  applicationEventId: string,
  { withExplanation, setup = AS_SAVED }: { withExplanation: boolean; setup?: SetupPatch },
): Promise<Reassessed> {
  const state = await readComputable(context, applicationEventId);
  const application = applicationNow(state, setup);
  const found = await assessAsOfNow(context, state, { application, withExplanation }, async (boundary) => {
    const { outcome } = await analyzeSoilFrom(context, boundary, state.soil);
    return outcome;
  });
  const changed = changedBoundary(state);
  const assessment = leftOpenAll(asGiven(found, state).assessment, changed);
  if (changed.length === 0) return { applicationEventId, assessment };
  const issues = mergeIssues([...assessment.issues, ...changed]);
  const status = overallStatus([...assessment.runoff.map((entry) => entry.status), assessment.drift.status], issues);
  return {
    applicationEventId,
    assessment: { ...assessment, status, issues, processingComplete: !issues.some(isIncomplete) },
  };
}

/** The same for its points: in the setup of its last drift computation, where more are short so. It is what the application stands by. */
export async function reassessPoints(
  context: ComputeContext & { provider: Provider },
  applicationEventId: string,
): Promise<Reassessed> {
  const checked = await reassessSaved(context, applicationEventId, { withExplanation: false });
  const { saved } = (await readCompliance(context, applicationEventId)).application;
  const { lastComputation } = saved.drift;
  if (lastComputation === null || asComputed(saved) === null) return checked;
  const { setup } = computedSetup(lastComputation);
  const computed = await reassessSaved(context, applicationEventId, { withExplanation: false, setup });
  const points = worsePoints(checked.assessment, computed.assessment);
  const standing = points.runoff.some((entry) => computed.assessment.runoff.includes(entry)) ? computed : checked;
  return { applicationEventId, assessment: { ...standing.assessment, ...points } };
}
