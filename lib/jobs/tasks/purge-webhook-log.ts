import type { Deps } from "@/lib/runtime/deps";
import { purgeWebhookLog as purge } from "@/lib/usecases/webhooks/deliver-webhook";

/** Every hour: webhook deliveries that the log keeps no longer. */
export async function purgeWebhookLog(deps: Deps): Promise<void> {
  deps.log.info({ purged: await purge(deps) }, "webhook log purged");
}
