import { diffPulaSets, isCoverageAlike, PULA_CHANGES, type ChangedPula } from "@/lib/data/imports/pula-difference";
import { findActiveSet, type ImportClient, type StoredSet } from "@/lib/data/imports/sets";
import type { RefreshKind } from "@/lib/domain/data-refresh";
import type { Check } from "@/lib/imports/checks";
import { importCounties } from "@/lib/imports/county/import-counties";
import { ImportFailure } from "@/lib/imports/failure";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { figuresOf } from "@/lib/imports/switch";
import { refreshLabels } from "@/lib/usecases/data-sets/refresh-labels";
import { refreshSoil } from "@/lib/usecases/data-sets/refresh-soil";
import { type RefreshRequest, runRefresh } from "@/lib/usecases/data-sets/refresh-run";
import { type Difference, refreshSet } from "@/lib/usecases/data-sets/refresh-set";

/** Where the publishers are. One that is left out is not asked. */
export interface RefreshSources {
  pulaLayer?: string | undefined;
  limitations?: string | undefined;
  countyLayer?: string | undefined;
  labelList?: string | undefined;
  /** USDA Soil Data Access, as the service itself asks it. */
  soilSurvey?: string | undefined;
  /** Pause between two labels. */
  labelDelayMs?: number | undefined;
  /** For tests: first wait before a service is asked again, and the longest wait for one answer. */
  backOffMs?: number | undefined;
  timeoutMs?: number | undefined;
}

/** A change of more of the areas than this is looked at by a person before it is in force. */
const LARGEST_CHANGE_PCT = 25;
const MOST_LISTED = 500;

/** Asks a publisher for newer data: `data refresh`, the worker's schedule and the console. */
export async function refreshData(kind: RefreshKind, sources: RefreshSources, request: RefreshRequest) {
  const { backOffMs, timeoutMs } = sources;
  return runRefresh(kind, request, async (client, progress) => {
    switch (kind) {
      case "pula": {
        const source = addressOf(sources.pulaLayer, "REFRESH_PULA_URL");
        const limitations = addressOf(sources.limitations, "REFRESH_LIMITATIONS_URL");
        return refreshSet(
          {
            kind,
            load: (options, shown) =>
              importPulas(request.databaseUrl, { ...options, source, limitations, backOffMs, timeoutMs }, shown),
            compare: comparePulas,
          },
          request,
          { client, progress },
        );
      }
      case "county": {
        const source = addressOf(sources.countyLayer, "REFRESH_COUNTY_URL");
        // An operator said of the set in force how exact its publisher's lines are.
        const precision = await precisionInForce(client);
        return refreshSet(
          {
            kind,
            load: (options, shown) =>
              importCounties(request.databaseUrl, { ...options, source, precision, backOffMs, timeoutMs }, shown),
            compare: compareByDigest,
          },
          request,
          { client, progress },
        );
      }
      case "labels":
        return refreshLabels(client, addressOf(sources.labelList, "REFRESH_LABEL_LIST_URL"), {
          ...request,
          delayMs: sources.labelDelayMs,
          progress,
        });
      case "soil":
        return refreshSoil(client, addressOf(sources.soilSurvey, "SOIL_URL"), {
          ...request,
          backOffMs,
          timeoutMs,
          progress,
        });
    }
  });
}

const precisionInForce = async (client: ImportClient): Promise<"coarse" | "exact"> =>
  (await findActiveSet(client, "county"))?.countyPrecision === "exact" ? "exact" : "coarse";

function addressOf(address: string | undefined, variable: string): string {
  if (address === undefined) throw new ImportFailure(`no address to ask: set ${variable}`);
  return address;
}

async function comparePulas(client: ImportClient, active: StoredSet, fresh: StoredSet): Promise<Difference> {
  const changed = await diffPulaSets(client, active.dataSetId, fresh.dataSetId);
  const isAlike = await isCoverageAlike(client, active.dataSetId, fresh.dataSetId);
  const pulas = figuresOf(active.counts).pulas ?? 0;
  const isComparable = !active.isDemonstration && pulas > 0;
  return {
    isUnchanged: isComparable && changed.length === 0 && isAlike,
    report: {
      against: active.version,
      is_coverage_alike: isAlike,
      changes: Object.fromEntries(PULA_CHANGES.map((kind) => [kind, countOf(changed, kind)])),
      changed_areas: changed.slice(0, MOST_LISTED),
    },
    objections: isComparable ? tooLarge(changed.length, pulas) : [],
  };
}

const countOf = (changed: readonly ChangedPula[], kind: ChangedPula["changes"][number]): number =>
  changed.filter(({ changes }) => changes.includes(kind)).length;

function tooLarge(changed: number, of: number): Check[] {
  const share = (100 * changed) / of;
  if (share <= LARGEST_CHANGE_PCT) return [];
  const detail = `${changed} areas differ, ${share.toFixed(0)} % of the ${of} in force; more than ${LARGEST_CHANGE_PCT} % is looked at first`;
  return [{ name: "change", outcome: "failed", detail }];
}

function compareByDigest(_client: ImportClient, active: StoredSet, fresh: StoredSet): Promise<Difference> {
  const isUnchanged = active.counts.digest !== undefined && active.counts.digest === fresh.counts.digest;
  return Promise.resolve({ isUnchanged, report: { against: active.version }, objections: [] });
}
