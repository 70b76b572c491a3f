import { z } from "zod";
import type { WorkRecord } from "@/lib/usecases/records/read-work-record";
import { inLanguage } from "@/lib/views/language";
import { adaptDatasetOf } from "@/lib/contracts/v2/adapt/work-record";
import { defineContract } from "@/lib/contracts/shared/contract";
import { Download } from "@/lib/contracts/shared/download";
import { applicationParams } from "@/lib/contracts/v2/application-compliance";

export const adaptRecord = defineContract({
  method: "GET",
  path: "/api/v2/applications/{applicationEventId}/record/adapt",
  operationId: "downloadWorkRecord",
  tag: "Applications",
  summary: "The record of an application as a work record of the ADAPT Standard",
  description:
    "A dataset of AgGateway's ADAPT Standard 2.0.2: field, boundary, crop, products and people in its catalog, and one work " +
    "record with one operation: products, planned rates (l/ha or kg/ha), times, and the air of each reading (m/s, degrees, " +
    "°C). What the standard has no member for stands in `notes`. The boundary is left out where the field has another one " +
    "than the application was checked on. Of a signed record it holds what was signed: where the application was sent again since, products have their " +
    "names alone, and there is no boundary. Nothing of it was measured by a machine.",
  rateClass: "reports",
  isProcessing: false,
  mediaTypes: ["application/json"],
  body: null,
  query: z.strictObject({}),
  params: applicationParams,
  response: z.record(z.string(), z.unknown()).describe("The dataset, as the ADAPT Standard describes it."),
  present: (found: WorkRecord): Download => {
    const dataset = inLanguage("en", () => adaptDatasetOf(found));
    const { applicationEventId } = found.saved;
    return new Download(new TextEncoder().encode(JSON.stringify(dataset, null, 2)), {
      mediaType: "application/json",
      fileName: `record-${applicationEventId}.adapt.json`,
    });
  },
  problems: ["applicationNotFound"],
});
