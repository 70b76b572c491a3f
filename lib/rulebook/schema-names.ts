import { z } from "zod";
import { cropKey } from "@/lib/domain/crops";
import { ADJUVANT_KINDS, adjuvantKey } from "@/lib/domain/tables";
import {
  checkCitations,
  checkUnique,
  citedShape,
  codeSchema,
  dateSchema,
  textSchema,
  headShape,
} from "@/lib/rulebook/schema-shared";

const approvedListSchema = z.strictObject({
  registration: textSchema,
  labelDate: dateSchema,
  text: textSchema,
  ...citedShape,
});

const adjuvantRowSchema = z.strictObject({
  manufacturer: textSchema.nullable().optional(),
  approvedLists: z.array(approvedListSchema).optional(),
  kind: z.enum(ADJUVANT_KINDS),
  name: textSchema,
  aliases: z.array(textSchema),
  alsoKinds: z.array(z.enum(ADJUVANT_KINDS)),
  mayContain: z.array(z.enum(ADJUVANT_KINDS)),
  ...citedShape,
});

export const adjuvantTableSchema = z
  .strictObject({ ...headShape, rows: z.array(adjuvantRowSchema) })
  .superRefine((table, ctx) => {
    checkCitations(table, ctx);
    const names = table.rows.flatMap((row, index) =>
      // Two spellings of one row may collapse to the same key; two rows may not.
      [...new Set([row.name, ...row.aliases].map(adjuvantKey))].map((value) => ({ value, at: ["rows", index] })),
    );
    checkUnique(ctx, "name", names);
  });

export const pesticideNameTableSchema = z
  .strictObject({ ...headShape, lists: z.array(z.strictObject({ names: z.array(textSchema).min(1), ...citedShape })) })
  .superRefine(checkCitations);

export const cropTableSchema = z
  .strictObject({
    ...headShape,
    rows: z.array(
      z
        .strictObject({
          id: codeSchema,
          name: textSchema,
          words: z.array(textSchema).min(1),
          traits: z.array(textSchema).min(1).optional(),
          ...citedShape,
        })
        .refine(({ words, traits = [] }) => traits.every((trait) => words.includes(trait)), {
          path: ["traits"],
          message: "names what is not among the words",
        }),
    ),
  })
  .superRefine((table, ctx) => {
    checkCitations(table, ctx);
    checkUnique(
      ctx,
      "crop",
      table.rows.map(({ id }, index) => ({ value: id, at: ["rows", index, "id"] })),
    );
    const keys = table.rows.flatMap(({ name, words }, index) =>
      // Two spellings of one crop may collapse to the same key; those of two crops may not.
      [...new Set([name, ...words].map(cropKey))].map((value) => ({ value, at: ["rows", index] })),
    );
    checkUnique(ctx, "word", keys);
  });
