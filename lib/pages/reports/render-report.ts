import type { ReportKind } from "@/lib/domain/report";
import { filesOf } from "@/lib/pages/reports/files";
import { composeReport } from "@/lib/pages/reports/document";
import { composeReprint, filesOfReprint } from "@/lib/pages/reports/reprint";
import { currentLanguage, inLanguage, type Language } from "@/lib/views/language";
import type { ReportQuery } from "@/lib/usecases/reports/gather";
import { issueReport, type ReportContext } from "@/lib/usecases/reports/issue-report";
import { gatherAnswers } from "@/lib/usecases/reports/answers";
import { findGivenOut, keepAsOriginal } from "@/lib/usecases/reports/originals";
import { renderPdf } from "@/lib/usecases/reports/render-pdf";

export interface RenderedReport {
  pdf: Uint8Array;
  kind: ReportKind;
  year: number;
  fieldName: string;
  /** The day that it was given out by, or whose answers it prints again; null: it is of what is saved now. */
  asOf: string | null;
  /** It was made now of the answers of that day, because no report with them is kept. */
  isReprint: boolean;
}

interface Asked extends Omit<ReportQuery, "year"> {
  year: number | undefined;
  asOf?: string | undefined;
  /** Left out: that of the reader at hand, which is English in the API. */
  language?: Language | undefined;
}

/**
 * A report as a PDF. Without a year it is the current one, by UTC, or that of the day whose report is asked for again. What
 * was given out then is in the language of then.
 */
export async function renderReport(
  context: ReportContext & { signal: AbortSignal },
  query: Asked,
): Promise<RenderedReport> {
  const { asOf, kind, language = currentLanguage() } = query;
  if (asOf !== undefined) return ofEarlierDay(context, { ...query, asOf }, language);
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
    isReprint: false,
  };
}

/** What was given out by the end of a day; where no report holds what was in force then, those answers. */
async function ofEarlierDay(
  context: ReportContext & { signal: AbortSignal },
  { key, kind, asOf, year = Number(asOf.slice(0, 4)) }: Omit<Asked, "language"> & { asOf: string },
  language: Language,
): Promise<RenderedReport> {
  const asked = { key, kind, year, asOf };
  const given = await findGivenOut(context, asked);
  if (given !== null) return { ...given, kind, year, asOf, isReprint: false };
  const answers = await gatherAnswers(context, asked);
  const made = inLanguage(language, () => ({ report: composeReprint(answers), files: filesOfReprint(answers) }));
  const pdf = await renderPdf(context, made);
  return { pdf, kind, year, fieldName: made.report.fieldName, asOf, isReprint: true };
}
