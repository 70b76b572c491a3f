import { RecheckNote } from "@/app/portal/g/[grant]/[fieldId]/recheck-note";
import { requireFieldYear, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { ExemptionEditor } from "@/components/portal/exemptions/exemption-editor";
import { readExemptions } from "@/lib/pages/portal/exemptions";
import { fieldYearPlace } from "@/lib/pages/portal/measures/measures";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { title: "Runoff exemptions" },
  es: { title: "Exenciones de escorrentía" },
});

/** EPA's runoff exemptions for the application that is picked. */
export default async function ExemptionsPage(props: FieldPageProps) {
  const opened = await requireFieldYear(props);
  const { session, place } = opened;
  return (
    <>
      <h1>{words().title}</h1>
      <RecheckNote {...opened} />
      <ExemptionEditor view={await readExemptions(session.pass, fieldYearPlace(place))} />
    </>
  );
}
