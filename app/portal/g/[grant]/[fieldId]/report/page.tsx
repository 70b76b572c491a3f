import { requireFieldYear, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { ChangingNotice } from "@/components/portal/edits/changing";
import { EarlierAnswers, EarlierReports } from "@/components/report/earlier-reports";
import { ReportPreviews } from "@/components/report/report-previews";
import { previewReports } from "@/lib/pages/reports/previews";
import { findAnswerDays } from "@/lib/usecases/reports/answers";
import { findEarlierReports } from "@/lib/usecases/reports/originals";

type Props = FieldPageProps & { searchParams: Promise<{ pdf?: string | string[] }> };

/** What the reports of the year hold, and where to get them. */
export default async function ReportPage(props: Props) {
  const { session, place } = await requireFieldYear(props);
  const isLate = (await props.searchParams).pdf === "late";
  const context = { deps: session.pass.deps, providerId: session.providerId };
  const previews = await previewReports(context, place.address);
  const earlier = await findEarlierReports(context, place.address);
  const days = await findAnswerDays(context, place.address);
  return (
    <>
      <ChangingNotice fieldId={place.address.fieldId} />
      <ReportPreviews year={place.year} previews={previews} isLate={isLate} />
      <EarlierReports earlier={earlier} />
      <EarlierAnswers days={days} reports={previews} />
    </>
  );
}
