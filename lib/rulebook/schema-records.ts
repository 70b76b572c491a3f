import { z } from "zod";
import { RECORD_FACT_NAMES, RECORD_PARTS } from "@/lib/domain/application-record";
import type { RecordRules } from "@/lib/domain/record-rules";
import { STATE_CODES } from "@/lib/domain/us-states";
import {
  checkCitations,
  checkUnique,
  citedShape,
  codeSchema,
  dateSchema,
  headShape,
  textSchema,
} from "@/lib/rulebook/schema-shared";

const itemSchema = z.strictObject({
  id: codeSchema,
  no: z.int().positive().nullable(),
  text: textSchema,
  parts: z.array(z.enum(RECORD_PARTS)).min(1),
  ...citedShape,
});

const withinSchema = z
  .strictObject({ hours: z.int().positive().nullable(), days: z.int().positive().nullable() })
  .refine(({ hours, days }) => (hours === null) !== (days === null), "takes hours or days, and not both");

const ruleShape = {
  title: textSchema,
  keptYears: z.int().positive().nullable(),
  within: withinSchema.nullable(),
  items: z.array(itemSchema),
  ...citedShape,
};

const registrationSchema = z.string().regex(/^\d+-\d+(-\d+)?$/);

const labelSchema = z.strictObject({
  ...ruleShape,
  registration: registrationSchema,
  labelDate: dateSchema,
  recordPoint: z.int().positive().nullable(),
  also: z.array(itemSchema),
  limits: z.array(
    z.strictObject({
      fact: z.enum(RECORD_FACT_NAMES),
      atMost: z.number().positive(),
      text: textSchema,
      ...citedShape,
    }),
  ),
});

const stateSchema = z.strictObject({
  ...ruleShape,
  state: z.enum(STATE_CODES),
  registrations: z.array(registrationSchema).min(1).nullable(),
  crops: z.array(textSchema).min(1).nullable(),
});

/** A list counts its items from one without a gap, as its source does: an item that was left out would show. */
function checkNumbers(items: readonly { no: number | null }[], path: (string | number)[], ctx: z.RefinementCtx): void {
  items.forEach(({ no }, index) => {
    if (no === index + 1) return;
    ctx.addIssue({ code: "custom", path: [...path, index, "no"], message: `should be ${index + 1}` });
  });
}

export const recordTableSchema = z
  .strictObject({
    ...headShape,
    federal: z.strictObject(ruleShape),
    labels: z.array(labelSchema),
    states: z.array(stateSchema),
    restrictedUse: z.array(z.strictObject({ registration: registrationSchema, ...citedShape })),
  })
  .superRefine((table, ctx) => {
    checkCitations(table, ctx);
    checkNumbers(table.federal.items, ["federal", "items"], ctx);
    table.labels.forEach(({ items }, index) => checkNumbers(items, ["labels", index, "items"], ctx));
    table.states.forEach(({ items }, index) => checkNumbers(items, ["states", index, "items"], ctx));
    checkUnique(
      ctx,
      "registration",
      table.restrictedUse.map(({ registration }, index) => ({
        value: registration,
        at: ["restrictedUse", index, "registration"],
      })),
    );
  });

export const toRecordRules = ({
  federal,
  labels,
  states,
  restrictedUse,
}: z.output<typeof recordTableSchema>): RecordRules => ({
  federal,
  labels,
  states,
  restrictedUse,
});
