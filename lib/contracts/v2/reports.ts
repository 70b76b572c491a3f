import { z } from "zod";
import type { ReportKind } from "@/lib/domain/report";
import type { RenderedReport } from "@/lib/usecases/reports/render-report";
import { defineContract } from "@/lib/contracts/shared/contract";
import { Download } from "@/lib/contracts/shared/download";
import { queryInteger } from "@/lib/contracts/shared/query";
import { text } from "@/lib/contracts/shared/text";

export const reportParams = z.object({ providerFieldId: text() });
export const reportYear = queryInteger(1900, 2200).optional();
export const reportResponse = z.string().meta({ format: "binary", description: "The report, as PDF." });

export const presentReport = ({ pdf, kind, year }: RenderedReport): Download =>
  new Download(pdf, { mediaType: "application/pdf", fileName: `${kind}-${year}.pdf` });

export const REPORT_WORDS = {
  runoff: {
    operation: "RunoffReport",
    summary: "The runoff record of a field and year as a PDF",
    holds: "requirements with their sources, limitations in full, measures, exemption claims, soil and drift",
  },
  trait: {
    operation: "TraitReport",
    summary: "The trait program record of a field and year as a PDF",
    holds: "requirements with their sources, limitations in full and measures of the trait program",
  },
} as const satisfies Record<ReportKind, { operation: string; summary: string; holds: string }>;

const reportContract = (kind: ReportKind) =>
  defineContract({
    method: "GET",
    path: `/api/v2/fields/{providerFieldId}/reports/${kind}`,
    operationId: `download${REPORT_WORDS[kind].operation}`,
    summary: REPORT_WORDS[kind].summary,
    description:
      `Of saved data alone, nothing is checked again: ${REPORT_WORDS[kind].holds}. The field's portal has to be open. ` +
      "A report is not a clearance to apply.",
    rateClass: "reports",
    isProcessing: false,
    mediaType: "application/pdf",
    body: null,
    query: z.strictObject({ year: reportYear }),
    params: reportParams,
    response: reportResponse,
    present: presentReport,
    problems: [
      "fieldNotFound",
      "duplicateField",
      "reportFailed",
      "deadlineExceeded",
      "capacityExceeded",
      "requestCancelled",
    ],
  });

export const runoffReport = reportContract("runoff");
export const traitReport = reportContract("trait");
