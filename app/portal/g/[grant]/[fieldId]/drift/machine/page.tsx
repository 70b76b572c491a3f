import { requireFieldYear, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { MachinePage } from "@/components/portal/machine/machine-page";
import { readMachine } from "@/lib/pages/portal/machine/machine";

/** The treatable area of the picked application as files for the machine. */
export default async function MachineFilesPage(props: FieldPageProps) {
  const { session, place } = await requireFieldYear(props);
  return <MachinePage view={await readMachine(session, place)} />;
}
