import { methodClass, type ApplicationMethod, type SubmittedProduct } from "@/lib/domain/application";
import type { DriftSetup } from "@/lib/domain/compliance";
import type { DriftComputation, Weather } from "@/lib/domain/drift";
import type { BufferMethod, DriftRule, LabelRules } from "@/lib/domain/product";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { computeDrift, type DriftFacts } from "@/lib/engine/drift/compute";
import { NOW, ratedOf, rulebook, submittedOf } from "../facts";
import { claimOf, SQUARE } from "./drift-cases";
import { kernel } from "./placing";
import { driftRule, labelSource, method, productWith, ratedWith, setupOf } from "./rules";

export interface Asked {
  by?: ApplicationMethod;
  buffer?: Partial<BufferMethod>;
  rule?: Partial<DriftRule> & { canMitigate?: boolean };
  label?: Partial<LabelRules>;
  product?: Partial<SubmittedProduct>;
  setup?: Partial<DriftSetup>;
  weather?: Partial<Weather>;
  claims?: string[];
  adjuvants?: string[];
  tables?: DriftFacts["rulebook"];
}

/** A label's own table: 30 % for a drift reducer of at least 8 fl oz per acre, and half for a hood. */
export const OWN_TABLE: Partial<DriftRule> = {
  reductions: {
    source: "label_table",
    rows: [
      {
        practice: "drift_reducing_adjuvant_medium",
        methodClass: "ground",
        percent: 30,
        windMphAtMost: null,
        minimum: { value: 8, unit: "fl_oz_per_acre" },
        evidence: "primary",
        cite: ["LABEL"],
      },
      {
        practice: "hooded_sprayer",
        methodClass: "ground",
        percent: 50,
        windMphAtMost: 10,
        evidence: "primary",
        cite: ["LABEL"],
      },
    ],
  },
};

/** A buffer of 200 ft of one made-up product. */
export function asked(given: Asked = {}): DriftComputation {
  const by = given.by ?? "Broadcast-Ground";
  const ofClass = methodClass(by);
  const rule = driftRule({ wind_directional: [method(ofClass, 200, given.buffer)] }, given.rule);
  const methods = {
    permitted: [ofClass],
    excluded: [],
    evidence: "primary",
    cite: ["LABEL"],
  } satisfies LabelRules["methods"];
  const rated = ratedWith({ drift: rule, ...given.label, methods }, given.product);
  const products = [rated, ...(given.adjuvants ?? []).map(adjuvant)];
  return computeDrift(kernel, {
    checkedAt: NOW,
    boundary: SQUARE,
    products,
    sources: [labelSource(rule, rated)],
    setup: setupOf(by, { dropletSize: "fine", ...given.setup }),
    weather: { windDirectionDeg: 0, windSpeedMph: 8, temperatureF: null, humidityPercent: null, ...given.weather },
    claims: (given.claims ?? []).map(claimOf),
    features: { hasGlobalSet: true, features: [] },
    downslopeLines: [],
    labelIssues: [],
    rulebook: given.tables ?? rulebook,
    rest: { statuses: [], issues: [] },
    withWindRose: false,
  });
}

const adjuvant = (productName: string, index: number): RatedProduct => ({
  ...ratedOf(productWith({})),
  productIndex: index + 1,
  submitted: submittedOf(null, { productName }),
  registration: null,
  record: null,
  kind: "adjuvant",
  esaRequired: false,
});

export const totalOf = (found: DriftComputation): number | undefined => found.reductions[0]?.totalReductionPercent;
export const selectionOf = (found: DriftComputation, code: string) =>
  found.reductions[0]?.selections.find((selection) => selection.code === code);
