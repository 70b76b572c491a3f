import { RecheckNote } from "@/app/portal/g/[grant]/[fieldId]/recheck-note";
import { requireFieldYear, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { MeasuresEditor } from "@/components/portal/measures/measures-editor";
import { fieldYearPlace, readMeasures } from "@/lib/pages/portal/measures/measures";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { title: "Runoff measures" },
  es: { title: "Medidas contra la escorrentía" },
});

/** The runoff measures of a field and year, scored for the application that is picked. */
export default async function MeasuresPage(props: FieldPageProps) {
  const opened = await requireFieldYear(props);
  const { session, place } = opened;
  return (
    <>
      <h1>{words().title}</h1>
      <RecheckNote {...opened} />
      <MeasuresEditor view={await readMeasures(session.pass, fieldYearPlace(place))} />
    </>
  );
}
