import { z } from "zod";
import type { ReadCompliance } from "@/lib/usecases/applications/read-compliance";
import { defineContract } from "@/lib/contracts/shared/contract";
import { isoTime, queryFlag, timestamp } from "@/lib/contracts/shared/text";
import { presentSavedApplication, savedApplicationSchema } from "@/lib/contracts/v2/saved-compliance";

export const applicationParams = z.object({ applicationEventId: z.uuid() });

export const applicationComplianceResponse = z
  .strictObject({ success: z.literal(true), retrieved_at: timestamp, application: savedApplicationSchema })
  .meta({ id: "ApplicationCompliance" });

export const applicationCompliance = defineContract({
  method: "GET",
  path: "/api/v2/applications/{applicationEventId}/compliance",
  operationId: "readApplicationCompliance",
  summary: "Read what is required of an application and what is earned now",
  description:
    "Saved requirements against current selections. Nothing is checked again: limitations and status of " +
    "`last_assessment` are those of the last check.",
  rateClass: "reads",
  isProcessing: false,
  body: null,
  query: z.strictObject({ include_geometry: queryFlag.default(false) }),
  params: applicationParams,
  response: applicationComplianceResponse,
  present: (read: ReadCompliance, { query }): z.input<typeof applicationComplianceResponse> => ({
    success: true,
    retrieved_at: isoTime(read.retrievedAt),
    application: presentSavedApplication(read.application, query.include_geometry),
  }),
  problems: ["applicationNotFound"],
});
