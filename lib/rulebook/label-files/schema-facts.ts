import { z } from "zod";
import {
  APPLICATION_METHOD_NAMES,
  BOOM_HEIGHTS,
  DROPLET_CATEGORIES,
  METHOD_CLASSES,
  RATE_UNIT_STATES,
} from "@/lib/domain/application";
import { BUFFER_TYPES, RUNOFF_SYSTEMS } from "@/lib/domain/product";
import { ADJUVANT_KINDS, MANAGED_AREA_CATEGORIES } from "@/lib/domain/tables";
import { FACT_EVIDENCE } from "@/lib/rulebook/label-files/evidence";
import { checkEnds, checkOneFigureEach, codeSchema, dateSchema, textSchema } from "@/lib/rulebook/schema-shared";

/** Label words are quoted, never copied out: a quote longer than this is a passage. */
const LONGEST_QUOTE = 300;

export const ESA_LANGUAGES = ["yes", "no", "unreadable"] as const;

const personSchema = textSchema.describe("Who did it: a name or initials that your team knows");

/** What every fact carries beside its value. */
export const factHead = {
  quote: textSchema
    .max(LONGEST_QUOTE)
    .nullable()
    .describe("The label's own words, one sentence; null if none was seen"),
  page: textSchema.nullable().describe("Page or section; null only if the source has none"),
  evidence: z.enum(FACT_EVIDENCE).describe("read: in the label; relayed: someone else's reading; computed; unverified"),
  sources: z.array(textSchema).min(1).describe("Keys of `sources` in the same file"),
  readBy: personSchema,
  readOn: dateSchema,
  checkedBy: personSchema.nullable().describe("The second reader; a fact counts as read only with one"),
  checkedOn: dateSchema.nullable(),
  note: textSchema.optional(),
};

const rateUnitSchema = z.enum(["fl_oz_per_acre", "lb_per_acre"]);
const WIND_ENDS = [{ low: "minMph", high: "maxMph" }];
const windRangeSchema = z
  .strictObject({
    minMph: z.number().min(0),
    maxMph: z.number(),
    distanceFt: z.number().min(0),
  })
  .superRefine((range, ctx) => checkEnds(range, WIND_ENDS, ctx));
const windRangesSchema = z.array(windRangeSchema).min(1);

const fact = <N extends string, V extends z.ZodType>(name: N, value: V, what: string) =>
  z.strictObject({ fact: z.literal(name).describe(what), value, ...factHead });

const ingredientValue = z.strictObject({
  name: textSchema,
  pcCode: z
    .string()
    .regex(/^\d{6}$/)
    .nullable()
    .default(null),
  basis: z.enum(["ai", "ae"]),
  lbPerGal: z.number().positive().nullable().default(null),
  percentByWeight: z.number().positive().max(100).nullable().default(null),
});

const runoffValue = z.strictObject({
  system: z.enum(RUNOFF_SYSTEMS),
  points: z.int().min(0).nullable().default(null),
  pointsBySoil: z
    .strictObject({ A_B: z.int().min(0), C_D: z.int().min(0) })
    .nullable()
    .default(null),
  applicability: z.enum(["required", "optional_unconfirmed"]).default("required"),
  when: z.looseObject({}).optional().describe("The crops, places, methods or rates that the points are asked of"),
});

const bufferValue = z.strictObject({
  bufferType: z.enum(BUFFER_TYPES).default("wind_directional"),
  method: z.enum(METHOD_CLASSES),
  distanceFt: z.number().min(0),
  minDropletSize: z.enum(DROPLET_CATEGORIES).nullable().default(null),
  boomHeight: z.enum(BOOM_HEIGHTS).nullable().default(null),
  windSpeedRanges: windRangesSchema.nullable().default(null),
  rateRanges: z
    .array(
      z
        .strictObject({
          min: z.number().min(0),
          max: z.number(),
          unit: rateUnitSchema,
          distanceFt: z.number().min(0),
          windSpeedRanges: windRangesSchema.nullable().default(null),
        })
        .superRefine((range, ctx) => checkEnds(range, [{ low: "min", high: "max" }], ctx)),
    )
    .min(1)
    .nullable()
    .default(null),
});

/** `label_table` without rows: the label has a table of its own, and no one has read it. */
const reductionsValue = z.strictObject({
  source: z.enum(["epa_menu", "none", "not_read", "label_table"]),
  rows: z
    .array(
      z.strictObject({
        practice: codeSchema,
        methodClass: z.enum(METHOD_CLASSES),
        percent: z.number().positive().max(100),
        windMphAtMost: z.number().positive().nullable().default(null),
        minimum: z
          .strictObject({ value: z.number().positive(), unit: z.enum(["percent_volume", "fl_oz_per_acre"]) })
          .optional(),
      }),
    )
    .min(1)
    .superRefine(checkOneFigureEach)
    .nullable()
    .default(null),
});

const adjuvantValue = z.strictObject({
  kind: z.enum(ADJUVANT_KINDS),
  requirement: z.enum(["required", "forbidden"]),
  minimum: z
    .strictObject({ value: z.number().positive(), unit: z.enum(["percent_volume", "fl_oz_per_acre"]) })
    .optional(),
  text: textSchema,
});

/** A condition as `schema-conditions` has it, without what the fact itself carries; it is checked there once compiled. */
const conditionValue = z.looseObject({ id: textSchema, kind: textSchema, text: textSchema });

export const TEXT_KINDS = ["stamped", "registrant", "proposed", "excerpt", "summary", "none"] as const;

/** What of a label's text was read; `readToEnd` is what a "no" rests on. */
export const labelTextSchema = z.strictObject({
  kind: z.enum(TEXT_KINDS),
  pages: z.int().positive().nullable().default(null),
  readToEnd: z.boolean(),
  supplements: dateSchema
    .optional()
    .describe("Stamp date of the master label that a supplemental label adds to; left out for a master label"),
});

export const factSchema = z.discriminatedUnion("fact", [
  fact(
    "esa_language",
    z.enum(ESA_LANGUAGES),
    "Does the label send the reader to Bulletins Live! Two, points or the Mitigation Menu?",
  ),
  fact("formulation", z.enum(RATE_UNIT_STATES), "How the product is poured or weighed"),
  fact("ingredient", ingredientValue, "One active ingredient with its strength"),
  fact("methods_permitted", z.array(z.enum(METHOD_CLASSES)).min(1), "Classes of method that the label allows"),
  fact(
    "methods_excluded",
    z.array(z.enum([...METHOD_CLASSES, ...APPLICATION_METHOD_NAMES])).min(1),
    "Classes or single methods that the label forbids",
  ),
  fact("expires_on", dateSchema, "The last day on which the label may be used"),
  fact(
    "max_single_rate",
    z.strictObject({ value: z.number().positive(), unit: rateUnitSchema }),
    "The highest rate of one application",
  ),
  fact("min_volume_gpa", z.number().positive(), "The least spray volume, gallons per acre"),
  fact(
    "wind_range",
    z
      .strictObject({ minMph: z.number().min(0).nullable().default(null), maxMph: z.number().positive() })
      .superRefine((range, ctx) => checkEnds(range, WIND_ENDS, ctx)),
    "The wind in which the label allows an application",
  ),
  fact("direction", textSchema, "A direction that nothing here judges, in one plain sentence"),
  fact("condition", conditionValue, "A direction that is judged; see docs/adding-a-label.md"),
  fact("runoff_points", runoffValue, "Points or credits that the label asks for"),
  fact("runoff_none", z.literal(true), "The label was read to its end and asks for no points"),
  fact(
    "droplet_minimum",
    z.enum([...DROPLET_CATEGORIES, "unresolved", "nozzle_list"]),
    "The finest droplet class allowed",
  ),
  fact("boom_maximum", z.enum(BOOM_HEIGHTS), "low: at most 24 inches; high: above"),
  fact("drift_buffer", bufferValue, "An ESA drift buffer, feet"),
  fact("drift_none", z.literal(true), "The label was read to its end and sets no ESA drift buffer"),
  fact("buffer_reducible", z.boolean(), "Does the label let practices shorten the buffer?"),
  fact("buffer_reductions", reductionsValue, "Where the label lets reductions of the buffer come from"),
  fact(
    "tolerated_crops",
    z.array(codeSchema).min(1),
    "Neighboring crops that may lie in the buffer: not sensitive by this label",
  ),
  fact("counts_in_buffer", z.array(z.enum(MANAGED_AREA_CATEGORIES)).min(1), "Ground that may lie in a downwind buffer"),
  fact(
    "disallowed_measure",
    z.strictObject({ system: z.enum(RUNOFF_SYSTEMS), code: textSchema }),
    "A menu measure that earns nothing for this product",
  ),
  fact(
    "label_text",
    labelTextSchema,
    "In a spreadsheet only: what of the text was read; it becomes the edition's `text`",
  ),
  fact("adjuvant", adjuvantValue, "An adjuvant that the label requires or forbids"),
]);
export type LabelFact = z.output<typeof factSchema>;
export type FactName = LabelFact["fact"];
export type FactOf<N extends FactName> = Extract<LabelFact, { fact: N }>;

export const FACT_NAMES: readonly FactName[] = factSchema.options.map(({ shape }) => shape.fact.value);

/** Facts of which an edition has one at most. */
export const SINGLE_FACTS: readonly FactName[] = [
  "esa_language",
  "formulation",
  "methods_permitted",
  "methods_excluded",
  "expires_on",
  "max_single_rate",
  "min_volume_gpa",
  "wind_range",
  "runoff_none",
  "droplet_minimum",
  "boom_maximum",
  "drift_none",
  "buffer_reducible",
  "buffer_reductions",
  "tolerated_crops",
];
