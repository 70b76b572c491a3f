import type { MultiPolygon } from "geojson";
import type { AreaQuery } from "@/lib/data/regulated-areas";
import type { SavedApplication } from "@/lib/data/saved-checks";
import type { SubmittedProduct } from "@/lib/domain/application";
import { ingredientWords } from "@/lib/domain/ingredients";
import { canonicalRegistration, registrantRegistration } from "@/lib/domain/registration";
import type { LonLat } from "@/lib/engine/conditions/facts";
import type { ExemptionClaim } from "@/lib/engine/runoff/entry";
import type { ResolvedProducts } from "@/lib/usecases/products/resolve-products";

/** What the area look-up needs for a mix of products: their numbers, the registrants' and their ingredients. */
export function areaQuery(
  place: Omit<AreaQuery, "registrations" | "ingredients">,
  submitted: readonly SubmittedProduct[],
  { products }: ResolvedProducts,
): AreaQuery {
  const numbers = submitted.flatMap(({ epaNumber }) => {
    const canonical = epaNumber === null ? null : canonicalRegistration(epaNumber);
    return canonical === null ? [] : [canonical, registrantRegistration(canonical)];
  });
  const ingredients = products.flatMap(
    ({ record }) => record?.ingredients.map(({ name }) => ingredientWords(name)) ?? [],
  );
  const named = ingredients.filter((words) => words.trim() !== "");
  return { ...place, registrations: [...new Set(numbers)], ingredients: [...new Set(named)] };
}

/** A point of the field, which is near enough for sunrise and sunset. */
export function pointOf({ coordinates }: MultiPolygon): LonLat | null {
  const [lon, lat] = coordinates[0]?.[0]?.[0] ?? [];
  return lon === undefined || lat === undefined ? null : [lon, lat];
}

/** Saved exemptions stay with their application over every recheck. */
export function exemptionClaim(saved: SavedApplication["exemption"]): ExemptionClaim | null {
  if (saved === null) return null;
  return {
    required: saved.required,
    evaluatedAt: saved.evaluatedAt === null ? null : new Date(saved.evaluatedAt),
    reasons: saved.reasons,
  };
}
