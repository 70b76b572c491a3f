import { methodClass } from "@/lib/domain/application";
import type { RegionCode } from "@/lib/domain/us-states";
import type { ConditionScope } from "@/lib/domain/label-conditions";
import type { ProductFacts } from "@/lib/engine/conditions/facts";
import { RATE_ROUNDING } from "@/lib/engine/rates/normalize";

/** Whether a rule binds an application; `unknown` where what its scope speaks of is not known. */
export type Binding = "yes" | "no" | "unknown";

/**
 * Whether a scope takes in an application of one product.
 *
 * Of several crops or states one is enough, because a rule that binds part of the work binds the work. Source: the
 * label's own words. Missing data: a crop word that no one knows, a field without a county, with one that does not say where it is, or near a state line that is not drawn exactly, or a rate that is not
 * resolved leaves it unknown, unless another part of the scope says no. Throws: never.
 */
export function bindingOf(scope: ConditionScope | undefined, facts: ProductFacts): Binding {
  if (scope === undefined) return "yes";
  const parts = [
    cropBinding(scope, facts),
    stateBinding(scope, facts),
    methodBinding(scope, facts),
    rateBinding(scope, facts),
  ];
  if (parts.includes("no")) return "no";
  return parts.includes("unknown") ? "unknown" : "yes";
}

const known = (isIn: boolean): Binding => (isIn ? "yes" : "no");

function cropBinding({ crops }: ConditionScope, { crops: sent }: ProductFacts): Binding {
  if (crops === undefined || sent.known.some((crop) => crops.includes(crop))) return "yes";
  return sent.unknown.length > 0 || sent.known.length === 0 ? "unknown" : "no";
}

function stateBinding({ states: wanted }: ConditionScope, { states }: ProductFacts): Binding {
  if (wanted === undefined) return "yes";
  if (states === null) return "unknown";
  const isIn = (region: RegionCode): boolean => wanted.some((state) => state === region);
  const { possible, sure, isWhole } = states;
  if (sure.some(isIn) || (isWhole && possible.every(isIn))) return "yes";
  return possible.some(isIn) || !isWhole ? "unknown" : "no";
}

function methodBinding({ methods, methodClasses }: ConditionScope, { application: { method } }: ProductFacts): Binding {
  return known(
    (methods === undefined || methods.includes(method)) &&
      (methodClasses === undefined || methodClasses.includes(methodClass(method))),
  );
}

function rateBinding({ rate }: ConditionScope, { product }: ProductFacts): Binding {
  if (rate === undefined) return "yes";
  const sent = product.rate.normalized;
  if (sent?.unit !== rate.unit) return "unknown";
  return known(
    sent.value >= (rate.atLeast ?? 0) * (1 - RATE_ROUNDING) &&
      sent.value <= (rate.atMost ?? Infinity) * (1 + RATE_ROUNDING),
  );
}
