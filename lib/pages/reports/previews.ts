import type { PortalAddress } from "@/lib/domain/field-year";
import { REPORT_KINDS, type ReportKind, type ReportPreview, type ReportSection } from "@/lib/domain/report";
import { hasSubject } from "@/lib/pages/reports/statuses";
import { composeReport } from "@/lib/pages/reports/document";
import type { ReportContext } from "@/lib/usecases/reports/issue-report";
import { gatherReport } from "@/lib/usecases/reports/gather";

const headingOf = ({ heading, blocks }: ReportSection): string => {
  const texts = blocks.filter(({ kind }) => kind === "passage").length;
  return texts === 0 ? heading : `${heading} (${texts})`;
};

async function previewOf(
  context: ReportContext,
  address: PortalAddress,
  kind: ReportKind,
): Promise<ReportPreview | null> {
  const { grant, fieldId, year } = address;
  const gathered = await gatherReport(context, { key: { fieldId }, year, kind }, { withFigure: false });
  if (!hasSubject(gathered.record)) return null;
  const { title, sections } = composeReport(gathered);
  const base = `/portal/g/${grant}/${fieldId}/report`;
  return {
    kind,
    title,
    contents: sections.map(headingOf),
    statuses: sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "statuses" ? block.statuses : [])),
    ),
    pdfHref: `${base}/${kind}.pdf?year=${year}`,
    pageHref: `${base}/view/${kind}?year=${year}`,
  };
}

/** What the reports of a field and year hold. Nothing is given out yet, so nothing is remembered. */
export async function previewReports(context: ReportContext, address: PortalAddress): Promise<ReportPreview[]> {
  const previews = await Promise.all(REPORT_KINDS.map((kind) => previewOf(context, address, kind)));
  return previews.filter((preview) => preview !== null);
}
