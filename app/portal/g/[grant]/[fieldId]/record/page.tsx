import { requireFieldYear, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { RecordEditor } from "@/components/portal/record/record-editor";
import { readRecordView } from "@/lib/pages/portal/record";

/** What was written down of the picked application. */
export default async function RecordPage(props: FieldPageProps) {
  const { session, place } = await requireFieldYear(props);
  const view = await readRecordView(session, place);
  return (
    <>
      <h1>Record</h1>
      {view === null ? (
        <p>There is no application in {place.year}, so there is nothing to record.</p>
      ) : (
        <RecordEditor key={view.applicationEventId} view={view} />
      )}
    </>
  );
}
