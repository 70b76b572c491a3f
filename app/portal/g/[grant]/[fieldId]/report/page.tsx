import { requirePlace, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { ReportPreviews } from "@/components/report/report-previews";
import { previewReports } from "@/lib/usecases/reports/preview-reports";

/** What the reports of the year hold, and where to get them. */
export default async function ReportPage(props: FieldPageProps) {
  const { session, place } = await requirePlace(props);
  const context = { deps: session.pass.deps, providerId: session.providerId };
  return <ReportPreviews year={place.year} previews={await previewReports(context, place.address)} />;
}
