import { v7 as uuidv7 } from "uuid";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import { recordAction } from "@/lib/data/operators/audit";
import {
  countDeliveries,
  enqueueDelivery,
  findDelivery,
  findWaitingTest,
  insertTest,
  listDeliveries,
  restartDelivery,
  type DeliveryFilter,
} from "@/lib/data/webhooks/deliveries";
import { findEndpoint, lockEndpoint } from "@/lib/data/webhooks/endpoints";
import { OperatorRefusal } from "@/lib/domain/operator";
import { WebhookRefusal, type WebhookDelivery } from "@/lib/domain/webhook";
import { noEndpoint, type WebhookContext } from "@/lib/usecases/webhooks/manage-endpoints";

export interface LogQuery extends DeliveryFilter {
  most: number;
}

/** A provider's deliveries, newest first, with what came of each. */
export const readLog = (
  { deps, providerId }: Omit<WebhookContext, "by">,
  query: LogQuery,
): Promise<WebhookDelivery[]> => asProvider(deps.db, providerId, (tx) => listDeliveries(tx, providerId, query));

export interface LogPage {
  total: number;
  offset: number;
  limit: number;
  deliveries: WebhookDelivery[];
}

/** One page of an endpoint's deliveries, with the number of all of them. */
export const readLogPage = (
  { deps, providerId }: Omit<WebhookContext, "by">,
  endpointId: string,
  { status, offset, limit }: Pick<DeliveryFilter, "status"> & { offset: number; limit: number },
): Promise<LogPage> =>
  asProvider(
    deps.db,
    providerId,
    async (tx) => {
      if ((await findEndpoint(tx, providerId, endpointId)) === null) throw noEndpoint(endpointId);
      const filter = { endpointId, status };
      const total = await countDeliveries(tx, providerId, filter);
      return {
        total,
        offset,
        limit,
        deliveries: await listDeliveries(tx, providerId, { ...filter, offset, most: limit }),
      };
    },
    { isolation: "RepeatableRead" },
  );

/** Sends an ended delivery again, as it was, under the same id, for a day of attempts. */
export async function replayDelivery(context: WebhookContext, deliveryId: string): Promise<void> {
  const { deps, providerId } = context;
  await asProvider(deps.db, providerId, async (tx) => {
    if (await restart(tx, context, deliveryId)) return;
    throw new OperatorRefusal(`there is no ended delivery ${deliveryId}`);
  });
}

/** The same of a delivery to one endpoint. One that waits already stays as it is. */
export const replayTo = (context: WebhookContext, endpointId: string, deliveryId: string): Promise<WebhookDelivery> =>
  asProvider(context.deps.db, context.providerId, async (tx) => {
    const { providerId } = context;
    const named = { endpointId, deliveryId };
    const before = await findDelivery(tx, providerId, named);
    if (before === null) throw new WebhookRefusal("webhookNotFound", `there is no delivery ${deliveryId}`);
    await restart(tx, context, deliveryId);
    return (await findDelivery(tx, providerId, named)) ?? before;
  });

async function restart(tx: ProviderTx, { providerId, by }: WebhookContext, deliveryId: string): Promise<boolean> {
  if (!(await restartDelivery(tx, providerId, deliveryId))) return false;
  await enqueueDelivery(tx, { providerId, deliveryId }, { waitS: 0, replace: true });
  const object = { kind: "webhook", id: deliveryId } as const;
  await recordAction(tx, by, { action: "webhook.replay", object, after: { provider: providerId } });
  return true;
}

/** Sends a test to one endpoint, whatever it subscribes to. While one waits, that is the one. */
export const sendTest = ({ deps, providerId, by }: WebhookContext, endpointId: string): Promise<WebhookDelivery> =>
  asProvider(deps.db, providerId, async (tx) => {
    const endpoint = await lockEndpoint(tx, providerId, endpointId);
    if (endpoint === null) throw noEndpoint(endpointId);
    if (!endpoint.enabled) throw new WebhookRefusal("webhookConflict", "the endpoint is switched off");
    const waiting = await findWaitingTest(tx, providerId, endpointId);
    if (waiting !== null) return waiting;
    const deliveryId = uuidv7();
    await insertTest(tx, providerId, { endpointId, deliveryId });
    await enqueueDelivery(tx, { providerId, deliveryId }, { waitS: 0, replace: true });
    const object = { kind: "webhook", id: endpointId } as const;
    await recordAction(tx, by, { action: "webhook.test", object, after: { provider: providerId } });
    const sent = await findDelivery(tx, providerId, { endpointId, deliveryId });
    if (sent === null) throw new RangeError("a delivery that was written is not there");
    return sent;
  });
