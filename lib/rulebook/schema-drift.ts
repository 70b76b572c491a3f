import { z } from "zod";
import { APPLICATION_METHOD_NAMES, DROPLET_CATEGORIES, METHOD_CLASSES, methodClass } from "@/lib/domain/application";
import { ADJUVANT_KINDS, DEPOSITION_CURVES, type DepositionCurve, type DepositionCurveName } from "@/lib/domain/tables";
import {
  checkCitations,
  checkUnique,
  citationsSchema,
  citedShape,
  codeSchema,
  dateSchema,
  textSchema,
} from "@/lib/rulebook/schema-shared";

const headShape = {
  table: z.string().regex(/^[a-z0-9-]+$/),
  effectiveFrom: dateSchema,
  note: textSchema,
  citations: citationsSchema,
};

const dropletSchema = z.enum(DROPLET_CATEGORIES);
const mphSchema = z.number().min(0).nullable();

const figureSchema = z
  .strictObject({
    methodClass: z.enum(METHOD_CLASSES),
    percent: z.union([z.number().positive().max(100), z.literal("rate_cut")]),
    windMphAtLeast: mphSchema,
    windMphBelow: mphSchema,
    windMphAtMost: mphSchema,
    ...citedShape,
  })
  .refine(({ windMphBelow, windMphAtMost }) => windMphBelow === null || windMphAtMost === null, {
    path: ["windMphBelow"],
    message: "the wind's upper end is given twice",
  });

const practiceSchema = z
  .strictObject({
    id: z.int().positive(),
    code: codeSchema,
    label: textSchema,
    helperText: textSchema.nullable(),
    option: codeSchema,
    basis: z.enum(["setup", "claim"]),
    when: z
      .strictObject({
        dropletAtLeast: dropletSchema.nullable(),
        dropletIs: dropletSchema.nullable(),
        humidityPercentAbove: z.number().min(0).max(100).nullable(),
        adjuvantKind: z.enum(ADJUVANT_KINDS).nullable(),
      })
      .nullable(),
    methods: z.array(z.enum(APPLICATION_METHOD_NAMES)).min(1).optional(),
    figures: z.array(figureSchema).min(1),
  })
  .refine(({ basis, when }) => (basis === "setup") === (when !== null), {
    path: ["when"],
    message: "a practice shown by the setup says when, and a claimed one does not",
  })
  .refine(
    ({ methods = [], figures }) =>
      methods.every((method) => figures.some(({ methodClass: ofClass }) => ofClass === methodClass(method))),
    { path: ["methods"], message: "a method is of a class that no figure is for" },
  );

/** The drift practice menu. Codes share one set with its options, because a label forbids either by its code. */
export const driftPracticeTableSchema = z
  .strictObject({ ...headShape, rows: z.array(practiceSchema).min(1) })
  .superRefine((table, ctx) => {
    checkCitations(table, ctx);
    const at = (key: "id" | "code") => table.rows.map((row, index) => ({ value: row[key], at: ["rows", index, key] }));
    checkUnique(ctx, "id", at("id"));
    checkUnique(ctx, "code", at("code"));
  });

const curveSchema = z.strictObject({
  name: z.enum(DEPOSITION_CURVES),
  points: z
    .array(z.tuple([z.number().min(0), z.number().positive()]))
    .min(16)
    .refine(
      (points) => points.every(([distance], index) => distance > (points[index - 1]?.[0] ?? -1)),
      "distances must grow",
    ),
});

export const depositionTableSchema = z
  .strictObject({ ...headShape, ...citedShape, curves: z.array(curveSchema) })
  .superRefine((table, ctx) => {
    checkCitations(table, ctx);
    checkUnique(
      ctx,
      "curve",
      table.curves.map(({ name }, index) => ({ value: name, at: ["curves", index, "name"] })),
    );
    for (const name of DEPOSITION_CURVES) {
      if (table.curves.some((curve) => curve.name === name)) continue;
      ctx.addIssue({ code: "custom", path: ["curves"], message: `the curve ${name} is missing` });
    }
  });

/** The curves by name. The schema has seen to it that none is missing. */
export const curvesByName = (curves: readonly DepositionCurve[]): Record<DepositionCurveName, DepositionCurve> =>
  Object.fromEntries(curves.map((curve) => [curve.name, curve])) as Record<DepositionCurveName, DepositionCurve>;
