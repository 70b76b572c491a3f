import { asProvider } from "@/lib/data/db";
import { enqueueDelivery, listDeliveries, restartDelivery } from "@/lib/data/webhooks/deliveries";
import type { WebhookDelivery, WebhookStatus } from "@/lib/domain/webhook";
import type { WebhookContext } from "@/lib/usecases/webhooks/manage-endpoints";

export interface LogQuery {
  endpointId: string | null;
  status: WebhookStatus | null;
  most: number;
}

/** A provider's deliveries, newest first, with what came of each. */
export const readLog = ({ deps, providerId }: WebhookContext, query: LogQuery): Promise<WebhookDelivery[]> =>
  asProvider(deps.db, providerId, (tx) => listDeliveries(tx, providerId, query));

/** Sends an ended delivery again, as it was, under the same id, for a day of attempts. */
export async function replayDelivery({ deps, providerId }: WebhookContext, deliveryId: string): Promise<void> {
  await asProvider(deps.db, providerId, async (tx) => {
    if (!(await restartDelivery(tx, providerId, deliveryId))) {
      throw new Error(`there is no ended delivery ${deliveryId}`);
    }
    await enqueueDelivery(tx, { providerId, deliveryId }, { waitS: 0, replace: true });
  });
}
