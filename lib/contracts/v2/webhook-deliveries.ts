import { z } from "zod";
import { choices } from "@/lib/contracts/shared/choices";
import { defineContract } from "@/lib/contracts/shared/contract";
import { queryIntegerOr } from "@/lib/contracts/shared/query";
import { isoTime, isoTimeOrNull, timestamp } from "@/lib/contracts/shared/text";
import { endpointParams, ofEndpoint, WEBHOOK_PATH } from "@/lib/contracts/v2/webhook-endpoints";
import { WEBHOOK_STATUSES, type WebhookDelivery } from "@/lib/domain/webhook";
import type { LogPage } from "@/lib/usecases/webhooks/read-log";

const statusSchema = choices("WebhookDeliveryStatus", "How far a delivery is.", WEBHOOK_STATUSES, {
  pending: "it waits for its next attempt.",
  delivered: "your endpoint took it.",
  failed: "it is not tried any more.",
});

export const deliverySchema = z
  .strictObject({
    delivery_id: z.uuid().describe("Identifier of the delivery: one event to one endpoint."),
    endpoint_id: z.uuid().describe("The endpoint."),
    webhook_id: z.uuid().describe("Identifier of the event, as in the header `webhook-id`. A replay keeps it."),
    event_type: z.string().describe("Kind of the event."),
    status: statusSchema,
    attempts: z.int().min(0).describe("Attempts so far; a replay begins at 0 again."),
    created_at: timestamp.describe("When the event happened, UTC."),
    next_attempt_at: timestamp.nullable().describe("When it is tried next, UTC; null: it is over."),
    last_status: z.int().nullable().describe("HTTP status of your latest answer; null: none came."),
    last_error: z.string().nullable().describe("Why the latest attempt failed, for people; null: it did not."),
    delivered_at: timestamp.nullable().describe("When your endpoint took it, UTC; null: it has not."),
  })
  .meta({ id: "WebhookDelivery", description: "What came of one event at one endpoint." });

export const deliveryResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200. It says nothing about compliance."),
    delivery: deliverySchema,
  })
  .meta({ id: "WebhookDeliveryAnswer", description: "One delivery." });

export const deliveryListResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200. It says nothing about compliance."),
    total: z.int().describe("Deliveries that match."),
    offset: z.int().describe("Offset of this page."),
    limit: z.int().describe("Most deliveries this page holds."),
    next_offset: z.int().nullable().describe("Offset of the next page, null on the last."),
    deliveries: z.array(deliverySchema).describe("Deliveries, newest first."),
  })
  .meta({ id: "WebhookDeliveryList", description: "One page of an endpoint's log." });

const presentDelivery = (delivery: WebhookDelivery): z.input<typeof deliverySchema> => ({
  delivery_id: delivery.deliveryId,
  endpoint_id: delivery.endpointId,
  webhook_id: delivery.eventId,
  event_type: delivery.eventType,
  status: delivery.status,
  attempts: delivery.attempts,
  created_at: isoTime(delivery.createdAt),
  next_attempt_at: delivery.status === "pending" ? isoTime(delivery.nextAttemptAt) : null,
  last_status: delivery.lastStatus,
  last_error: delivery.lastError,
  delivered_at: isoTimeOrNull(delivery.deliveredAt),
});
const presentOne = (delivery: WebhookDelivery): z.input<typeof deliveryResponse> => ({
  success: true,
  delivery: presentDelivery(delivery),
});

export const webhookTest = defineContract({
  ...ofEndpoint,
  method: "POST",
  path: `${WEBHOOK_PATH}/{endpointId}/test`,
  operationId: "testWebhookEndpoint",
  summary: "Send a test event to a webhook endpoint",
  description:
    "A `webhook.test` event, signed and tried like any other, whatever the endpoint subscribes to. While one waits, that " +
    "one is the answer.",
  rateClass: "writes",
  body: null,
  response: deliveryResponse,
  present: presentOne,
  problems: ["webhookNotFound", "webhookConflict"],
});

export const webhookDeliveryList = defineContract({
  ...ofEndpoint,
  method: "GET",
  path: `${WEBHOOK_PATH}/{endpointId}/deliveries`,
  operationId: "listWebhookDeliveries",
  summary: "Read what was sent to a webhook endpoint, and what came of it",
  description: "Newest first, for 30 days. Events that happened while the endpoint was off were never written.",
  rateClass: "reads",
  body: null,
  query: z.strictObject({
    status: statusSchema.optional().describe("Only those in this state."),
    offset: queryIntegerOr(0, 0, 1_000_000).describe("Deliveries to skip, 0 to 1,000,000."),
    limit: queryIntegerOr(50, 1, 100).describe("Most deliveries of a page, 1 to 100."),
  }),
  response: deliveryListResponse,
  present: ({ total, offset, limit, deliveries }: LogPage): z.input<typeof deliveryListResponse> => ({
    success: true,
    total,
    offset,
    limit,
    next_offset: deliveries.length > 0 && offset + deliveries.length < total ? offset + deliveries.length : null,
    deliveries: deliveries.map(presentDelivery),
  }),
  problems: ["webhookNotFound"],
});

export const webhookReplay = defineContract({
  ...ofEndpoint,
  method: "POST",
  path: `${WEBHOOK_PATH}/{endpointId}/deliveries/{deliveryId}/replay`,
  operationId: "replayWebhookDelivery",
  summary: "Send a delivery again",
  description:
    "The same message under the same `webhook-id`, for a day of attempts. One that waits already stays as it is.",
  rateClass: "writes",
  body: null,
  params: endpointParams.extend({
    deliveryId: z.uuid("must be the UUID of a delivery, as the log lists it").describe("Identifier of the delivery."),
  }),
  response: deliveryResponse,
  present: presentOne,
  problems: ["webhookNotFound"],
});
