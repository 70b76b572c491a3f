import type { ApplicationMethod, MethodClass, SubmittedProduct } from "@/lib/domain/application";
import type { DriftSetup } from "@/lib/domain/compliance";
import type { BufferMethod, BufferType, CatalogueProduct, DriftRule, LabelRules } from "@/lib/domain/product";
import type { DriftSource } from "@/lib/engine/drift/configuration";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { ratedOf } from "../facts";

export const method = (type: MethodClass, distanceFt: number, members: Partial<BufferMethod> = {}): BufferMethod => ({
  type,
  distanceFt,
  mitigationType: `epa_drift_${type}`,
  minDropletSize: null,
  boomHeight: null,
  windSpeedRanges: null,
  rateRanges: null,
  ...members,
});

export const driftRule = (
  buffers: Partial<Record<BufferType, BufferMethod[]>>,
  members: Partial<DriftRule> & { canMitigate?: boolean } = {},
): DriftRule => {
  const { canMitigate = true, ...rest } = members;
  return {
    minDropletSize: null,
    maxBoomHeight: null,
    buffersEsa: {
      anchor: "field_edge_inward",
      canMitigate,
      exclusionCategories: [],
      bufferTypes: Object.fromEntries(Object.entries(buffers).map(([type, methods]) => [type, { methods }])),
    },
    reductions: { source: "epa_menu" },
    evidence: "primary",
    cite: ["LABEL"],
    ...rest,
  };
};

/** A made-up liquid of 4 lb ai per gallon, permitted from the ground and excluded from the air. */
export const productWith = (rules: Partial<LabelRules>, members: Partial<CatalogueProduct> = {}): CatalogueProduct => ({
  registration: "99009-1",
  name: "TEST Liquid",
  registrant: null,
  status: "Active",
  formulation: "liquid",
  ingredients: [{ name: "testine", pcCode: null, basis: "ai", lbPerGal: 4, percentByWeight: null }],
  esaLabelLanguage: true,
  isDemonstration: true,
  rules: {
    methods: { permitted: ["ground"], excluded: ["aerial"], evidence: "primary", cite: ["LABEL"] },
    limits: [],
    conditions: [],
    runoff: [],
    drift: null,
    driftResolved: true,
    disallowedMeasures: [],
    adjuvants: [],
    citations: {},
    ...rules,
  },
  ...members,
});

export const ratedWith = (
  rules: Partial<LabelRules>,
  members: Partial<SubmittedProduct> = {},
  gpa: number | null = null,
): RatedProduct => ratedOf(productWith(rules), members, gpa);

export const labelSource = (rule: DriftRule, rated: RatedProduct = ratedWith({ drift: rule })): DriftSource => ({
  ruleId: "product:99009-1:drift",
  rated,
  rule,
  limitationId: null,
});

export const limitationSource = (rule: DriftRule, limitationId: number, rated: RatedProduct): DriftSource => ({
  ruleId: `limitation:${limitationId}:drift`,
  rated,
  rule,
  limitationId,
});

export const setupOf = (by: ApplicationMethod, members: Partial<DriftSetup> = {}): DriftSetup => ({
  method: by,
  gpa: null,
  dropletSize: "coarse",
  boomHeight: "low",
  ...members,
});
