import type { MultiPolygon } from "geojson";
import type { AreaQuery } from "@/lib/data/regulated-areas";
import type { SavedApplication } from "@/lib/data/saved-checks";
import type { ApplicationInput, SubmittedProduct } from "@/lib/domain/application";
import type { Weather } from "@/lib/domain/drift";
import type { FieldBoundary } from "@/lib/domain/field";
import { ingredientWords } from "@/lib/domain/ingredients";
import type { Selection } from "@/lib/domain/mitigation";
import type { RegulatedAreas } from "@/lib/domain/pula";
import { canonicalRegistration, limitableNumbers } from "@/lib/domain/registration";
import type { SoilOutcome } from "@/lib/domain/soil";
import type { Rulebook } from "@/lib/domain/tables";
import { SQM_PER_HA } from "@/lib/domain/units";
import { assess, type AssessmentResult } from "@/lib/engine/assess";
import type { LonLat } from "@/lib/engine/conditions/facts";
import type { ExemptionClaim } from "@/lib/engine/runoff/entry";
import { approximateAreaHa } from "@/lib/geo/area";
import type { Deps } from "@/lib/runtime/deps";
import type { Sibling } from "@/lib/engine/siblings";
import { findRules, type ResolvedProducts } from "@/lib/usecases/products/resolve-products";

/** What the area look-up needs for a mix of products: every number that may mean one, and their ingredients. */
export function areaQuery(
  place: Omit<AreaQuery, "registrations" | "ingredients">,
  submitted: readonly SubmittedProduct[],
  { products }: ResolvedProducts,
): AreaQuery {
  const numbers = products.flatMap(({ productIndex, record }) => {
    const sent = submitted[productIndex]?.epaNumber ?? null;
    return limitableNumbers(sent === null ? null : canonicalRegistration(sent), record);
  });
  const ingredients = products.flatMap(
    ({ record }) => record?.ingredients.map(({ name }) => ingredientWords(name)) ?? [],
  );
  const named = ingredients.filter((words) => words.trim() !== "");
  return { ...place, registrations: [...new Set(numbers)], ingredients: [...new Set(named)] };
}

/** What an assessment is made from, as the caller has it. */
export interface GatheredFacts {
  application: ApplicationInput;
  resolved: ResolvedProducts;
  rulebook: Rulebook;
  areas: RegulatedAreas;
  soil: SoilOutcome;
  selections: readonly Selection[];
  siblings: readonly Sibling[];
  savedExemption: SavedApplication["exemption"];
  boundary: FieldBoundary;
  /** Left out at intake: no one knows the weather of the application yet. */
  weather?: Weather;
}

/** The engine's assessment now, for a check and for a drift computation alike. */
export async function assessApplication(deps: Deps, facts: GatheredFacts): Promise<AssessmentResult> {
  const { resolved, savedExemption, boundary, ...given } = facts;
  return assess({
    ...given,
    now: deps.clock(),
    products: resolved.products,
    limitationRules: resolved.catalogue === null ? [] : await findRules(deps, resolved.catalogue.dataSetId),
    catalogueVersion: resolved.catalogue?.version ?? null,
    exemption: exemptionClaim(savedExemption),
    place: pointOf(boundary.geometry),
    boundaryHash: boundary.hash,
    areaSqm: approximateAreaHa(boundary.geometry) * SQM_PER_HA,
    staleAfterDays: { inform: deps.env.PULA_STALE_INFORM_DAYS, block: deps.env.PULA_STALE_BLOCK_DAYS },
  });
}

/** A point of the field, which is near enough for sunrise and sunset. */
export function pointOf({ coordinates }: MultiPolygon): LonLat | null {
  const [lon, lat] = coordinates[0]?.[0]?.[0] ?? [];
  return lon === undefined || lat === undefined ? null : [lon, lat];
}

/** A saved exemption stays with its application over every recheck in the same year. */
function exemptionClaim(saved: SavedApplication["exemption"]): ExemptionClaim | null {
  if (saved === null) return null;
  return {
    required: saved.required,
    evaluatedAt: saved.evaluatedAt === null ? null : new Date(saved.evaluatedAt),
    reasons: saved.reasons,
    treatedAcres: saved.treatedAcres ?? null,
  };
}
