import type { ZodOpenApiObject } from "zod-openapi";
import { z } from "zod";
import { timestamp } from "@/lib/contracts/shared/text";
import { bulkJobStatusSchema, complianceStatusSchema } from "@/lib/contracts/vocabulary/statuses";
import { RECHECK_REASONS } from "@/lib/domain/recheck";
import { APPLICATION_CHANGES } from "@/lib/domain/webhook";

const sentAt = timestamp.describe("When it happened, UTC.");
const count = z.int().nonnegative();

/** One kind of event: what happened, when, and to what. */
const eventOf = <const Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.strictObject({ type: z.literal(type).describe("The kind of event."), timestamp: sentAt, data });

/** What a provider's endpoint receives. Ids, states, and counts only: what changed is read over the API, with a key. */
export const bulkJobCompletedEvent = eventOf(
  "bulk_job.completed",
  z
    .strictObject({
      job_id: z.uuid().describe("The job: read its results."),
      account_id: z.string().describe("The account of the submission."),
      provider_group_id: z.string().describe("The group of the submission: read its compliance."),
      status: bulkJobStatusSchema.describe("A terminal state."),
      total_items: count.describe("Checks in the job."),
      succeeded: count.describe("Items with a result."),
      failed: count.describe("Items with an error."),
    })
    .meta({ id: "BulkJobCompletedData", description: "How a bulk job ended." }),
).meta({ id: "BulkJobCompletedEvent", description: "A bulk job ended, in whatever state." });

export const fieldChangedEvent = eventOf(
  "field.changed",
  z
    .strictObject({
      reason: z.string().describe("What changed: the kind of a portal edit, or `boundary`."),
      account_id: z.string().describe("The account of the field."),
      provider_field_id: z.string().describe("Your identifier of the field."),
      year: z
        .int()
        .nullable()
        .describe(
          "The year that changed; null for `boundary`, `drawn_feature`, and `downslope`, which bear on every year.",
        ),
      application_event_ids: z.array(z.uuid()).describe("Applications it bears on: read their compliance again."),
    })
    .meta({ id: "FieldChangedData", description: "What changed of a field." }),
).meta({
  id: "FieldChangedEvent",
  description: "An applicator changed something in the portal, a question was answered, or a boundary moved.",
});

export const applicationChangedEvent = eventOf(
  "application.changed",
  z
    .strictObject({
      reason: z
        .enum(APPLICATION_CHANGES)
        .describe(
          "What was done in the portal. `drift_buffer`: a buffer was computed with the conditions at the sprayer: read the compliance again. " +
            "`record`: an entry or a photo was added to the record. `signature`: the record was signed. `limitation`: the text of a limitation " +
            "was marked as read, or no longer is.",
        ),
      application_event_id: z.uuid().describe("The application: read its compliance or its record."),
      application_id: z.string().describe("Your identifier of the application."),
      account_id: z.string().describe("Your customer."),
    })
    .meta({ id: "ApplicationChangedData", description: "What was done to one application." }),
).meta({
  id: "ApplicationChangedEvent",
  description: "An applicator computed a buffer, wrote into a record or signed it, or read a limitation in the portal.",
});

export const recheckSuggestedEvent = eventOf(
  "application.recheck_suggested",
  z
    .strictObject({
      application_event_id: z.uuid().describe("The application: check it again."),
      application_id: z.string().describe("Your identifier of the application."),
      account_id: z.string().describe("Your customer."),
      application_date: z.iso.date().describe("The planned day."),
      reason: z
        .enum(RECHECK_REASONS)
        .describe(
          "`data_changed`: newer data gives another answer, or it could not be assessed by both. `newer_label`: EPA lists a newer label of a product. " +
            "The others: what it rests on ends before the planned day.",
        ),
      ends_on: z.iso
        .date()
        .nullable()
        .describe(
          "Last day of the bulletin, label, or registration, for `newer_label` the day before the newer label's date; null for `data_changed`.",
        ),
      registration: z
        .string()
        .nullable()
        .describe("Registration number of the product that it is about; null: of no one product."),
      status_before: complianceStatusSchema
        .nullable()
        .describe(
          "Its status by the data in force before; null where something ends, or it could not be assessed. No buffer is placed for it or for " +
            "`status_after`: of an application whose buffer was worked out, both may be `indeterminate`.",
        ),
      status_after: complianceStatusSchema
        .nullable()
        .describe("Its status by the data in force now; null where something ends."),
    })
    .meta({ id: "RecheckSuggestedData", description: "A planned application to check again." }),
).meta({
  id: "RecheckSuggestedEvent",
  description:
    "Newer data gives a planned application another answer, or what it rests on ends within 30 days and before its day.",
});

export const webhookTestEvent = eventOf(
  "webhook.test",
  z
    .strictObject({ endpoint_id: z.uuid().describe("The endpoint that is tested.") })
    .meta({ id: "WebhookTestData", description: "What a test says." }),
).meta({ id: "WebhookTestEvent", description: "A test that you asked for. It tells of nothing that happened." });

const SIGNED_HEADERS = z.object({
  "webhook-id": z.string().describe("Identifier of the event. It stays the same when a message is sent again."),
  "webhook-timestamp": z.string().describe("When this message was sent, seconds since 1970. Refuse one that is old."),
  "webhook-signature": z
    .string()
    .describe("Space-separated signatures `v1,<base64>`: HMAC-SHA-256 of `id.timestamp.body` under your secret."),
});

const EVENTS = [
  {
    name: "bulk_job.completed",
    operationId: "onBulkJobCompleted",
    schema: bulkJobCompletedEvent,
    example: {
      type: "bulk_job.completed",
      timestamp: "2026-06-15T14:31:07.412Z",
      data: {
        job_id: "0199d3a4-7c1e-7000-8a55-2f6f3a1b9c01",
        account_id: "demo-account-1",
        provider_group_id: "bulk-2026",
        status: "completed",
        total_items: 100,
        succeeded: 100,
        failed: 0,
      },
    },
  },
  {
    name: "field.changed",
    operationId: "onFieldChanged",
    schema: fieldChangedEvent,
    example: {
      type: "field.changed",
      timestamp: "2026-06-15T14:31:07.412Z",
      data: {
        reason: "selection",
        account_id: "demo-account-1",
        provider_field_id: "home-quarter",
        year: 2026,
        application_event_ids: ["0199d3a4-7c1e-7000-8a55-2f6f3a1b9c02"],
      },
    },
  },
  {
    name: "application.changed",
    operationId: "onApplicationChanged",
    schema: applicationChangedEvent,
    example: {
      type: "application.changed",
      timestamp: "2026-06-15T14:31:07.412Z",
      data: {
        reason: "drift_buffer",
        application_event_id: "0199d3a4-7c1e-7000-8a55-2f6f3a1b9c02",
        application_id: "app-2026-0615",
        account_id: "demo-account-1",
      },
    },
  },
  {
    name: "application.recheck_suggested",
    operationId: "onRecheckSuggested",
    schema: recheckSuggestedEvent,
    example: {
      type: "application.recheck_suggested",
      timestamp: "2026-06-15T14:31:07.412Z",
      data: {
        application_event_id: "0199d3a4-7c1e-7000-8a55-2f6f3a1b9c02",
        application_id: "app-2026-0615",
        account_id: "demo-account-1",
        application_date: "2026-06-20",
        reason: "data_changed",
        ends_on: null,
        registration: null,
        status_before: "met",
        status_after: "indeterminate",
      },
    },
  },
  {
    name: "webhook.test",
    operationId: "onWebhookTest",
    schema: webhookTestEvent,
    example: {
      type: "webhook.test",
      timestamp: "2026-06-15T14:31:07.412Z",
      data: { endpoint_id: "0199d3a4-7c1e-7000-8a55-2f6f3a1b9c03" },
    },
  },
] as const;

/** Events by name, as OpenAPI 3.1 writes them: requests that this service sends. */
export const WEBHOOKS: NonNullable<ZodOpenApiObject["webhooks"]> = Object.fromEntries(
  EVENTS.map(({ name, operationId, schema, example }) => [
    name,
    {
      post: {
        operationId,
        tags: ["Webhooks"],
        summary: schema.description ?? name,
        description:
          "Sent as Standard Webhooks has it. Answer 2xx within 10 seconds. Messages may come twice and in any order: " +
          "tell repeats by `webhook-id`. A refused message is sent again for 24 hours; 410 switches the endpoint off.",
        requestParams: { header: SIGNED_HEADERS },
        requestBody: { required: true, content: { "application/json": { schema, example } } },
        responses: { "200": { description: "The message is taken." }, "410": { description: "Never send again." } },
        security: [],
      },
    },
  ]),
);
