import type { ProviderTx } from "@/lib/data/db";
import type { WebhookEndpoint, WebhookEvent } from "@/lib/domain/webhook";

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

/** Puts a new secret before the present one, which goes on signing for a while. False: there is no such endpoint. */
export async function replaceSecret(
  tx: ProviderTx,
  providerId: string,
  { endpointId, secretSealed, overlapS }: { endpointId: string; secretSealed: Buffer; overlapS: number },
): Promise<boolean> {
  const replaced = await tx.$executeRaw`
    UPDATE webhook_endpoint SET old_secret_sealed = secret_sealed, secret_sealed = ${secretSealed}::bytea,
                                old_secret_until = now() + make_interval(secs => ${overlapS}::float8)
    WHERE provider_id = ${providerId} AND endpoint_id = ${endpointId}::uuid`;
  return replaced === 1;
}

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
