import { z } from "zod";
import { choices } from "@/lib/contracts/shared/choices";
import { defineContract } from "@/lib/contracts/shared/contract";
import { isoTime, isoTimeOrNull, timestamp } from "@/lib/contracts/shared/text";
import { KEY_ENVIRONMENTS } from "@/lib/domain/provider";
import { V1_ENDS_AT } from "@/lib/domain/versions";
import type { Usage } from "@/lib/usecases/usage/read-usage";

const LIMITS = ["writes", "reads", "reports", "body_bytes"] as const;

const limitSchema = z
  .strictObject({
    name: choices("UsageLimitName", "What a limit counts, for each key and minute.", LIMITS, {
      writes: "requests that check, compute, or save.",
      reads: "requests that read.",
      reports: "reports.",
      body_bytes: "bytes of request bodies.",
    }),
    limit: z.int().min(0).describe("Most that the window takes: requests, or bytes."),
    remaining: z.int().min(0).describe("What is left of it in the window that runs now."),
    window_seconds: z.int().describe("Length of the window, seconds."),
    resets_in_seconds: z
      .int()
      .min(1)
      .nullable()
      .describe("Seconds until the window ends; null: nothing is counted, the next request starts one."),
  })
  .meta({ id: "UsageLimit", description: "One limit of your key." });

const deprecatedSchema = z
  .strictObject({
    method: z.string().describe("Method of the route."),
    path: z.string().describe("Path of the route, parameters in braces."),
    successor: z.string().describe("The version 2 path that follows it."),
    ends_at: timestamp.describe("When the route ends, UTC."),
    calls: z.int().min(1).describe("Calls in the last 30 days, with any key of your provider."),
    calls_with_this_key: z.int().min(0).describe("Those of them that came with the key of this request."),
    last_called_at: timestamp.describe("The latest of them, UTC."),
  })
  .meta({ id: "DeprecatedUse", description: "A deprecated route that you still call." });

export const usageResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200. It says nothing about compliance."),
    read_at: timestamp.describe("When it was read, UTC."),
    key: z
      .strictObject({
        key_id: z.uuid().describe("Identifier of the key; your operator knows it by that too."),
        environment: choices("KeyEnvironment", "Where a key works.", KEY_ENVIRONMENTS, {
          live: "in production.",
          test: "in every other installation, where the sandbox answers.",
        }),
        expires_at: timestamp.nullable().describe("When the key ends, UTC, as after a rotation; null: no end is set."),
      })
      .meta({ id: "UsageKey", description: "The key of this request." }),
    limits: z.array(limitSchema).describe("Budgets of this key, each for itself. This request counted as a read."),
    bulk_items: z
      .strictObject({
        waiting: z.int().min(0).describe("Items of your bulk jobs that are queued or at work."),
        limit: z.int().describe("Most that may wait; a submission beyond it is `BULK_BACKLOG_EXCEEDED`."),
      })
      .meta({ id: "UsageBulkItems", description: "The backlog of your provider's bulk jobs." }),
    deprecated_routes: z.array(deprecatedSchema).describe("Routes that will end and that you still call. Empty: none."),
  })
  .meta({ id: "Usage", description: "What your key has left, and what you call that will end." });

const WINDOW_SECONDS = 60;

export const usage = defineContract({
  method: "GET",
  path: "/api/v2/usage",
  operationId: "readUsage",
  tag: "Service",
  summary: "Read what your key has left, and which deprecated routes you call",
  description:
    "Limits are counted by each web process for itself, as the `RateLimit` header of every answer is: behind several " +
    "processes the figures are those of the one that answered. Calls of deprecated routes are counted over all of them.",
  rateClass: "reads",
  isProcessing: false,
  body: null,
  query: z.strictObject({}),
  params: z.object({}),
  response: usageResponse,
  present: ({ readAt, key, limits, bulkItems, deprecated }: Usage): z.input<typeof usageResponse> => ({
    success: true,
    read_at: isoTime(readAt),
    key: { key_id: key.keyId, environment: key.environment, expires_at: isoTimeOrNull(key.expiresAt) },
    limits: limits.map(({ name, limit, remaining, resetS }) => ({
      name,
      limit,
      remaining,
      window_seconds: WINDOW_SECONDS,
      resets_in_seconds: resetS,
    })),
    bulk_items: bulkItems,
    deprecated_routes: deprecated.map(({ route, calls, callsWithThisKey, lastCalledAt }) => {
      const [method = "", path = ""] = route.split(" ");
      return {
        method,
        path,
        successor: path.replace("/api/v1/", "/api/v2/"),
        ends_at: isoTime(V1_ENDS_AT),
        calls,
        calls_with_this_key: callsWithThisKey,
        last_called_at: isoTime(lastCalledAt),
      };
    }),
  }),
  problems: [],
});
