import { Prisma } from "@/lib/data/db";
import { drawnAsJson } from "@/lib/data/drift/compute-state";
import { readStoredIssues, withStoredIssues } from "@/lib/data/stored/issues";
import type { AdjuvantResults, ManualClaim } from "@/lib/domain/drift";
import type { DrawnFeature, SavedComputation, SavedWeather } from "@/lib/domain/drift-saved";
import type { SavedDrift } from "@/lib/domain/saved-application";

type WithText<T, Key extends keyof T> = Omit<T, Key> & Record<Key, string>;

/** As the columns hold it. A computation of an earlier form may lack members that came later. */
export interface DriftJson {
  weather: WithText<SavedWeather, "observedAt"> | null;
  lastComputation:
    | (Partial<Omit<SavedComputation, "checkedAt">> &
        Pick<SavedComputation, "status" | "inputs"> & { checkedAt: string })
    | null;
  adjuvantResults: WithText<AdjuvantResults, "evaluatedAt"> | null;
  claims: ManualClaim[] | null;
  drawnFeatures: DrawnFeature[] | null;
}

/** The drift of the application row `a` as one JSON value. */
export const driftAsJson = (withDrawings: boolean): Prisma.Sql => Prisma.sql`
  json_build_object(
    'weather', a.weather, 'lastComputation', a.last_computation, 'adjuvantResults', a.adjuvant_results,
    'claims', (SELECT json_agg(json_build_object('subOptionId', c.sub_option_id, 'customValue', c.custom_value,
                                                 'notes', c.notes) ORDER BY c.sub_option_id)
               FROM drift_claim c
               WHERE c.provider_id = a.provider_id AND c.application_event_id = a.application_event_id),
    'drawnFeatures', ${withDrawings ? drawnAsJson(Prisma.sql`a`) : Prisma.sql`NULL::json`})`;

export const toSavedDrift = (json: DriftJson, mix: readonly { productName: string }[]): SavedDrift => ({
  weather: json.weather === null ? null : { ...json.weather, observedAt: new Date(json.weather.observedAt) },
  lastComputation: json.lastComputation === null ? null : toComputation(json.lastComputation, mix),
  adjuvantResults:
    json.adjuvantResults === null
      ? null
      : {
          ...json.adjuvantResults,
          evaluatedAt: new Date(json.adjuvantResults.evaluatedAt),
          issues: readStoredIssues(json.adjuvantResults.issues, mix),
        },
  claims: json.claims ?? [],
  drawnFeatures: json.drawnFeatures ?? [],
});

/** Members that an earlier form did not have are empty; a drift status it did not have is null, and no status is made up. */
const toComputation = (
  { checkedAt, products = [], ...json }: NonNullable<DriftJson["lastComputation"]>,
  mix: readonly { productName: string }[],
): SavedComputation => ({
  driftStatus: null,
  featureScope: "global_only",
  nonManagedFeatureCount: 0,
  exclusionFeatureCount: 0,
  effectiveRates: [],
  reductions: [],
  manualClaims: [],
  edges: [],
  windRose: null,
  ...json,
  products: withStoredIssues(products, mix),
  checkedAt: new Date(checkedAt),
});
