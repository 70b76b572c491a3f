import { z } from "zod";
import { APPLICATION_METHOD_NAMES } from "@/lib/domain/application";
import { MITIGATION_POINTS } from "@/lib/domain/field";
import { CREDIT_SOURCES, EXEMPTION_REASONS, type AutoCreditSource } from "@/lib/domain/mitigation";
import { SOIL_GROUPS } from "@/lib/domain/soil";
import {
  checkCitations,
  checkFile,
  checkUnique,
  citedShape,
  headShape,
  idSchema,
  RulebookError,
  textSchema,
} from "@/lib/rulebook/schema-shared";

const isAutomatic = (source: (typeof CREDIT_SOURCES)[number]): source is AutoCreditSource => source !== "portal";

const autoCreditRowSchema = z.strictObject({
  source: z.enum(CREDIT_SOURCES.filter(isAutomatic)),
  when: z.strictObject({
    slopePctBelow: z.number().positive().exactOptional(),
    slopePctAtMost: z.number().positive().exactOptional(),
    countyPoints: z.literal([...MITIGATION_POINTS]).exactOptional(),
    hydrologicGroupIn: z.array(z.enum(SOIL_GROUPS)).min(1).exactOptional(),
  }),
  subOptionId: idSchema,
  ...citedShape,
});

/** The one condition each source is judged by; a row with another, or with none, would never or always apply. */
const CONDITIONS: Record<AutoCreditSource, readonly string[]> = {
  always: [],
  slope: ["slopePctBelow", "slopePctAtMost"],
  county: ["countyPoints"],
  soil: ["hydrologicGroupIn"],
};

export const autoCreditTableSchema = z
  .strictObject({ ...headShape, rows: z.array(autoCreditRowSchema).min(1) })
  .superRefine((table, ctx) => {
    checkCitations(table, ctx);
    table.rows.forEach(({ source, when }, index) => {
      const keys = Object.keys(when);
      const allowed = CONDITIONS[source];
      if (keys.length === Math.min(allowed.length, 1) && keys.every((key) => allowed.includes(key))) return;
      const expected = allowed.length === 0 ? "no condition" : `one of ${allowed.join(", ")}`;
      ctx.addIssue({ code: "custom", path: ["rows", index, "when"], message: `source ${source} takes ${expected}` });
    });
    const ids = table.rows.map(({ subOptionId }, index) => ({
      value: subOptionId,
      at: ["rows", index, "subOptionId"],
    }));
    checkUnique(ctx, "subOptionId", ids);
  });

/** Thousands of rows from one source: evidence and citations stand once, for all of them. */
export const countyTableSchema = z
  .strictObject({
    ...headShape,
    ...citedShape,
    rows: z
      .array(z.strictObject({ geoId: z.string().regex(/^\d{5}$/), points: z.literal([...MITIGATION_POINTS]) }))
      .min(1),
  })
  .superRefine((table, ctx) => {
    checkCitations(table, ctx);
    checkUnique(
      ctx,
      "county",
      table.rows.map(({ geoId }, index) => ({ value: geoId, at: ["rows", index, "geoId"] })),
    );
  });

export const exemptionTableSchema = z
  .strictObject({
    ...headShape,
    rows: z.array(
      z.strictObject({
        code: z.enum(EXEMPTION_REASONS),
        label: textSchema,
        question: textSchema,
        methods: z.array(z.enum(APPLICATION_METHOD_NAMES)).min(1).nullable(),
        acresBelow: z.number().positive().nullable().default(null),
        contradictedBy: z.array(z.int().positive()).default([]),
        ...citedShape,
      }),
    ),
  })
  .superRefine((table, ctx) => {
    checkCitations(table, ctx);
    checkUnique(
      ctx,
      "code",
      table.rows.map(({ code }, index) => ({ value: code, at: ["rows", index, "code"] })),
    );
    for (const code of EXEMPTION_REASONS) {
      if (table.rows.some((row) => row.code === code)) continue;
      ctx.addIssue({ code: "custom", path: ["rows"], message: `the reason ${code} is missing` });
    }
  });

/** A table file as it is imported: its name and what it holds. */
export interface TableFile {
  file: string;
  json: unknown;
}

/** A schema of a table: its file is named by what these two members say. */
export type TableSchema = z.ZodType<{ table: string; effectiveFrom: string }>;

/** The parsed table. Throws `RulebookError` with file, place and reason when it is wrong or wrongly named. */
export function parseTable<S extends TableSchema>(schema: S, { file, json }: TableFile): z.output<S> {
  const checked = checkFile(schema, file, json);
  if (!checked.ok) throw new RulebookError(checked.faults);
  const { table, effectiveFrom } = checked.value;
  const expected = `${table}-${effectiveFrom}.json`;
  if (!file.endsWith(expected)) {
    throw new RulebookError([{ file, path: "effectiveFrom", reason: `the file should be called ${expected}` }]);
  }
  return checked.value;
}
