import { z } from "zod";
import { choices } from "@/lib/contracts/shared/choices";
import { defineContract } from "@/lib/contracts/shared/contract";
import { isoTime, isoTimeOrNull, text, timestamp } from "@/lib/contracts/shared/text";
import { MOST_WEBHOOK_OVERLAP_S, WEBHOOK_EVENTS, WEBHOOK_OVERLAP_S, type WebhookEndpoint } from "@/lib/domain/webhook";
import type { MadeEndpoint } from "@/lib/usecases/webhooks/provider-endpoints";

const eventSchema = choices("WebhookEventType", "A kind of event that an endpoint can receive.", WEBHOOK_EVENTS, {
  "bulk_job.completed": "a bulk job ended, in whatever state.",
  "field.changed": "an edit in the portal, an answer to a question, or a new boundary.",
  "application.changed": "a buffer computed, a record written or signed, or a limitation read in the portal.",
  "application.recheck_suggested": "new data changes the answer to a planned application.",
});
const eventsSchema = z
  .array(eventSchema)
  .min(1)
  .refine((events) => new Set(events).size === events.length, "must name each kind once");

export const endpointSchema = z
  .strictObject({
    endpoint_id: z.uuid().describe("Identifier of the endpoint."),
    url: z.string().describe("Where messages go."),
    event_types: z.array(eventSchema).describe("Kinds of events it receives. A test comes whatever they are."),
    enabled: z.boolean().describe("False: nothing is written for it, and what waits is not sent."),
    disabled_reason: z.string().nullable().describe("Why it is off, for people; null: it is on."),
    created_at: timestamp.describe("When it was made, UTC."),
    old_secret_until: timestamp
      .nullable()
      .describe("Until when the secret before the newest signs as well, UTC; null: the newest alone signs."),
  })
  .meta({
    id: "WebhookEndpoint",
    description: "An address of yours that receives events. Its secret is never read back.",
  });

const success = z.literal(true).describe("True on every 200. It says nothing about compliance.");

export const endpointResponse = z
  .strictObject({ success, endpoint: endpointSchema })
  .meta({ id: "WebhookEndpointAnswer", description: "One endpoint." });

export const createdEndpointResponse = z
  .strictObject({
    success,
    endpoint: endpointSchema,
    replayed: z.boolean().describe("True where the endpoint was there already; then there is no secret."),
    secret: z
      .string()
      .optional()
      .describe("Signs every message. Shown this once: keep it. Left out where `replayed` is true."),
  })
  .meta({ id: "CreatedWebhookEndpoint", description: "An endpoint, with its secret where it is new." });

export const endpointListResponse = z
  .strictObject({ success, endpoints: z.array(endpointSchema).describe("Endpoints, oldest first; at most 20.") })
  .meta({ id: "WebhookEndpointList", description: "Your endpoints." });

export const removedEndpointResponse = z
  .strictObject({ success, endpoint_id: z.uuid().describe("The endpoint that is gone, with its log.") })
  .meta({ id: "RemovedWebhookEndpoint", description: "An endpoint that was removed." });

export const rotatedSecretResponse = z
  .strictObject({
    success,
    endpoint: endpointSchema,
    secret: z.string().describe("The new secret. Shown this once: keep it."),
  })
  .meta({ id: "RotatedWebhookSecret", description: "A new secret." });

export const presentEndpoint = (endpoint: WebhookEndpoint): z.input<typeof endpointSchema> => ({
  endpoint_id: endpoint.endpointId,
  url: endpoint.url,
  event_types: endpoint.eventTypes,
  enabled: endpoint.enabled,
  disabled_reason: endpoint.disabledReason,
  created_at: isoTime(endpoint.createdAt),
  old_secret_until:
    endpoint.oldSecretUntil !== null && endpoint.oldSecretUntil > new Date()
      ? isoTimeOrNull(endpoint.oldSecretUntil)
      : null,
});
const presentOne = (endpoint: WebhookEndpoint): z.input<typeof endpointResponse> => ({
  success: true,
  endpoint: presentEndpoint(endpoint),
});

export const WEBHOOK_PATH = "/api/v2/webhook-endpoints";
export const endpointParams = z.object({
  endpointId: z.uuid("must be the UUID of a webhook endpoint").describe("Identifier of the endpoint."),
});
/** What every route of one endpoint has in common. */
export const ofEndpoint = {
  tag: "Webhooks",
  isProcessing: false,
  query: z.strictObject({}),
  params: endpointParams,
} as const;

export const webhookEndpointCreate = defineContract({
  ...ofEndpoint,
  method: "POST",
  path: WEBHOOK_PATH,
  operationId: "createWebhookEndpoint",
  summary: "Add an address that receives events",
  description:
    "The address is the endpoint's identity: the same address with the same events again is the same endpoint, without " +
    "its secret; with other events it is refused. In production the address must be `https` and public. At most 20.",
  rateClass: "writes",
  body: () =>
    z
      .strictObject({
        url: text(2000).describe("Where messages go: `https` at a public address, at most 2,000 characters."),
        event_types: eventsSchema.optional().describe("Kinds of events it is to receive. Left out: all there are now."),
      })
      .meta({ id: "CreateWebhookEndpoint", description: "A new endpoint." }),
  params: z.object({}),
  response: createdEndpointResponse,
  present: ({ endpoint, secret }: MadeEndpoint): z.input<typeof createdEndpointResponse> => ({
    success: true,
    endpoint: presentEndpoint(endpoint),
    replayed: secret === null,
    ...(secret === null ? {} : { secret }),
  }),
  problems: ["webhookConflict", "portalSasUnconfigured"],
});

export const webhookEndpointList = defineContract({
  ...ofEndpoint,
  method: "GET",
  path: WEBHOOK_PATH,
  operationId: "listWebhookEndpoints",
  summary: "List your webhook endpoints",
  description: "Those that the operator added for you, too. Secrets are never read back.",
  rateClass: "reads",
  body: null,
  params: z.object({}),
  response: endpointListResponse,
  present: (endpoints: WebhookEndpoint[]): z.input<typeof endpointListResponse> => ({
    success: true,
    endpoints: endpoints.map(presentEndpoint),
  }),
  problems: [],
});

export const webhookEndpointRead = defineContract({
  ...ofEndpoint,
  method: "GET",
  path: `${WEBHOOK_PATH}/{endpointId}`,
  operationId: "readWebhookEndpoint",
  summary: "Read one webhook endpoint",
  description: "Says why it is off, where it is: an endpoint that answers 410 is switched off.",
  rateClass: "reads",
  body: null,
  response: endpointResponse,
  present: presentOne,
  problems: ["webhookNotFound"],
});

export const webhookEndpointChange = defineContract({
  ...ofEndpoint,
  method: "PUT",
  path: `${WEBHOOK_PATH}/{endpointId}`,
  operationId: "changeWebhookEndpoint",
  summary: "Switch a webhook endpoint on or off, and set its events",
  description:
    "The same again changes nothing. While it is off, no event is written for it, and what waits ends as failed: replay " +
    "that when it is on again.",
  rateClass: "writes",
  body: () =>
    z
      .strictObject({
        enabled: z.boolean().describe("Whether it receives messages."),
        event_types: eventsSchema.describe("Kinds of events it receives from now on."),
      })
      .meta({ id: "ChangeWebhookEndpoint", description: "What an endpoint is to be." }),
  response: endpointResponse,
  present: presentOne,
  problems: ["webhookNotFound"],
});

export const webhookEndpointRemove = defineContract({
  ...ofEndpoint,
  method: "DELETE",
  path: `${WEBHOOK_PATH}/{endpointId}`,
  operationId: "removeWebhookEndpoint",
  summary: "Remove a webhook endpoint with its log",
  description: "Nothing more is sent there. A second removal is 404.",
  rateClass: "writes",
  body: null,
  response: removedEndpointResponse,
  present: (endpointId: string): z.input<typeof removedEndpointResponse> => ({
    success: true,
    endpoint_id: endpointId,
  }),
  problems: ["webhookNotFound"],
});

export const webhookSecretRotation = defineContract({
  ...ofEndpoint,
  method: "POST",
  path: `${WEBHOOK_PATH}/{endpointId}/rotate-secret`,
  operationId: "rotateWebhookSecret",
  summary: "Replace the secret of a webhook endpoint",
  description:
    "For the overlap, messages carry a signature of both secrets. While two secrets count, another rotation has to say " +
    "which of them is kept: after an answer that was lost that is `older`, the one your receiver knows.",
  rateClass: "writes",
  body: () =>
    z
      .strictObject({
        overlap_seconds: z
          .int()
          .min(0)
          .max(MOST_WEBHOOK_OVERLAP_S)
          .default(WEBHOOK_OVERLAP_S)
          .describe("How long an earlier secret signs as well, 0 to 604,800 seconds. 0: it is void at once."),
        keep: z
          .enum(["older", "newer"])
          .optional()
          .describe("Which secret is the earlier one, where two count now. Needed only then."),
      })
      .meta({ id: "RotateWebhookSecret", description: "How a secret is replaced." }),
  response: rotatedSecretResponse,
  present: ({ endpoint, secret }: MadeEndpoint): z.input<typeof rotatedSecretResponse> => ({
    success: true,
    endpoint: presentEndpoint(endpoint),
    secret: secret ?? "",
  }),
  problems: ["webhookNotFound", "webhookConflict", "portalSasUnconfigured"],
});
