import { z } from "zod";
import { definePortalContract } from "@/lib/contracts/portal/contract";
import { driftAnswerSchema } from "@/lib/contracts/portal/drift-answer";
import { momentParams, previewBody } from "@/lib/contracts/portal/drift-moment";
import type { DriftAnswerView } from "@/lib/views/portal/drift";

export const driftPreviewResponse = z.strictObject({ answer: driftAnswerSchema });

/** What buffers some conditions ask for, worked out by the engine of the API and not saved. */
export const portalDriftPreview = definePortalContract({
  method: "POST",
  path: "/portal/g/{grant}/api/fields/{fieldId}/drift-preview",
  isProcessing: true,
  body: previewBody,
  query: z.strictObject({}),
  params: momentParams,
  response: driftPreviewResponse,
  present: (answer: DriftAnswerView): z.input<typeof driftPreviewResponse> => ({ answer }),
});
