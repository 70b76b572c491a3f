import { z } from "zod";
import type { ReportKind } from "@/lib/domain/report";
import { defineContract } from "@/lib/contracts/shared/contract";
import { REPORT_CONTRACT, REPORT_WORDS, reportYear } from "@/lib/contracts/v2/reports";

/**
 * Version 1 ignores parameters it does not know. A report that took too long, or would have had to wait too long, is a
 * gateway's time-out there: 503 is not among the statuses its callers know.
 */
const reportContract = (kind: ReportKind) =>
  defineContract({
    ...REPORT_CONTRACT,
    path: `/api/v1/fields/{providerFieldId}/reports/${kind}`,
    tag: "Version 1",
    operationId: `v1Download${REPORT_WORDS[kind].operation}`,
    summary: REPORT_WORDS[kind].summary,
    description: `Of saved data alone: ${REPORT_WORDS[kind].holds}. The field needs a completed ESA check.`,
    ownStatus: { deadlineExceeded: 504, capacityExceeded: 504, requestCancelled: 504 },
    query: z.object({ year: reportYear }),
  });

export const runoffReport = reportContract("runoff");
export const traitReport = reportContract("trait");
