import type { ReportKind } from "@/lib/domain/report";
import { filesOf } from "@/lib/pages/reports/files";
import { composeReport } from "@/lib/pages/reports/document";
import { currentLanguage, inLanguage, type Language } from "@/lib/views/language";
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

interface Asked extends Omit<ReportQuery, "year"> {
  year: number | undefined;
  asOf?: string | undefined;
  /** Left out: that of the reader at hand, which is English in the API. */
  language?: Language | undefined;
}

/**
 * A report as a PDF. Without a year it is the current one, by UTC, or that of the day whose report is asked for again,
 * which is in the language that it was given out in.
 */
export async function renderReport(
  context: ReportContext & { signal: AbortSignal },
  query: Asked,
): Promise<RenderedReport> {
  const { asOf, kind, language = currentLanguage() } = query;
  if (asOf !== undefined) {
    const ofYear = query.year ?? Number(asOf.slice(0, 4));
    return { ...(await reprint(context, { ...query, year: ofYear, asOf })), kind, year: ofYear, asOf };
  }
  const year = query.year ?? context.deps.clock().getUTCFullYear();
  const issued = await issueReport(context, { ...query, year });
  const made = inLanguage(language, () => ({ report: composeReport(issued), files: filesOf(issued) }));
  const pdf = await renderPdf(context, made);
  await keepAsOriginal(context, issued, pdf);
  return {
    pdf,
    kind,
    year,
    fieldName: made.report.fieldName,
    asOf: null,
  };
}
