import { z } from "zod";
import {
  APPLICATION_METHOD_NAMES,
  BOOM_HEIGHTS,
  DROPLET_CATEGORIES,
  METHOD_CLASSES,
  RATE_UNIT_STATES,
} from "@/lib/domain/application";
import { MOST_BUFFER_FT } from "@/lib/domain/drift";
import { BUFFER_TYPES, MITIGATION_TYPES, PRODUCT_STATUSES, RUNOFF_SYSTEMS } from "@/lib/domain/product";
import { canonicalRegistration } from "@/lib/domain/registration";
import { ADJUVANT_KINDS, MANAGED_AREA_CATEGORIES } from "@/lib/domain/tables";
import { conditionsSchema, scopeSchema } from "@/lib/rulebook/schema-conditions";
import {
  checkCitations,
  checkOneFigureEach,
  checkUnique,
  citationsSchema,
  citedShape,
  codeSchema,
  textSchema,
} from "@/lib/rulebook/schema-shared";

const feetSchema = z.number().min(0).max(MOST_BUFFER_FT, `no buffer may be longer than ${MOST_BUFFER_FT} ft`);
const rateUnitSchema = z.enum(["fl_oz_per_acre", "lb_per_acre"]);
const dropletSchema = z.enum(DROPLET_CATEGORIES);

/** The points EPA's menu can ask for at most; a higher figure is a typing error. docs/contract.md, Fixed points. */
const EPA_RUNOFF_CEILING = 9;

const registrationSchema = z
  .string()
  .refine((text) => canonicalRegistration(text) === text, "is not a registration number in canonical form");

const ingredientSchema = z.strictObject({
  name: textSchema,
  pcCode: z
    .string()
    .regex(/^\d{6}$/)
    .nullable(),
  basis: z.enum(["ai", "ae"]),
  lbPerGal: z.number().positive().nullable(),
  percentByWeight: z.number().positive().max(100).nullable(),
  ...citedShape,
});

const runoffRuleSchema = z
  .strictObject({
    system: z.enum(RUNOFF_SYSTEMS),
    points: z.int().min(0).nullable(),
    pointsBySoil: z.strictObject({ A_B: z.int().min(0), C_D: z.int().min(0) }).nullable(),
    applicability: z.enum(["required", "optional_unconfirmed"]),
    when: scopeSchema.optional(),
    ...citedShape,
  })
  .refine(({ points, pointsBySoil }) => points === null || pointsBySoil === null, "sets both points and pointsBySoil")
  .refine(
    ({ system, points, pointsBySoil }) =>
      system !== "epa_runoff" ||
      [points, pointsBySoil?.A_B, pointsBySoil?.C_D].every((n) => (n ?? 0) <= EPA_RUNOFF_CEILING),
    `asks for more than ${EPA_RUNOFF_CEILING} points`,
  );

/** Ranges may touch and must not overlap: two distances for one value would leave the choice to chance. */
const areDisjoint = (ranges: readonly { from: number; to: number }[]): boolean => {
  const sorted = ranges.toSorted((a, b) => a.from - b.from);
  return sorted.every(({ from }, index) => from >= (sorted[index - 1]?.to ?? from));
};

const windRangesSchema = z
  .array(
    z
      .strictObject({ minMph: z.number().min(0), maxMph: z.number(), distanceFt: feetSchema })
      .refine(({ minMph, maxMph }) => minMph < maxMph, "minMph must be below maxMph"),
  )
  .min(1)
  .refine((ranges) => areDisjoint(ranges.map(({ minMph, maxMph }) => ({ from: minMph, to: maxMph }))), "ranges overlap")
  .nullable();

const rateRangesSchema = z
  .array(
    z
      .strictObject({
        min: z.number().min(0),
        max: z.number(),
        unit: rateUnitSchema,
        distanceFt: feetSchema,
        windSpeedRanges: windRangesSchema,
      })
      .refine(({ min, max }) => min < max, "min must be below max"),
  )
  .min(1)
  .refine((ranges) => areDisjoint(ranges.map(({ min, max }) => ({ from: min, to: max }))), "ranges overlap")
  .nullable();

const bufferMethodSchema = z
  .strictObject({
    type: z.enum(METHOD_CLASSES),
    distanceFt: feetSchema,
    mitigationType: z.enum(MITIGATION_TYPES),
    minDropletSize: dropletSchema.nullable(),
    boomHeight: z.enum(BOOM_HEIGHTS).nullable(),
    windSpeedRanges: windRangesSchema,
    rateRanges: rateRangesSchema,
  })
  .refine(({ type, mitigationType }) => mitigationType === `epa_drift_${type}`, {
    path: ["mitigationType"],
    message: "is not the drift type of this method class",
  });

/** Of the tiers that a setup meets the shortest counts, so two distances for one setup would leave the longer one without a word. */
const methodsSchema = z
  .array(bufferMethodSchema)
  .min(1)
  .superRefine((methods, ctx) =>
    checkUnique(
      ctx,
      "the buffer for",
      methods.map(({ type, minDropletSize, boomHeight }, index) => ({
        value: `${type} with ${minDropletSize === null ? "any" : `${minDropletSize} or coarser`} droplets and ${boomHeight === null ? "any" : `a ${boomHeight}`} boom`,
        at: [index],
      })),
    ),
  );

const buffersEsaSchema = z.strictObject({
  anchor: z.literal("field_edge_inward"),
  canMitigate: z.boolean(),
  exclusionCategories: z.array(z.enum(MANAGED_AREA_CATEGORIES)),
  bufferTypes: z.partialRecord(z.enum(BUFFER_TYPES), z.strictObject({ methods: methodsSchema })),
});

const minimumAmountSchema = z.strictObject({
  value: z.number().positive(),
  unit: z.enum(["percent_volume", "fl_oz_per_acre"]),
});

const labelReductionSchema = z.strictObject({
  practice: codeSchema,
  methodClass: z.enum(METHOD_CLASSES),
  percent: z.number().positive().max(100),
  windMphAtMost: z.number().positive().nullable(),
  minimum: minimumAmountSchema.optional(),
  ...citedShape,
});

const reductionSourceSchema = z.discriminatedUnion("source", [
  z.strictObject({ source: z.literal("epa_menu") }),
  z.strictObject({ source: z.literal("none") }),
  z.strictObject({ source: z.literal("not_read") }),
  z.strictObject({
    source: z.literal("label_table"),
    rows: z.array(labelReductionSchema).min(1).superRefine(checkOneFigureEach).nullable(),
  }),
]);

const driftRuleSchema = z.strictObject({
  minDropletSize: z.union([dropletSchema, z.enum(["unresolved", "nozzle_list"])]).nullable(),
  maxBoomHeight: z.enum(BOOM_HEIGHTS).nullable(),
  buffersEsa: buffersEsaSchema,
  reductions: reductionSourceSchema.optional(),
  toleratedCrops: z.array(codeSchema).min(1).optional(),
  ...citedShape,
});

const limitSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("max_single_rate"),
    value: z.number().positive(),
    unit: rateUnitSchema,
    ...citedShape,
  }),
  z.strictObject({ kind: z.literal("min_volume"), gpa: z.number().positive(), ...citedShape }),
  z.strictObject({
    kind: z.literal("wind_range"),
    minMph: z.number().min(0).nullable(),
    maxMph: z.number().positive(),
    ...citedShape,
  }),
  z.strictObject({ kind: z.literal("not_checked"), text: textSchema, ...citedShape }),
]);

/** The rules of one label: those of a rule file, and what the facts of a label file add up to. */
export const rulesSchema = z
  .strictObject({
    methods: z.strictObject({
      permitted: z.array(z.enum(METHOD_CLASSES)),
      excluded: z.array(z.enum(METHOD_CLASSES)),
      excludedMethods: z.array(z.enum(APPLICATION_METHOD_NAMES)).optional(),
      ...citedShape,
    }),
    expiresOn: z.iso.date().optional(),
    isReadToEnd: z.boolean().optional(),
    limits: z.array(limitSchema),
    conditions: conditionsSchema.default([]),
    runoff: z.array(runoffRuleSchema).nullable(),
    drift: driftRuleSchema.nullable(),
    driftResolved: z.boolean(),
    disallowedMeasures: z.array(z.strictObject({ system: z.enum(RUNOFF_SYSTEMS), code: textSchema, ...citedShape })),
    adjuvants: z.array(
      z.strictObject({
        kind: z.enum(ADJUVANT_KINDS),
        requirement: z.enum(["required", "forbidden"]),
        minimum: minimumAmountSchema.optional(),
        text: textSchema,
        ...citedShape,
      }),
    ),
  })
  .refine(({ drift, driftResolved }) => drift === null || driftResolved, {
    path: ["driftResolved"],
    message: "a drift rule is given, so it is resolved",
  })
  .refine(({ methods }) => methods.permitted.every((type) => !methods.excluded.includes(type)), {
    path: ["methods"],
    message: "permits and excludes the same class",
  });

const productSchema = z.strictObject({
  registration: registrationSchema,
  name: textSchema,
  registrant: textSchema.nullable(),
  status: z.enum(PRODUCT_STATUSES).nullable(),
  formulation: z.enum(RATE_UNIT_STATES).nullable(),
  ingredients: z.array(ingredientSchema),
  esaLabelLanguage: z.boolean().nullable(),
  /** What number, name, status and ESA language rest on. */
  identity: z.strictObject(citedShape),
  rules: rulesSchema.nullable(),
  isDemonstration: z.boolean().default(false),
});

const limitationRuleSchema = z
  .strictObject({
    ruleId: z.string().regex(/^[a-z0-9-]+$/),
    code: textSchema,
    textHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex")
      .optional(),
    prohibits: z.boolean().optional(),
    missing: textSchema.optional(),
    registration: registrationSchema.nullable(),
    activeIngredient: z.string().min(1).lowercase().nullable(),
    runoff: z.array(runoffRuleSchema),
    drift: driftRuleSchema.nullable(),
    mitigationOptions: z.array(z.enum(MITIGATION_TYPES)),
  })
  .refine(({ registration, activeIngredient }) => (registration === null) !== (activeIngredient === null), {
    path: ["registration"],
    message: "exactly one of registration and activeIngredient names what the rule is for",
  })
  .refine(({ textHash, missing }) => textHash === undefined || missing === undefined, {
    path: ["textHash"],
    message: "scores a whole text, so nothing can be missing",
  });

/** A rule file of the catalogue. Its citations serve all it holds. */
export const ruleFileSchema = z
  .strictObject({
    note: textSchema,
    citations: citationsSchema,
    products: z.array(productSchema).default([]),
    limitationRules: z.array(limitationRuleSchema).default([]),
  })
  .superRefine((file, ctx) => {
    checkCitations(file, ctx);
    checkUnique(
      ctx,
      "registration",
      file.products.map(({ registration }, index) => ({
        value: registration,
        at: ["products", index, "registration"],
      })),
    );
    checkUnique(
      ctx,
      "ruleId",
      file.limitationRules.map(({ ruleId }, index) => ({
        value: ruleId,
        at: ["limitationRules", index, "ruleId"],
      })),
    );
  });

export type RuleFileContent = z.output<typeof ruleFileSchema>;
