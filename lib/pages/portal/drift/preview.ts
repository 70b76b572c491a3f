import type { DriftAnswerView } from "@/lib/views/portal/drift";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { PortalPass } from "@/lib/usecases/portal/pass";
import { previewDrift, type MomentRequest } from "@/lib/usecases/portal/preview-drift";
import { previewAnswer } from "@/lib/pages/portal/drift/answer";

/** A preview as the drift page shows it. */
export async function previewForPage(
  pass: PortalPass,
  request: MomentRequest,
  signal: AbortSignal,
): Promise<DriftAnswerView> {
  const preview = await previewDrift(pass, request, signal);
  return previewAnswer(preview, rulebookAsOf(preview.applicationDate));
}
