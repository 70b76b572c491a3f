import { z } from "zod";
import { METHOD_CLASSES } from "@/lib/domain/application";
import type { CreditFact, CreditTrigger, RuleStatement } from "@/lib/domain/explanation";
import { NOT_CREDITED_REASONS } from "@/lib/domain/mitigation";
import { BUFFER_TYPES, RUNOFF_SYSTEMS } from "@/lib/domain/product";
import { SOIL_GROUPS } from "@/lib/domain/soil";
import { DEPOSITION_CURVES } from "@/lib/domain/tables";

/** What rules say, as a saved answer holds it. */

const texts = z.array(z.string());
const figure = z.number();

const points = z.object({
  kind: z.literal("points"),
  system: z.enum(RUNOFF_SYSTEMS),
  points: figure.nullable(),
  bySoil: z.object({ A_B: figure, C_D: figure }).nullable(),
});
const buffer = z.object({
  kind: z.literal("buffer"),
  bufferType: z.enum(BUFFER_TYPES),
  methodClass: z.enum(METHOD_CLASSES),
  distanceFt: figure,
});

const fact: z.ZodType<CreditFact> = z.discriminatedUnion("about", [
  z.object({ about: z.literal("nothing") }),
  z.object({ about: z.literal("no_soil") }),
  z.object({ about: z.literal("slope"), slopePct: figure.nullable() }),
  z.object({
    about: z.literal("group"),
    group: z.enum(SOIL_GROUPS).nullable(),
    countsAs: z.string().nullable(),
    sharePct: figure.nullable(),
  }),
]);
const trigger: z.ZodType<CreditTrigger> = z.discriminatedUnion("given", [
  z.object({ given: z.literal("always") }),
  z.object({ given: z.literal("slope_below"), slopePct: figure }),
  z.object({ given: z.literal("slope_at_most"), slopePct: figure }),
  z.object({ given: z.literal("groups"), groups: texts }),
]);

const prohibition = z.object({ kind: z.literal("prohibition"), text: z.string().nullable() });

export const statement: z.ZodType<RuleStatement> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("methods"), permitted: texts, excluded: texts }),
  points,
  buffer,
  z.object({ kind: z.literal("disallowed"), system: z.enum(RUNOFF_SYSTEMS), code: z.string() }),
  z.object({ kind: z.literal("adjuvant"), text: z.string() }),
  z.object({
    kind: z.literal("condition"),
    text: z.string(),
    outcome: z.enum(["kept", "broken", "open", "unjudged"]),
  }),
  z.object({
    kind: z.literal("limitation"),
    pulaId: z.int(),
    code: z.string(),
    uses: texts,
    missing: z.string().nullable(),
    asks: z.discriminatedUnion("kind", [points, buffer, prohibition]).nullable(),
  }),
  z.object({ kind: z.literal("county"), county: z.string(), points: figure, isCoarse: z.boolean() }),
  z.object({
    kind: z.literal("credit"),
    label: z.string(),
    note: z.string().nullable(),
    points: figure.nullable(),
    isGiven: z.boolean(),
    fact,
    trigger,
    withheld: z.enum(NOT_CREDITED_REASONS).nullable(),
  }),
  z.object({
    kind: z.literal("setback"),
    productName: z.string(),
    bufferType: z.enum(BUFFER_TYPES),
    rawFt: figure,
    reductionPercent: figure,
    widthFt: figure,
  }),
  z.object({ kind: z.literal("downwind"), windDirectionDeg: figure, windSpeedMph: figure, sine: figure }),
  z.object({
    kind: z.literal("deposition"),
    distanceFt: figure,
    percent: figure,
    curve: z.enum(DEPOSITION_CURVES),
    isExtrapolated: z.boolean(),
  }),
  z.object({
    kind: z.literal("ground"),
    isUnknown: z.boolean(),
    reachFt: figure,
    managed: z.int(),
    protected: z.int(),
    supposed: z.int(),
    drawn: z.array(z.object({ category: z.string(), label: z.string().nullable(), acrossFt: figure })).optional(),
  }),
]);
