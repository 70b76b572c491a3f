import type { ProviderTx } from "@/lib/data/db";
import type { SecretRotation, WebhookEndpoint, WebhookEvent } from "@/lib/domain/webhook";

type EndpointRow = NonNullable<Awaited<ReturnType<ProviderTx["webhookEndpoint"]["findUnique"]>>>;

const toEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  endpointId: row.endpointId,
  url: row.url,
  eventTypes: row.eventTypes as WebhookEvent[],
  enabled: row.enabled,
  disabledReason: row.disabledReason,
  createdAt: row.createdAt,
  oldSecretUntil: row.oldSecretUntil,
});

export async function insertEndpoint(
  tx: ProviderTx,
  providerId: string,
  endpoint: { endpointId: string; url: string; eventTypes: readonly WebhookEvent[]; secretSealed: Buffer },
): Promise<void> {
  const { endpointId, url, eventTypes, secretSealed } = endpoint;
  await tx.webhookEndpoint.create({
    data: { providerId, endpointId, url, eventTypes: [...eventTypes], secretSealed: new Uint8Array(secretSealed) },
  });
}

/** A provider's endpoints, oldest first. */
export async function listEndpoints(tx: ProviderTx, providerId: string): Promise<WebhookEndpoint[]> {
  const rows = await tx.webhookEndpoint.findMany({ where: { providerId }, orderBy: { createdAt: "asc" } });
  return rows.map(toEndpoint);
}

/** One endpoint of a provider, locked until the transaction ends; null when there is none. */
export async function lockEndpoint(
  tx: ProviderTx,
  providerId: string,
  endpointId: string,
): Promise<WebhookEndpoint | null> {
  await tx.$queryRaw`
    SELECT 1 FROM webhook_endpoint WHERE provider_id = ${providerId} AND endpoint_id = ${endpointId}::uuid FOR UPDATE`;
  return findEndpoint(tx, providerId, endpointId);
}

export async function findEndpoint(
  tx: ProviderTx,
  providerId: string,
  endpointId: string,
): Promise<WebhookEndpoint | null> {
  const row = await tx.webhookEndpoint.findUnique({ where: { providerId_endpointId: { providerId, endpointId } } });
  return row === null ? null : toEndpoint(row);
}

/** Puts a new secret before an earlier one, which goes on signing for a while. */
export async function replaceSecret(
  tx: ProviderTx,
  providerId: string,
  { endpointId, secretSealed, overlapS, keep }: SecretRotation & { endpointId: string; secretSealed: Buffer },
): Promise<void> {
  // The clock is asked beforehand, and an overlap of null ends in no time at all: Citus takes no clock in a CASE.
  const [signing] = await tx.$queryRaw<{ isOlderValid: boolean | null }[]>`
    SELECT old_secret_until > now() AS "isOlderValid" FROM webhook_endpoint
    WHERE provider_id = ${providerId} AND endpoint_id = ${endpointId}::uuid FOR UPDATE`;
  const isOlderKept = keep === "older" && signing?.isOlderValid === true;
  await tx.$executeRaw`
    UPDATE webhook_endpoint SET
      old_secret_sealed = CASE WHEN ${overlapS <= 0} THEN NULL WHEN ${isOlderKept} THEN old_secret_sealed
                               ELSE secret_sealed END,
      old_secret_until = now() + make_interval(secs => ${overlapS > 0 ? overlapS : null}::float8),
      secret_sealed = ${secretSealed}::bytea
    WHERE provider_id = ${providerId} AND endpoint_id = ${endpointId}::uuid`;
}

export const setEvents = async (
  tx: ProviderTx,
  providerId: string,
  { endpointId, eventTypes }: { endpointId: string; eventTypes: readonly WebhookEvent[] },
): Promise<void> => {
  await tx.webhookEndpoint.updateMany({ where: { providerId, endpointId }, data: { eventTypes: [...eventTypes] } });
};

/** Switches an endpoint on (no reason) or off. False: there is no such endpoint. */
export async function setDisabled(
  tx: ProviderTx,
  providerId: string,
  { endpointId, reason }: { endpointId: string; reason: string | null },
): Promise<boolean> {
  const { count } = await tx.webhookEndpoint.updateMany({
    where: { providerId, endpointId },
    data: { enabled: reason === null, disabledReason: reason },
  });
  return count === 1;
}

/** Removes an endpoint with its deliveries. False: there is no such endpoint. */
export async function deleteEndpoint(tx: ProviderTx, providerId: string, endpointId: string): Promise<boolean> {
  const { count } = await tx.webhookEndpoint.deleteMany({ where: { providerId, endpointId } });
  return count === 1;
}
