import { runMigrations } from "graphile-worker";
import { z } from "zod";
import { applicationChangedEvent, bulkJobCompletedEvent, fieldChangedEvent } from "@/lib/contracts/v2/webhooks";
import { deliverWebhook } from "@/lib/jobs/tasks/deliver-webhook";
import { WebhookTurns } from "@/lib/jobs/webhook-turns";
import { getDeps } from "@/lib/runtime/deps";
import { WEBHOOK_EVENTS, type WebhookDelivery, type WebhookEvent } from "@/lib/domain/webhook";
import { addEndpoint, type WebhookContext } from "@/lib/usecases/webhooks/manage-endpoints";
import { readLog } from "@/lib/usecases/webhooks/read-log";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { verified, type Receiver } from "@/tests/contract/webhooks/receiver";
import { BY_TEST, makeCaller, type Caller } from "@/tests/support/api";

/** Receivers of tests are on this machine. Called as a file begins, before anything reads the environment. */
export function allowReceiversHere(): void {
  process.env.WEBHOOK_ALLOW_PRIVATE = "true";
}

export const prepareQueue = (): Promise<void> =>
  runMigrations({ connectionString: process.env.DATABASE_DIRECT_URL ?? "" });

export const contextOf = async (providerId: string): Promise<WebhookContext> => ({
  deps: await getDeps(),
  providerId,
  by: BY_TEST,
});

export const subscribe = async (
  providerId: string,
  url: string,
  eventTypes: readonly WebhookEvent[] = WEBHOOK_EVENTS,
): Promise<{ endpointId: string; secret: string }> => addEndpoint(await contextOf(providerId), { url, eventTypes });

/** Writes an event as the triggers do. */
export const tell = (providerId: string, told: Record<string, unknown> = { job_id: "j" }) =>
  sql(providerId, "SELECT tell_provider($1, 'bulk_job.completed', $2)", [providerId, told]);

/** The log, oldest first. */
export const logOf = async (providerId: string): Promise<WebhookDelivery[]> =>
  (await readLog(await contextOf(providerId), { endpointId: null, status: null, most: 100 })).reverse();

/** Runs what the queue holds for a provider and is due by the delivery's own time, as a worker does. */
export async function deliverAll(providerId: string): Promise<void> {
  const deps = await getDeps();
  for (const { deliveryId } of await logOf(providerId)) {
    // With turns of its own: none rests because of the one before.
    await deliverWebhook(deps, { providerId, deliveryId }, new WebhookTurns());
  }
}

/** Time goes by for deliveries: no one sleeps for it. */
export const letHoursPass = (providerId: string, hours: number) =>
  sql(
    providerId,
    `UPDATE webhook_delivery SET
       next_attempt_at = (next_attempt_at AT TIME ZONE 'UTC' - make_interval(secs => $1)) AT TIME ZONE 'UTC',
       give_up_at = (give_up_at AT TIME ZONE 'UTC' - make_interval(secs => $1)) AT TIME ZONE 'UTC'`,
    [hours * 3600],
  );

/** Queue entries for a delivery that a worker may take, and in how many seconds. */
export const entriesOf = (deliveryId: string) =>
  sql<{ in_s: number }>(
    null,
    `SELECT extract(epoch FROM run_at - now())::float8 AS in_s FROM graphile_worker._private_jobs
     WHERE payload->>'deliveryId' = $1 AND locked_at IS NULL`,
    [deliveryId],
  );

/** Every message is what the OpenAPI document says of its kind. */
const eventSchema = z.discriminatedUnion("type", [bulkJobCompletedEvent, fieldChangedEvent, applicationChangedEvent]);

interface Told {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** A provider with an endpoint, and the events since the last reading. */
export async function listeningAt(
  receiver: Receiver,
  providerId: string,
): Promise<{ caller: Caller; told: () => Promise<Told[]> }> {
  const caller = await makeCaller(providerId);
  const { secret } = await subscribe(providerId, receiver.url);
  const told = async (): Promise<Told[]> => {
    receiver.received.length = 0;
    await deliverAll(providerId);
    return receiver.received.map((message) => eventSchema.parse(verified(secret, message)));
  };
  return { caller, told };
}
