import { requireFieldYear, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { MapSummary } from "@/components/map/map-summary";
import { DepositionChart } from "@/components/portal/drift/answer/deposition-chart";
import { SavedRecord } from "@/components/portal/drift/answer/saved-record";
import { DriftEditor } from "@/components/portal/drift/drift-editor";
import { NothingAsked } from "@/components/portal/drift/nothing-asked";
import { MachineLink } from "@/components/portal/machine/machine-link";
import { savedPicture } from "@/lib/pages/portal/drift/dial-picture";
import { readDrift } from "@/lib/pages/portal/drift/drift";
import { readFieldMap } from "@/lib/pages/portal/map/map";
import { machineHref } from "@/lib/views/portal/machine";
import { pageHref } from "@/lib/views/portal/pages";

/** The drift buffers of the picked application: for the wind as it is, and as it could be. */
export default async function DriftPage(props: FieldPageProps) {
  const { session, place } = await requireFieldYear(props);
  const view = await readDrift(session, place);
  if (view?.nothing !== null) {
    return (
      <>
        <h1>Drift</h1>
        <NothingAsked text={view?.nothing ?? null} year={place.year} />
      </>
    );
  }
  const map = await readFieldMap(session, {
    fieldId: place.field.fieldId,
    applicationEventId: view.applicationEventId,
    onDate: place.current?.applicationDate ?? session.pass.deps.clock().toISOString().slice(0, 10),
  });
  return (
    <>
      <h1>Drift</h1>
      <DriftEditor
        view={view}
        map={map}
        mapWords={map === null ? null : <MapSummary model={map} />}
        savedPicture={map === null ? null : savedPicture(map, view.saved)}
        savedRecord={<SavedRecord view={view} />}
        savedChart={view.saved === null ? null : <DepositionChart deposition={view.saved.deposition} />}
      />
      <MachineLink href={machineHref(pageHref(place.address, "drift"))} />
    </>
  );
}
