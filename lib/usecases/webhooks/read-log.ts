import { asProvider } from "@/lib/data/db";
import { recordAction } from "@/lib/data/operators/audit";
import { enqueueDelivery, listDeliveries, restartDelivery } from "@/lib/data/webhooks/deliveries";
import { OperatorRefusal } from "@/lib/domain/operator";
import type { WebhookDelivery, WebhookStatus } from "@/lib/domain/webhook";
import type { WebhookContext } from "@/lib/usecases/webhooks/manage-endpoints";

export interface LogQuery {
  endpointId: string | null;
  status: WebhookStatus | null;
  most: number;
}

/** A provider's deliveries, newest first, with what came of each. */
export const readLog = (
  { deps, providerId }: Omit<WebhookContext, "by">,
  query: LogQuery,
): Promise<WebhookDelivery[]> => asProvider(deps.db, providerId, (tx) => listDeliveries(tx, providerId, query));

/** Sends an ended delivery again, as it was, under the same id, for a day of attempts. */
export async function replayDelivery({ deps, providerId, by }: WebhookContext, deliveryId: string): Promise<void> {
  await asProvider(deps.db, providerId, async (tx) => {
    if (!(await restartDelivery(tx, providerId, deliveryId))) {
      throw new OperatorRefusal(`there is no ended delivery ${deliveryId}`);
    }
    await enqueueDelivery(tx, { providerId, deliveryId }, { waitS: 0, replace: true });
    const object = { kind: "webhook", id: deliveryId } as const;
    await recordAction(tx, by, { action: "webhook.replay", object, after: { provider: providerId } });
  });
}
