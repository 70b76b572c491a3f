import type { Metadata } from "next";
import { ChangingNotice } from "@/components/portal/edits/changing";
import { RecheckNote } from "@/app/portal/g/[grant]/[fieldId]/recheck-note";
import { requireFieldYear, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { MachinePage } from "@/components/portal/machine/machine-page";
import { readMachine } from "@/lib/pages/portal/machine/machine";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({ en: { title: "Take it to the machine" }, es: { title: "Llevar a la máquina" } });

export async function generateMetadata(props: FieldPageProps): Promise<Metadata> {
  const { session, place } = await requireFieldYear(props);
  return { title: `${words().title} · ${place.field.fieldName} · ${session.branding.name}` };
}

/** The treatable area of the picked application as files for the machine. */
export default async function MachineFilesPage(props: FieldPageProps) {
  const opened = await requireFieldYear(props);
  return (
    <>
      <h1>{words().title}</h1>
      <ChangingNotice fieldId={opened.place.address.fieldId} />
      <RecheckNote {...opened} />
      <MachinePage view={await readMachine(opened.session, opened.place)} />
    </>
  );
}
