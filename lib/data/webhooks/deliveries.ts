import { type Db, type ProviderTx, readReference } from "@/lib/data/db";
import { WEBHOOK_SILENT_S, WEBHOOK_TEST_EVENT, type WebhookDelivery, type WebhookStatus } from "@/lib/domain/webhook";

/** One attempt at a delivery. Its number is the fence: what a later attempt has overtaken changes nothing. */
export interface WebhookAttempt {
  deliveryId: string;
  endpointId: string;
  eventId: string;
  attempts: number;
  url: string;
  enabled: boolean;
  payload: unknown;
  secretSealed: Uint8Array;
  /** Null when no earlier secret counts any more. */
  oldSecretSealed: Uint8Array | null;
  /** Seconds left of the time in which it is tried. */
  remainingS: number;
}

/**
 * Begins the next attempt; null when the delivery is over, is not due, or is another's just now. Should this process die,
 * the delivery is due again after the silence. Times are the database's.
 */
export async function beginDelivery(
  tx: ProviderTx,
  providerId: string,
  deliveryId: string,
): Promise<WebhookAttempt | null> {
  const rows = await tx.$queryRaw<WebhookAttempt[]>`
    UPDATE webhook_delivery d
    SET attempts = d.attempts + 1, last_attempt_at = now(),
        next_attempt_at = now() + make_interval(secs => ${WEBHOOK_SILENT_S}::float8)
    FROM webhook_endpoint e
    WHERE d.provider_id = ${providerId} AND d.delivery_id = ${deliveryId}::uuid AND d.status = 'pending'
      AND d.next_attempt_at <= now() AND e.provider_id = d.provider_id AND e.endpoint_id = d.endpoint_id
    RETURNING d.delivery_id AS "deliveryId", d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.attempts,
              d.payload, e.url, e.enabled, e.secret_sealed AS "secretSealed",
              CASE WHEN e.old_secret_until > d.last_attempt_at THEN e.old_secret_sealed END AS "oldSecretSealed",
              extract(epoch FROM d.give_up_at - d.last_attempt_at)::float8 AS "remainingS"`;
  return rows[0] ?? null;
}

/** What came of an attempt. `waitS` null: nothing more will be tried. */
export async function recordDelivery(
  tx: ProviderTx,
  providerId: string,
  attempt: Pick<WebhookAttempt, "deliveryId" | "attempts">,
  outcome: { status: WebhookStatus; answered: number | null; error: string | null; waitS: number | null },
): Promise<boolean> {
  const recorded = await tx.$executeRaw`
    UPDATE webhook_delivery
    SET status = ${outcome.status}, last_status = ${outcome.answered}::int, last_error = ${outcome.error},
        delivered_at = now() + CASE WHEN ${outcome.status} = 'delivered' THEN INTERVAL '0' END,
        next_attempt_at = now() + make_interval(secs => ${outcome.waitS ?? 0}::float8)
    WHERE provider_id = ${providerId} AND delivery_id = ${attempt.deliveryId}::uuid AND status = 'pending'
      AND attempts = ${attempt.attempts}::int`;
  return recorded === 1;
}

export interface DeliveryFilter {
  endpointId: string | null;
  status: WebhookStatus | null;
}

const matching = (providerId: string, { endpointId, status }: DeliveryFilter) => ({
  providerId,
  ...(endpointId === null ? {} : { endpointId }),
  ...(status === null ? {} : { status }),
});

/** A provider's deliveries, newest first. */
export async function listDeliveries(
  tx: ProviderTx,
  providerId: string,
  { most, offset = 0, ...filter }: DeliveryFilter & { most: number; offset?: number },
): Promise<WebhookDelivery[]> {
  const rows = await tx.webhookDelivery.findMany({
    where: matching(providerId, filter),
    omit: { payload: true },
    orderBy: [{ createdAt: "desc" }, { deliveryId: "asc" }],
    skip: offset,
    take: most,
  });
  return rows.map(toDelivery);
}

export const countDeliveries = (tx: ProviderTx, providerId: string, filter: DeliveryFilter): Promise<number> =>
  tx.webhookDelivery.count({ where: matching(providerId, filter) });

/** One delivery to an endpoint; null when there is none. */
export async function findDelivery(
  tx: ProviderTx,
  providerId: string,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: string },
): Promise<WebhookDelivery | null> {
  const row = await tx.webhookDelivery.findFirst({
    where: { providerId, endpointId, deliveryId },
    omit: { payload: true },
  });
  return row === null ? null : toDelivery(row);
}

const toDelivery = (row: Omit<WebhookDelivery, "status"> & { status: string }): WebhookDelivery => ({
  deliveryId: row.deliveryId,
  endpointId: row.endpointId,
  eventId: row.eventId,
  eventType: row.eventType,
  status: row.status as WebhookStatus,
  attempts: row.attempts,
  createdAt: row.createdAt,
  nextAttemptAt: row.nextAttemptAt,
  lastStatus: row.lastStatus,
  lastError: row.lastError,
  deliveredAt: row.deliveredAt,
});

/** The test of an endpoint that waits for its attempt; null when none does. */
export async function findWaitingTest(
  tx: ProviderTx,
  providerId: string,
  endpointId: string,
): Promise<WebhookDelivery | null> {
  const row = await tx.webhookDelivery.findFirst({
    where: { providerId, endpointId, eventType: WEBHOOK_TEST_EVENT, status: "pending" },
    omit: { payload: true },
  });
  return row === null ? null : toDelivery(row);
}

/** Writes a test for one endpoint, in the form of the events that triggers write. */
export async function insertTest(
  tx: ProviderTx,
  providerId: string,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: string },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO webhook_delivery (provider_id, delivery_id, endpoint_id, event_id, event_type, payload, give_up_at)
    VALUES (${providerId}, ${deliveryId}::uuid, ${endpointId}::uuid, gen_random_uuid(), ${WEBHOOK_TEST_EVENT},
            jsonb_build_object(
              'type', ${WEBHOOK_TEST_EVENT}::text, 'data', jsonb_build_object('endpoint_id', ${endpointId}::text),
              'timestamp', to_char(now()::timestamptz(3) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
            now() + INTERVAL '24 hours')`;
}

/** Starts an ended delivery over, with a day of its own. False: there is no such one, or it has not ended. */
export async function restartDelivery(tx: ProviderTx, providerId: string, deliveryId: string): Promise<boolean> {
  const restarted = await tx.$executeRaw`
    UPDATE webhook_delivery
    SET status = 'pending', attempts = 0, delivered_at = NULL, next_attempt_at = now(),
        give_up_at = now() + INTERVAL '24 hours'
    WHERE provider_id = ${providerId} AND delivery_id = ${deliveryId}::uuid AND status <> 'pending'`;
  return restarted === 1;
}

/** Puts a delivery in the queue. `replace` sets a new time on an entry that waits already. */
export async function enqueueDelivery(
  db: Pick<Db["prisma"], "$executeRaw">,
  { providerId, deliveryId }: { providerId: string; deliveryId: string },
  { waitS, replace }: { waitS: number; replace: boolean },
): Promise<void> {
  await readReference(
    () => db.$executeRaw`
      SELECT enqueue_webhook(${providerId}, ${deliveryId}::uuid, make_interval(secs => ${waitS}::float8),
                             ${replace}::boolean)`,
  );
}

/** Deliveries that were due long ago, of any provider. */
export const findWaitingDeliveries = (db: Db): Promise<{ providerId: string; deliveryId: string }[]> =>
  readReference(
    () => db.prisma.$queryRaw<{ providerId: string; deliveryId: string }[]>`
      SELECT provider_id AS "providerId", delivery_id AS "deliveryId"
      FROM find_waiting_webhooks(make_interval(secs => ${WEBHOOK_SILENT_S}::float8))`,
  );

/** Removes ended deliveries that are older than the log is kept. */
export async function purgeDeliveries(db: Db): Promise<number> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ purged: number }[]>`SELECT purge_webhook_deliveries() AS purged`,
  );
  return rows[0]?.purged ?? 0;
}
