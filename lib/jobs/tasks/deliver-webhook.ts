import { z } from "zod";
import type { Deps } from "@/lib/runtime/deps";
import { deliverWebhook as deliver } from "@/lib/usecases/webhooks/deliver-webhook";

const jobSchema = z.object({ providerId: z.string(), deliveryId: z.uuid() });

/** Makes one attempt at telling a provider. The delivery and not its queue entry says what is due, so it may run twice. */
export const deliverWebhook = (deps: Deps, payload: unknown): Promise<void> => deliver(deps, jobSchema.parse(payload));
