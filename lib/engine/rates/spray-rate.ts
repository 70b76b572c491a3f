import type { ApplicationMethod } from "@/lib/domain/application";
import type { EffectiveRate } from "@/lib/domain/drift";
import type { SprayRate } from "@/lib/domain/machine-file";

const DRY_METHODS: ReadonlySet<ApplicationMethod> = new Set<ApplicationMethod>(["Granular-Ground", "Granular-Air"]);

/**
 * What the machine puts out: of a spray the volume of the whole mix, of granules the weight of the one product.
 *
 * Units: US gallons of mix an acre, or pounds of product an acre. Source: docs/rules.md, Rates, for the product's rate.
 * Missing data: null for a spray without `gpa`, and for granules of several products or of a rate that is not resolved.
 * A product's own volume is never taken for the mix's. Throws: never.
 */
export function sprayRate(
  { method, gpa }: { method: ApplicationMethod; gpa: number | null },
  rates: readonly Pick<EffectiveRate, "normalized">[],
): SprayRate | null {
  if (!DRY_METHODS.has(method)) return gpa === null ? null : { amount: gpa, unit: "gal/ac" };
  const [only, other] = rates;
  if (only?.normalized?.unit !== "lb_per_acre" || other !== undefined) return null;
  return { amount: only.normalized.value, unit: "lb/ac" };
}
