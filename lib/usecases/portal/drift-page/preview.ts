import type { DriftAnswerView } from "@/lib/domain/portal-views/drift";
import { rulebookAsOf } from "@/lib/rulebook/load";
import type { PortalPass } from "@/lib/usecases/portal/change-selection";
import { previewDrift, type MomentRequest } from "@/lib/usecases/portal/drift/preview-drift";
import { previewAnswer } from "@/lib/usecases/portal/drift-page/answer";

/** A preview as the drift page shows it. */
export async function previewForPage(
  pass: PortalPass,
  request: MomentRequest,
  signal: AbortSignal,
): Promise<DriftAnswerView> {
  const preview = await previewDrift(pass, request, signal);
  return previewAnswer(preview, rulebookAsOf(preview.applicationDate));
}
