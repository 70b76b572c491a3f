import { RecheckNote } from "@/app/portal/g/[grant]/[fieldId]/recheck-note";
import { requireFieldYear, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { RecordEditor } from "@/components/portal/record/record-editor";
import { readRecordView } from "@/lib/pages/portal/record";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    title: "Record",
    none: (year: number) => `There is no application in ${year}, so there is nothing to record.`,
  },
  es: {
    title: "Registro",
    none: (year) => `No hay ninguna aplicación en ${year}; por eso no hay nada que registrar.`,
  },
});

/** What was written down of the picked application. */
export default async function RecordPage(props: FieldPageProps) {
  const opened = await requireFieldYear(props);
  const { session, place } = opened;
  const view = await readRecordView(session, place);
  return (
    <>
      <h1>{words().title}</h1>
      <RecheckNote {...opened} />
      {view === null ? <p>{words().none(place.year)}</p> : <RecordEditor key={view.applicationEventId} view={view} />}
    </>
  );
}
