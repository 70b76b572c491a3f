import { Command, InvalidArgumentError } from "commander";
import { expectProvider } from "@/lib/auth/api-keys";
import { asProvider } from "@/lib/data/db";
import { WEBHOOK_EVENTS, WEBHOOK_STATUSES, type WebhookEvent, type WebhookStatus } from "@/lib/domain/webhook";
import {
  addEndpoint,
  disableEndpoint,
  enableEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
  type WebhookContext,
} from "@/lib/usecases/webhooks/manage-endpoints";
import { readLog, replayDelivery, sendTest } from "@/lib/usecases/webhooks/read-log";
import { asOperator, byCommandLine } from "@/scripts/operator/open-database";

const oneOf =
  <Name extends string>(names: readonly Name[]) =>
  (text: string): Name => {
    const name = names.find((known) => known === text);
    if (name === undefined) throw new InvalidArgumentError(`one of ${names.join(", ")}`);
    return name;
  };
const event = (text: string, before: WebhookEvent[] | undefined): WebhookEvent[] => [
  ...(before ?? []),
  oneOf(WEBHOOK_EVENTS)(text),
];
const count = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 1000) throw new InvalidArgumentError("1 to 1000");
  return value;
};
const uuid = (text: string): string => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
    throw new InvalidArgumentError("an id as `list` shows");
  return text;
};
const time = (date: Date | null): string => date?.toISOString() ?? "";

const withProvider = (providerId: string, work: (context: WebhookContext) => Promise<void>): Promise<void> =>
  asOperator(async (db, env) => {
    await asProvider(db, providerId, (tx) => expectProvider(tx, providerId));
    await work({ deps: { db, env }, providerId, by: byCommandLine() });
  });

function showSecret(secret: string): void {
  console.log(secret);
  console.error("This is the only time the secret is shown.");
}

/** `npm run webhook -- add|list|rotate|enable|disable|remove|test|log|replay`: where providers receive events, and which were sent. */
const program = new Command("webhook").description("Webhooks of a provider");

program
  .command("add <provider_id> <url>")
  .description("a new endpoint for every event unless --event names which; prints its id and secret")
  .option("--event <kind>", `${WEBHOOK_EVENTS.join(" or ")}; may be repeated`, event)
  .action((providerId: string, url: string, options: { event?: WebhookEvent[] }) =>
    withProvider(providerId, async (context) => {
      const eventTypes = [...new Set(options.event ?? WEBHOOK_EVENTS)];
      const { endpointId, secret } = await addEndpoint(context, { url, eventTypes });
      console.log(endpointId);
      showSecret(secret);
    }),
  );

program.command("list <provider_id>").action((providerId: string) =>
  withProvider(providerId, async (context) => {
    const endpoints = await listEndpoints(context);
    console.table(
      endpoints.map((endpoint) => ({
        endpoint_id: endpoint.endpointId,
        url: endpoint.url,
        events: endpoint.eventTypes.join(" "),
        state: endpoint.enabled ? "on" : `off: ${endpoint.disabledReason ?? ""}`,
        created: time(endpoint.createdAt),
        old_secret_until: time(endpoint.oldSecretUntil),
      })),
    );
  }),
);

program
  .command("rotate <provider_id> <endpoint_id>")
  .description("a new secret; for a day messages are signed with both")
  .action((providerId: string, endpointId: string) =>
    withProvider(providerId, async (context) => showSecret(await rotateSecret(context, uuid(endpointId)))),
  );

program
  .command("enable <provider_id> <endpoint_id>")
  .description("switches an endpoint on again that was switched off or answered 410")
  .action((providerId: string, endpointId: string) =>
    withProvider(providerId, (context) => enableEndpoint(context, uuid(endpointId))),
  );

program
  .command("disable <provider_id> <endpoint_id>")
  .description("switches an endpoint off; what waits for it ends as failed and can be replayed later")
  .action((providerId: string, endpointId: string) =>
    withProvider(providerId, (context) => disableEndpoint(context, uuid(endpointId))),
  );

program
  .command("remove <provider_id> <endpoint_id>")
  .description("removes an endpoint and its log")
  .action((providerId: string, endpointId: string) =>
    withProvider(providerId, (context) => removeEndpoint(context, uuid(endpointId))),
  );

program
  .command("log <provider_id>")
  .description("the deliveries, newest first")
  .option("--endpoint <endpoint_id>", "of one endpoint", uuid)
  .option("--status <status>", WEBHOOK_STATUSES.join(", "), oneOf(WEBHOOK_STATUSES))
  .option("--most <count>", "rows at most", count, 50)
  .action((providerId: string, options: { endpoint?: string; status?: WebhookStatus; most: number }) =>
    withProvider(providerId, async (context) => {
      const { endpoint = null, status = null, most } = options;
      const deliveries = await readLog(context, { endpointId: endpoint, status, most });
      console.table(
        deliveries.map((delivery) => ({
          delivery_id: delivery.deliveryId,
          event: delivery.eventType,
          webhook_id: delivery.eventId,
          status: delivery.status,
          attempts: delivery.attempts,
          created: time(delivery.createdAt),
          next: delivery.status === "pending" ? time(delivery.nextAttemptAt) : "",
          answered: delivery.lastStatus ?? "",
          error: delivery.lastError ?? "",
        })),
      );
    }),
  );

program
  .command("test <provider_id> <endpoint_id>")
  .description("sends a webhook.test event there, whatever the endpoint subscribes to")
  .action((providerId: string, endpointId: string) =>
    withProvider(providerId, async (context) => {
      const { deliveryId } = await sendTest(context, uuid(endpointId));
      console.log(deliveryId);
    }),
  );

program
  .command("replay <provider_id> <delivery_id>")
  .description("sends an ended delivery again, under the same webhook-id")
  .action((providerId: string, deliveryId: string) =>
    withProvider(providerId, (context) => replayDelivery(context, uuid(deliveryId))),
  );

await program.parseAsync();
