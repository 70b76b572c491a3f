import type { ReportKind } from "@/lib/domain/report";
import { filesOf } from "@/lib/pages/reports/files";
import { composeReport } from "@/lib/pages/reports/document";
import type { ReportQuery } from "@/lib/usecases/reports/gather";
import { issueReport, type ReportContext } from "@/lib/usecases/reports/issue-report";
import { keepAsOriginal } from "@/lib/usecases/reports/originals";
import { renderPdf } from "@/lib/usecases/reports/render-pdf";

export interface RenderedReport {
  pdf: Uint8Array;
  kind: ReportKind;
  year: number;
  fieldName: string;
}

/** A report as a PDF. Without a year it is the current one, by UTC. */
export async function renderReport(
  context: ReportContext & { signal: AbortSignal },
  query: Omit<ReportQuery, "year"> & { year: number | undefined },
): Promise<RenderedReport> {
  const year = query.year ?? context.deps.clock().getUTCFullYear();
  const issued = await issueReport(context, { ...query, year });
  const report = composeReport(issued);
  const pdf = await renderPdf(context, { report, files: filesOf(issued) });
  await keepAsOriginal(context, issued, pdf);
  return {
    pdf,
    kind: query.kind,
    year,
    fieldName: report.fieldName,
  };
}
