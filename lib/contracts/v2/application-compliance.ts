import { z } from "zod";
import type { ReadCompliance } from "@/lib/usecases/applications/read-compliance";
import { defineContract } from "@/lib/contracts/shared/contract";
import { isoTime, queryFlag, timestamp } from "@/lib/contracts/shared/text";
import { presentSavedApplication, savedApplicationSchema } from "@/lib/contracts/v2/saved-compliance";

export const applicationParams = z.object({
  applicationEventId: z
    .uuid("must be the UUID that a check returned as application_event_id, not your application_id")
    .describe("The `application_event_id` of a check, not your `application_id`."),
});

export const applicationComplianceResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200. It says nothing about compliance."),
    retrieved_at: timestamp.describe("When it was read, UTC."),
    application: savedApplicationSchema,
  })
  .meta({ id: "ApplicationCompliance", description: "One saved application." });

export const applicationCompliance = defineContract({
  method: "GET",
  path: "/api/v2/applications/{applicationEventId}/compliance",
  operationId: "readApplicationCompliance",
  tag: "Applications",
  summary: "Read what is required of an application and what is earned now",
  description:
    "Saved requirements against current selections. Nothing is checked again: limitations and status of " +
    "`last_assessment` are those of the last check. `data` says how old its data is now; where `data.issues` is not " +
    "empty, or a set is no longer in force, send the application again.",
  rateClass: "reads",
  isProcessing: false,
  body: null,
  query: z.strictObject({
    include_geometry: queryFlag.describe("`true` adds saved PULA geometry and drawn ground."),
    explain: queryFlag.describe("`true` adds `last_assessment.explanation`: the rules behind the last check."),
  }),
  params: applicationParams,
  response: applicationComplianceResponse,
  present: (read: ReadCompliance, { query }): z.input<typeof applicationComplianceResponse> => ({
    success: true,
    retrieved_at: isoTime(read.retrievedAt),
    application: presentSavedApplication(read.application, query.include_geometry),
  }),
  problems: ["applicationNotFound"],
});
