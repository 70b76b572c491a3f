import { Suspense } from "react";
import { RecheckNote } from "@/app/portal/g/[grant]/[fieldId]/recheck-note";
import { requireFieldYear, type FieldPageProps } from "@/app/portal/g/[grant]/session";
import { MapSummary } from "@/components/map/map-summary";
import { DepositionChart } from "@/components/portal/drift/answer/deposition-chart";
import { Rose } from "@/components/portal/drift/answer/rose";
import { SavedRecord } from "@/components/portal/drift/answer/saved-record";
import { DriftEditor } from "@/components/portal/drift/drift-editor";
import { NothingAsked } from "@/components/portal/drift/nothing-asked";
import { MachineLink } from "@/components/portal/machine/machine-link";
import { SprayWindows, WindowsPending } from "@/components/portal/drift/windows/spray-windows";
import { savedPicture } from "@/lib/pages/portal/drift/dial-picture";
import { readDrift } from "@/lib/pages/portal/drift/drift";
import { readForecastViews, readStationFill, type ForecastViews } from "@/lib/pages/portal/drift/spray-windows";
import { textsInTheWay } from "@/lib/pages/portal/machine/machine";
import { readFieldMap } from "@/lib/pages/portal/map/map";
import { machineHref } from "@/lib/views/portal/machine";
import { pageHref, pageTitle } from "@/lib/views/portal/pages";

/** The drift buffers of the picked application: for the wind as it is, and as it could be. */
export default async function DriftPage(props: FieldPageProps) {
  const opened = await requireFieldYear(props);
  const { session, place } = opened;
  const view = await readDrift(session, place);
  if (view?.nothing !== null) {
    return (
      <>
        <h1>{pageTitle("drift")}</h1>
        <RecheckNote {...opened} />
        <NothingAsked text={view?.nothing ?? null} year={place.year} />
      </>
    );
  }
  const map = await readFieldMap(session, {
    fieldId: place.field.fieldId,
    applicationEventId: view.applicationEventId,
    onDate: place.current?.applicationDate ?? session.pass.deps.clock().toISOString().slice(0, 10),
  });
  const picked = { fieldId: place.field.fieldId, applicationEventId: view.applicationEventId };
  const forecast = readForecastViews(session, picked);
  return (
    <>
      <h1>{pageTitle("drift")}</h1>
      <RecheckNote {...opened} />
      <DriftEditor
        view={view}
        fills={[readStationFill(session, map), forecast.then(({ fill }) => fill)]}
        map={map}
        mapWords={map === null ? null : <MapSummary model={map} />}
        savedPicture={map === null ? null : savedPicture(map, view.saved)}
        savedRecord={<SavedRecord view={view} />}
        savedRose={view.saved?.rose == null ? null : <Rose rose={view.saved.rose} />}
        savedChart={view.saved === null ? null : <DepositionChart deposition={view.saved.deposition} />}
        windows={
          <Suspense fallback={<WindowsPending />}>
            <Windows forecast={forecast} />
          </Suspense>
        }
      />
      <MachineLink href={machineHref(pageHref(place.address, "drift"))} textsHref={textsInTheWay(place)} />
    </>
  );
}

/** Comes after the rest of the page: a weather service may take its time. */
async function Windows({ forecast }: { forecast: Promise<ForecastViews> }) {
  const { windows } = await forecast;
  return <SprayWindows view={windows} />;
}
