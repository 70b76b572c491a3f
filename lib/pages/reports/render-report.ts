import { ServiceError, type Problem } from "@/lib/domain/errors";
import type { ReportKind } from "@/lib/domain/report";
import { pdfFailureOf, type PdfFailure } from "@/lib/gateways/pdf/renderer";
import type { ReportFieldKey } from "@/lib/data/reports/field";
import { composeFrom } from "@/lib/pages/reports/compose";
import { readProviderLogo } from "@/lib/usecases/portal/read-logo";
import { issueReport, type ReportContext } from "@/lib/usecases/reports/issue-report";

export interface RenderedReport {
  pdf: Uint8Array;
  kind: ReportKind;
  year: number;
}

const PROBLEM_OF: Record<PdfFailure, { problem: Problem; message: string }> = {
  failed: { problem: "reportFailed", message: "The report could not be generated." },
  timed_out: { problem: "deadlineExceeded", message: "The report took longer than its time budget." },
  full: { problem: "capacityExceeded", message: "Too many reports are being generated. Ask again in a moment." },
  cancelled: { problem: "requestCancelled", message: "The client went away." },
};

/** A report as a PDF. Without a year it is the present one, by UTC. */
export async function renderReport(
  context: ReportContext & { signal: AbortSignal },
  asked: { key: ReportFieldKey; kind: ReportKind; year: number | undefined; checkedOnly?: boolean },
): Promise<RenderedReport> {
  const { deps, providerId, signal } = context;
  const year = asked.year ?? deps.clock().getUTCFullYear();
  const report = composeFrom(deps, await issueReport(context, { ...asked, year }));
  const logo = await readProviderLogo(deps, providerId);
  try {
    const pdf = await deps.pdf.render({ report, logo }, { owner: providerId, signal });
    return { pdf, kind: asked.kind, year };
  } catch (error) {
    const failure = pdfFailureOf(error);
    if (failure === null) throw error;
    const { problem, message } = PROBLEM_OF[failure];
    throw new ServiceError(problem, message, { cause: error });
  }
}
