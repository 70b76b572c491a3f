import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { previewTableFiles } from "@/app/console/(pages)/data/previews/actions";
import {
  DataAlerts,
  DataRefreshes,
  DataSets,
  DataSwitches,
  MissingArchives,
  RadarProblems,
  SwitchesLookedAt,
} from "@/components/console/data/data-sets";
import { DataPreviews } from "@/components/console/data/previews";
import { Notice } from "@/components/ui/notice";
import { dataSetView } from "@/lib/pages/console/data";
import { readDataOverview } from "@/lib/usecases/data-sets/read-data-page";
import { oneOf } from "@/lib/views/console/queries";

export const metadata: Metadata = { title: "Data sets · Hedgerow console" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Which reference data answers rest on, how old it is, what publishers have that is newer, and the switch. */
export default async function DataPage({ searchParams }: Props) {
  const { deps, csrf, can } = await requireOperator("read");
  const asked = oneOf((await searchParams).asked);
  const { sets: stored, refreshes, switches, previews, lookedAt, alerts, unasked } = await readDataOverview(deps);
  const sets = stored.map(dataSetView);
  return (
    <>
      <h1>Data sets</h1>
      <p>
        Answers rest on the sets in force. <code>npm run data -- import</code> loads another beside them; a switch puts
        it in force.
      </p>
      {switches.some(({ toVersion }) => toVersion === asked) ? (
        <Notice tone="good" title={`The worker has been asked for ${asked}. What came of it stands below.`} isLive />
      ) : null}
      <DataAlerts alerts={alerts} />
      <MissingArchives sets={sets} />
      <RadarProblems lookedAt={lookedAt} />
      <DataSets sets={sets} maySwitch={can("switch_data")} />
      <DataPreviews previews={previews} csrf={csrf} action={can("preview_data") ? previewTableFiles : null} />
      <DataSwitches switches={switches} />
      <SwitchesLookedAt lookedAt={lookedAt} />
      <DataRefreshes refreshes={refreshes} unasked={unasked} />
    </>
  );
}
