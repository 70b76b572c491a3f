import { listRefreshRuns } from "@/lib/data/operators/data-sets";
import { listPreviews } from "@/lib/data/operators/data-previews";
import { listSwitches } from "@/lib/data/operators/data-switches";
import { listRadarRuns } from "@/lib/data/radar/runs";
import type { DataPreview } from "@/lib/domain/data-preview";
import type { DataRefresh, RefreshKind } from "@/lib/domain/data-refresh";
import { asksForSomeone, REFRESH_KINDS } from "@/lib/domain/data-refresh";
import type { DataSwitch } from "@/lib/domain/data-switch";
import type { SwitchLookedAt } from "@/lib/domain/recheck";
import { COMPARISONS, failedChecks } from "@/lib/imports/checks";
import { checksOf } from "@/lib/imports/switch";
import { mayBeWithdrawn } from "@/lib/usecases/data-sets/may-be-withdrawn";
import { type DataSetWithAge, readDataSets } from "@/lib/usecases/operations/read-reference";
import { isNamed, sourcesOf } from "@/lib/usecases/data-sets/refresh-on-schedule";
import type { Deps } from "@/lib/runtime/deps";

const MOST_RUNS = 30;
const MOST_SWITCHES = 10;
const MOST_PREVIEWS = 10;
const MOST_LOOKED_AT = 10;

export interface OverviewSet extends DataSetWithAge {
  /** Names of the checks that failed at the import. The drop of a set in force was against one that is gone. */
  failedChecks: string[];
  /** No one knows whether the set was rolled back. */
  mayBeWithdrawn: boolean;
}

export interface DataOverview {
  sets: OverviewSet[];
  refreshes: DataRefresh[];
  switches: DataSwitch[];
  previews: DataPreview[];
  /** What the radar made of the latest switches. */
  lookedAt: SwitchLookedAt[];
  /** Each publisher's last look where a person has to do something about it. */
  alerts: DataRefresh[];
  /** Publishers that the environment does not name: they are never asked. */
  unasked: RefreshKind[];
}

/** The stored sets, what refreshes found, and what operators switched. */
export async function readDataOverview(deps: Deps): Promise<DataOverview> {
  const [sets, refreshes, switches, previews, lookedAt] = await Promise.all([
    readDataSets(deps),
    listRefreshRuns(deps.db, MOST_RUNS),
    listSwitches(deps.db, MOST_SWITCHES),
    listPreviews(deps.db, MOST_PREVIEWS),
    listRadarRuns(deps.db, MOST_LOOKED_AT),
  ]);
  const last = REFRESH_KINDS.flatMap((kind) => refreshes.find((run) => run.kind === kind && !run.dryRun) ?? []);
  const sources = sourcesOf(deps.env);
  return {
    sets: sets.map((set) => ({
      ...set,
      failedChecks: failedOf(set),
      mayBeWithdrawn: mayBeWithdrawn(set, sets, switches),
    })),
    refreshes,
    switches,
    previews,
    lookedAt,
    alerts: last.filter(({ kind, outcome, version }) => asksForSomeone(outcome) && !isInForce(sets, kind, version)),
    unasked: REFRESH_KINDS.filter((kind) => !isNamed(kind, sources)),
  };
}

const failedOf = ({ counts, role }: DataSetWithAge): string[] =>
  failedChecks(checksOf(counts))
    .map(({ name }) => name)
    .filter((name) => !COMPARISONS.has(name) || role !== "active");

/** A set that waited and was switched since asks for no one any more. */
const isInForce = (sets: readonly DataSetWithAge[], kind: string, version: string | null): boolean =>
  version !== null && sets.some((set) => set.kind === kind && set.version === version && set.role === "active");
