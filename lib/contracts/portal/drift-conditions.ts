import { z } from "zod";
import { definePortalContract, EDIT_KEY } from "@/lib/contracts/portal/contract";
import { conditionsBody, momentParams } from "@/lib/contracts/portal/drift-moment";
import { isoTime, timestamp } from "@/lib/contracts/shared/text";
import { OVERALL_STATUSES, type OverallStatus } from "@/lib/domain/compliance";

export const driftConditionsResponse = z.strictObject({ saved_at: timestamp, status: z.enum(OVERALL_STATUSES) });

/** Uses the conditions of a preview: the same computation as a provider's, saved with weather and assessment. */
export const portalDriftConditions = definePortalContract({
  method: "POST",
  path: "/portal/g/{grant}/api/fields/{fieldId}/drift-conditions",
  isProcessing: true,
  body: conditionsBody,
  query: z.strictObject({}),
  headers: EDIT_KEY,
  params: momentParams,
  response: driftConditionsResponse,
  present: (done: { checkedAt: Date; status: OverallStatus }): z.input<typeof driftConditionsResponse> => ({
    saved_at: isoTime(done.checkedAt),
    status: done.status,
  }),
});
