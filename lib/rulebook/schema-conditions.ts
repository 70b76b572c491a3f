import { z } from "zod";
import { CONDITION_QUESTIONS } from "@/lib/domain/question-kinds";
import {
  AIRCRAFT,
  APPLICATION_METHOD_NAMES,
  BOOM_HEIGHTS,
  DROPLET_CATEGORIES,
  METHOD_CLASSES,
} from "@/lib/domain/application";
import {
  CONDITION_RATE_UNITS,
  DAY_EVENTS,
  LIST_RULES,
  TEMPERATURES_OF,
  type LabelCondition,
} from "@/lib/domain/label-conditions";
import { STATE_CODES } from "@/lib/domain/us-states";
import {
  checkEnds,
  checkUnique,
  citedShape,
  codeSchema,
  textSchema,
  type RangeEnds,
} from "@/lib/rulebook/schema-shared";

const statesSchema = z.array(z.enum(STATE_CODES)).min(1);
const cropsSchema = z.array(codeSchema).min(1);
const methodsSchema = z.array(z.enum(APPLICATION_METHOD_NAMES)).min(1);
const rateUnitSchema = z.enum(CONDITION_RATE_UNITS);
const mphSchema = z.number().min(0).max(100);
const fahrenheitSchema = z.number().min(-40).max(150);
const percentSchema = z.number().min(0).max(100);

const RATE_ENDS: readonly RangeEnds[] = [{ low: "atLeast", high: "atMost" }];

/** Where and for what a rule binds. Crop ids are checked against the crop table when the files are read together. */
export const scopeSchema = z
  .strictObject({
    crops: cropsSchema.optional(),
    states: statesSchema.optional(),
    methods: methodsSchema.optional(),
    methodClasses: z.array(z.enum(METHOD_CLASSES)).min(1).optional(),
    rate: z
      .strictObject({
        atLeast: z.number().positive().optional(),
        atMost: z.number().positive().optional(),
        unit: rateUnitSchema,
      })
      .superRefine((rate, ctx) => checkEnds(rate, RATE_ENDS, ctx))
      .optional(),
  })
  .refine((scope) => Object.keys(scope).length > 0, "names nothing that it binds to");

const headShape = {
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be kebab-case"),
  text: textSchema,
  quote: textSchema.optional(),
  page: textSchema.optional(),
  when: scopeSchema.optional(),
  disputed: z.boolean().optional(),
  asks: z.enum(CONDITION_QUESTIONS).optional(),
  ...citedShape,
};

const condition = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, shape: S) =>
  z.strictObject({ kind: z.literal(kind), ...shape, ...headShape });

/** `MM-DD` or `YYYY-MM-DD`. 2024 has a 29 February. */
const daySchema = z
  .string()
  .regex(/^(\d{4}-)?\d{2}-\d{2}$/)
  .refine((text) => z.iso.date().safeParse(text.length === 5 ? `2024-${text}` : text).success, "is no day")
  .nullable();

const dayMomentSchema = z.strictObject({ event: z.enum(DAY_EVENTS), offsetMinutes: z.int() }).nullable();

const placeConditions = [
  condition("states", { rule: z.enum(LIST_RULES), states: statesSchema }),
  condition("counties", { rule: z.literal("never"), geoIds: z.array(z.string().regex(/^\d{5}$/)).min(1) }),
  condition("pulas", { rule: z.literal("never"), pulaIds: z.array(z.int().positive()).min(1) }),
] as const;

const cropConditions = [
  condition("crops", { rule: z.enum(LIST_RULES), crops: cropsSchema }),
  condition("varieties", { traits: z.array(textSchema).min(1) }),
  condition("crop_stage", { latest: z.string().regex(/^(VE|VC|V\d{1,2}|R\d)$/) }),
] as const;

const momentConditions = [
  condition("dates", { from: daySchema, until: daySchema }),
  condition("temperature", {
    of: z.enum(TEMPERATURES_OF),
    atLeastF: fahrenheitSchema.nullable(),
    atMostF: fahrenheitSchema.nullable(),
    belowF: fahrenheitSchema.nullable(),
  }),
  condition("wind", { minMph: mphSchema.nullable(), maxMph: mphSchema.nullable() }),
  condition("humidity", { atLeastPercent: percentSchema.nullable(), atMostPercent: percentSchema.nullable() }),
  condition("time_of_day", { from: dayMomentSchema, until: dayMomentSchema }),
  condition("rain_forecast", { withinHours: z.number().nonnegative().max(240) }),
] as const;

const windShape = { windAboveMph: mphSchema.nullable(), windAtMostMph: mphSchema.nullable() };

const setupConditions = [
  condition("methods", { rule: z.enum(LIST_RULES), methods: methodsSchema }),
  condition("droplets", { minimum: z.enum(DROPLET_CATEGORIES) }),
  condition("boom_height", { highest: z.enum(BOOM_HEIGHTS) }),
  condition("nozzles", {
    nozzles: z.array(z.strictObject({ name: textSchema, maxPressurePsi: z.number().positive().nullable() })).min(1),
  }),
  condition("boom_share", { aircraft: z.enum(AIRCRAFT), atMostPercent: percentSchema, ...windShape }),
  condition("release_height", { atMostFt: z.number().positive() }),
  condition("swath_displacement", { atLeastSwaths: z.number().positive(), ...windShape }),
] as const;

/** Applications are read from October 1 of the year before on (`lib/data/sibling-mixes.ts`), 92 days before January 1: a label that asks for more needs more of them. */
const MOST_DAYS_BETWEEN = 92;

const amountConditions = [
  condition("single_rate", { atMost: z.number().positive(), unit: rateUnitSchema }),
  condition("annual_rate", { atMost: z.number().positive(), unit: rateUnitSchema }),
  condition("single_ingredient", { ingredient: z.string().min(1).lowercase(), atMostLb: z.number().positive() }),
  condition("annual_ingredient", { ingredient: z.string().min(1).lowercase(), atMostLb: z.number().positive() }),
  condition("applications_per_year", { atMost: z.int().positive() }),
  condition("days_between", { atLeast: z.int().positive().max(MOST_DAYS_BETWEEN) }),
  condition("volume", { atLeastGpa: z.number().positive().nullable(), atMostGpa: z.number().positive().nullable() }),
] as const;

/** Members of which one at least must be set: a condition without any would bind no one, silently. */
const ENDS: Partial<Record<LabelCondition["kind"], readonly string[]>> = {
  dates: ["from", "until"],
  temperature: ["atLeastF", "atMostF", "belowF"],
  wind: ["minMph", "maxMph"],
  humidity: ["atLeastPercent", "atMostPercent"],
  time_of_day: ["from", "until"],
  volume: ["atLeastGpa", "atMostGpa"],
};

/** Members that are the ends of one range. Days of any year may go over a new year: `11-01` to `03-31`. */
const RANGES: Partial<Record<LabelCondition["kind"], readonly RangeEnds[]>> = {
  temperature: [
    { low: "atLeastF", high: "atMostF" },
    { low: "atLeastF", high: "belowF" },
  ],
  wind: [{ low: "minMph", high: "maxMph" }],
  humidity: [{ low: "atLeastPercent", high: "atMostPercent" }],
  volume: [{ low: "atLeastGpa", high: "atMostGpa" }],
  boom_share: [{ low: "windAboveMph", high: "windAtMostMph" }],
  swath_displacement: [{ low: "windAboveMph", high: "windAtMostMph" }],
};
const DAYS: readonly RangeEnds[] = [{ low: "from", high: "until" }];
const hasYears = (day: string | null): boolean => (day?.length ?? 0) > 5;

/** One condition of a label. */
export const conditionSchema = z
  .discriminatedUnion("kind", [
    ...placeConditions,
    ...cropConditions,
    ...momentConditions,
    ...setupConditions,
    ...amountConditions,
    condition("unjudged", {}),
    condition("unread", {}),
  ])
  .superRefine((found, ctx) => {
    const ends = ENDS[found.kind] ?? [];
    const members = new Map<string, unknown>(Object.entries(found));
    if (ends.length > 0 && ends.every((end) => members.get(end) === null)) {
      ctx.addIssue({ code: "custom", message: `sets none of ${ends.join(", ")}` });
    }
    checkEnds(found, RANGES[found.kind] ?? [], ctx);
    if (found.kind === "dates" && hasYears(found.from) && hasYears(found.until)) checkEnds(found, DAYS, ctx);
  });

/** The conditions of one label; each id once. */
export const conditionsSchema = z.array(conditionSchema).superRefine((conditions, ctx) =>
  checkUnique(
    ctx,
    "condition id",
    conditions.map(({ id }, index) => ({ value: id, at: [index, "id"] })),
  ),
);
