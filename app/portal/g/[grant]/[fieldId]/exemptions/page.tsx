import { requireFieldYear, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { ExemptionEditor } from "@/components/portal/exemptions/exemption-editor";
import { readExemptions } from "@/lib/pages/portal/exemptions";
import { fieldYearPlace } from "@/lib/pages/portal/measures/measures";

/** EPA's runoff exemptions for the application that is picked. */
export default async function ExemptionsPage(props: FieldPageProps) {
  const { session, place } = await requireFieldYear(props);
  return (
    <>
      <h1>Runoff exemptions</h1>
      <ExemptionEditor view={await readExemptions(session.pass, fieldYearPlace(place))} />
    </>
  );
}
