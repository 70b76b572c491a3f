import { z } from "zod";
import { inFileName } from "@/lib/domain/file-name";
import type { ReportKind } from "@/lib/domain/report";
import type { RenderedReport } from "@/lib/pages/reports/render-report";
import { defineContract } from "@/lib/contracts/shared/contract";
import { Download } from "@/lib/contracts/shared/download";
import { queryInteger } from "@/lib/contracts/shared/query";
import { LANGUAGES } from "@/lib/views/language";
import { calendarDate, text } from "@/lib/contracts/shared/text";

export const reportYear = queryInteger(1900, 2200)
  .optional()
  .describe("Year of the record, 1900 to 2200. Left out: the current UTC year.");

/** What both versions promise of a report. */
export const REPORT_CONTRACT = {
  method: "GET",
  tag: "Reports",
  rateClass: "reports",
  isProcessing: false,
  mediaTypes: ["application/pdf"],
  body: null,
  params: z.object({
    providerFieldId: text().describe(
      "Your identifier of the field: the `application_id` where a check sent none. URL-encoded.",
    ),
  }),
  response: z.string().meta({ format: "binary", description: "The report, as PDF." }),
  present: ({ pdf, kind, year, fieldName, asOf, isReprint }: RenderedReport): Download => {
    const name = `${inFileName(fieldName)}-${kind}-${year}`;
    const fileName = asOf === null ? `${name}.pdf` : `${name}-${isReprint ? "reprint-of" : "as-of"}-${asOf}.pdf`;
    return new Download(pdf, { mediaType: "application/pdf", fileName });
  },
  problems: [
    "fieldNotFound",
    "duplicateField",
    "reportFailed",
    "deadlineExceeded",
    "capacityExceeded",
    "requestCancelled",
  ],
} as const;

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
    ...REPORT_CONTRACT,
    path: `/api/v2/fields/{providerFieldId}/reports/${kind}`,
    operationId: `download${REPORT_WORDS[kind].operation}`,
    summary: REPORT_WORDS[kind].summary,
    description:
      `Of saved data alone, nothing is checked again: ${REPORT_WORDS[kind].holds}. Also after the field's ` +
      "portal has closed, as long as the record is kept. " +
      "A report is not a clearance to apply.",
    query: z.strictObject({
      year: reportYear,
      as_of: calendarDate
        .optional()
        .describe(
          "A day: the answer is the PDF that was given out last by the end of it (UTC), byte for byte, for the day's year " +
            "where `year` is left out. Where none is kept, or an application was answered again after it and by that day, it is a reprint of " +
            "the answers that were in force then: it says on every page that it is one, names what is not known of that day, and its " +
            "file name has `-reprint-of-`. 404 where nothing was answered by then. Left out: a report of what is saved now.",
        ),
      language: z
        .enum(LANGUAGES)
        .optional()
        .describe(
          "Language of the report: `en` or `es`. Texts of labels and limitations, and titles of documents, stay English. A report " +
            "that was given out on an earlier day (`as_of`) comes in the language of then. Left out: `en`.",
        ),
    }),
  });

export const runoffReport = reportContract("runoff");
export const traitReport = reportContract("trait");
