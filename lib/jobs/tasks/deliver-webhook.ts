import { z } from "zod";
import type { WebhookTurns } from "@/lib/jobs/webhook-turns";
import type { Deps } from "@/lib/runtime/deps";
import { deliverWebhook as deliver, putOffDelivery } from "@/lib/usecases/webhooks/deliver-webhook";

const jobSchema = z.object({ providerId: z.string(), deliveryId: z.uuid() });

/** Makes one attempt at telling a provider. The delivery and not its queue entry says what is due, so it may run twice. */
export async function deliverWebhook(deps: Deps, payload: unknown, turns: WebhookTurns): Promise<void> {
  const job = jobSchema.parse(payload);
  if (!(await turns.take(job.providerId, () => deliver(deps, job)))) await putOffDelivery(deps, job);
}
