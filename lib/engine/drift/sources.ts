import type { DriftRule } from "@/lib/domain/product";
import type { DriftSource } from "@/lib/engine/drift/configuration";
import type { BoundLimitation } from "@/lib/engine/limitations/applied";
import { asksForDriftBuffer } from "@/lib/engine/limitations/scheme";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** A bulletin asks for a distance, and no one has made a rule of its words: no evidence, so it stays unresolved. */
const UNREAD_DRIFT: DriftRule = {
  minDropletSize: null,
  maxBoomHeight: null,
  buffersEsa: { anchor: "field_edge_inward", canMitigate: false, exclusionCategories: [], bufferTypes: {} },
  evidence: "unverified",
  cite: [],
};

/** The drift rules that bind products of a mix: their labels', and the limitations' of the place. */
export function driftSources(rated: readonly RatedProduct[], bound: readonly BoundLimitation[]): DriftSource[] {
  const labels = rated.flatMap((product): DriftSource[] => {
    const rule = product.esaRequired === true ? product.record?.rules?.drift : null;
    if (rule === null || rule === undefined) return [];
    return [{ ruleId: `product:${product.registration ?? ""}:drift`, rated: product, rule, limitationId: null }];
  });
  const limitations = bound.flatMap(({ limitation, rule, rated: product }): DriftSource[] => {
    const drift = rule === null && asksForDriftBuffer(limitation.text) ? UNREAD_DRIFT : (rule?.drift ?? null);
    const ruleId = `limitation:${rule?.ruleId ?? limitation.limitationId}:drift`;
    return drift === null ? [] : [{ ruleId, rated: product, rule: drift, limitationId: limitation.limitationId }];
  });
  return [...labels, ...limitations];
}
