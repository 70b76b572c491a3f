import { RecheckNote } from "@/app/portal/g/[grant]/[fieldId]/recheck-note";
import { requireFieldYear, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { RecordEditor } from "@/components/portal/record/record-editor";
import { readRecordView } from "@/lib/pages/portal/record";

/** What was written down of the picked application. */
export default async function RecordPage(props: FieldPageProps) {
  const opened = await requireFieldYear(props);
  const { session, place } = opened;
  const view = await readRecordView(session, place);
  return (
    <>
      <h1>Record</h1>
      <RecheckNote {...opened} />
      {view === null ? (
        <p>There is no application in {place.year}, so there is nothing to record.</p>
      ) : (
        <RecordEditor key={view.applicationEventId} view={view} />
      )}
    </>
  );
}
