import { notFound } from "next/navigation";
import { requireFieldYear } from "@/app/portal/g/[grant]/session";
import { ReportView } from "@/components/report/report-view";
import { REPORT_KINDS } from "@/lib/domain/report";
import { pageHref } from "@/lib/views/portal/pages";
import { composeReport } from "@/lib/pages/reports/document";
import { issueReport } from "@/lib/usecases/reports/issue-report";

interface Props {
  params: Promise<{ grant: string; fieldId: string; kind: string }>;
}

/** A report as a page: the same words and figures as the PDF, for screen readers, small screens and the printer. */
export default async function ReportViewPage(props: Props) {
  const { session, place } = await requireFieldYear(props);
  const { kind: asked, fieldId } = await props.params;
  const kind = REPORT_KINDS.find((known) => known === asked);
  if (kind === undefined) notFound();
  const context = { deps: session.pass.deps, providerId: session.providerId };
  const report = composeReport(await issueReport(context, { key: { fieldId }, year: place.year, kind }));
  const pdfHref = `/portal/g/${place.address.grant}/${fieldId}/report/${kind}.pdf?year=${place.year}`;
  const photosAt = `/portal/g/${place.address.grant}/${fieldId}/record/photo`;
  return (
    <ReportView
      report={report}
      pdfHref={pdfHref}
      back={{ to: "reports", href: pageHref(place.address, "report") }}
      photosAt={photosAt}
    />
  );
}
