import type { ReportKind } from "@/lib/domain/report";
import { filesOf } from "@/lib/pages/reports/files";
import { composeReport } from "@/lib/pages/reports/document";
import type { ReportQuery } from "@/lib/usecases/reports/gather";
import { issueReport, type ReportContext } from "@/lib/usecases/reports/issue-report";
import { keepAsOriginal, reprint } from "@/lib/usecases/reports/originals";
import { renderPdf } from "@/lib/usecases/reports/render-pdf";

export interface RenderedReport {
  pdf: Uint8Array;
  kind: ReportKind;
  year: number;
  fieldName: string;
  /** The day that it was given out by; null: it is of what is saved now. */
  asOf: string | null;
}

/** A report as a PDF. Without a year it is the current one, by UTC, or that of the day whose report is asked for again. */
export async function renderReport(
  context: ReportContext & { signal: AbortSignal },
  query: Omit<ReportQuery, "year"> & { year: number | undefined; asOf?: string | undefined },
): Promise<RenderedReport> {
  const { asOf, kind } = query;
  if (asOf !== undefined) {
    const ofYear = query.year ?? Number(asOf.slice(0, 4));
    return { ...(await reprint(context, { ...query, year: ofYear, asOf })), kind, year: ofYear, asOf };
  }
  const year = query.year ?? context.deps.clock().getUTCFullYear();
  const issued = await issueReport(context, { ...query, year });
  const report = composeReport(issued);
  const pdf = await renderPdf(context, { report, files: filesOf(issued) });
  await keepAsOriginal(context, issued, pdf);
  return {
    pdf,
    kind,
    year,
    fieldName: report.fieldName,
    asOf: null,
  };
}
