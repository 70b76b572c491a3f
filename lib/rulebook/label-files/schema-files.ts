import { z } from "zod";
import { RATE_UNIT_STATES } from "@/lib/domain/application";
import { canonicalRegistration } from "@/lib/domain/registration";
import {
  ESA_LANGUAGES,
  factHead,
  factSchema,
  labelTextSchema,
  SINGLE_FACTS,
  type LabelFact,
} from "@/lib/rulebook/label-files/schema-facts";
import { dateSchema, textSchema } from "@/lib/rulebook/schema-shared";

const numberSchema = z
  .string()
  .refine((text) => canonicalRegistration(text) === text, "is not a registration number such as 264-1241");

/** A pending registration has letters for its number: `264-REGG`. */
const pendingSchema = z.string().regex(/^\d+-[A-Z]+$/, "is not the sign of a pending registration such as 264-REGG");

const sourceSchema = z.strictObject({
  title: textSchema,
  url: z.url({ protocol: /^https$/ }).nullable(),
  documentDate: dateSchema.nullable(),
});
const sourcesSchema = z.record(z.string().regex(/^[A-Z0-9-]+$/, "must be capitals, digits and hyphens"), sourceSchema);

export const LABEL_STATUSES = ["Active", "Inactive", "Cancelled"] as const;

const { evidence, readBy, readOn, checkedBy, checkedOn, note } = factHead;

/** Who a product is: `labels/<registration>/product.json`. */
export const productFileSchema = z.strictObject({
  $schema: z.string().optional(),
  registration: z.union([numberSchema, pendingSchema]),
  name: textSchema,
  otherNames: z.array(textSchema).describe("Alternate brands and the registrant's own names"),
  registrant: textSchema.nullable(),
  status: z
    .strictObject({
      value: z.enum(LABEL_STATUSES),
      asOf: dateSchema.nullable().describe("The day on which someone looked it up"),
      since: dateSchema.optional().describe("The day since which it holds, if that is known"),
    })
    .nullable(),
  formerNumbers: z
    .array(z.strictObject({ registration: numberSchema, note: textSchema.optional() }))
    .describe("Numbers that jugs of this product may still carry after a transfer"),
  distributorNumbers: z.array(numberSchema),
  transferredTo: numberSchema.optional().describe("The number that took this one's place; look-ups go there"),
  formulation: z.enum(RATE_UNIT_STATES).nullable(),
  ingredients: z.array(
    z.strictObject({
      name: textSchema,
      basis: z.enum(["ai", "ae"]),
      lbPerGal: z.number().positive().nullable(),
      percentByWeight: z.number().positive().max(100).nullable(),
    }),
  ),
  newestLabelDate: dateSchema.nullable().describe("The newest label known to exist, read or not"),
  assumed: z
    .strictObject({ esaLanguage: z.enum(ESA_LANGUAGES), note: textSchema, source: textSchema })
    .optional()
    .describe("What someone says without a reading; for review, never used"),
  source: z.strictObject({ title: textSchema, url: z.url({ protocol: /^https$/ }).nullable() }),
  evidence,
  readBy,
  readOn,
  checkedBy,
  checkedOn,
  note,
});
export type ProductFile = z.output<typeof productFileSchema>;

const partShape = {
  $schema: z.string().optional(),
  sources: sourcesSchema,
  facts: z.array(factSchema),
};

interface FactFile {
  sources: Record<string, unknown>;
  facts: readonly LabelFact[];
}

function checkSources({ sources, facts }: FactFile, ctx: z.RefinementCtx): void {
  facts.forEach((fact, index) => {
    fact.sources.forEach((key, at) => {
      if (Object.hasOwn(sources, key)) return;
      ctx.addIssue({
        code: "custom",
        path: ["facts", index, "sources", at],
        message: `names ${key}, which is no source of this file`,
      });
    });
    if (fact.checkedBy !== null && fact.checkedBy === fact.readBy) {
      ctx.addIssue({
        code: "custom",
        path: ["facts", index, "checkedBy"],
        message: "must be another person than readBy",
      });
    }
    if ((fact.checkedBy === null) !== (fact.checkedOn === null)) {
      ctx.addIssue({
        code: "custom",
        path: ["facts", index, "checkedOn"],
        message: "checkedBy and checkedOn go together",
      });
    }
    if (fact.evidence === "read" && fact.page === null) {
      ctx.addIssue({
        code: "custom",
        path: ["facts", index, "page"],
        message: "a fact that was read names its page or section",
      });
    }
  });
}

function checkSingles({ facts }: FactFile, ctx: z.RefinementCtx): void {
  const seen = new Set<string>();
  facts.forEach(({ fact }, index) => {
    if (seen.has(fact) && SINGLE_FACTS.includes(fact)) {
      ctx.addIssue({ code: "custom", path: ["facts", index, "fact"], message: `${fact} occurs twice` });
    }
    seen.add(fact);
  });
}

const SUPPLEMENTAL = /supplemental\s+label/i;

/** A supplemental label that is entered as a master label would take the place of all that its master says. */
function checkSupplement(
  { labelDate, text, sources }: Pick<EditionFile, "labelDate" | "text" | "sources">,
  ctx: z.RefinementCtx,
): void {
  const path = ["text", "supplements"];
  if (text.supplements !== undefined && text.supplements >= labelDate) {
    ctx.addIssue({ code: "custom", path, message: "is not before the label date" });
  }
  if (text.supplements === undefined && Object.values(sources).some(({ title }) => SUPPLEMENTAL.test(title))) {
    ctx.addIssue({
      code: "custom",
      path,
      message: "is missing: a source is a supplemental label; say of which date the master label is that it adds to",
    });
  }
}

const contradictions = [
  ["runoff_none", "runoff_points"],
  ["drift_none", "drift_buffer"],
] as const;

/** A reusable block of label text: `label-parts/<name>.json`. */
export const partFileSchema = z
  .strictObject({ name: z.string().regex(/^[a-z0-9-]+$/), about: textSchema, ...partShape })
  .superRefine(checkSources);
export type PartFile = z.output<typeof partFileSchema>;

/** What one label says: `labels/<registration>/<label date>.json`. */
export const editionFileSchema = z
  .strictObject({
    registration: z.union([numberSchema, pendingSchema]),
    labelDate: dateSchema.describe("The stamp date; it names the file"),
    from: dateSchema.describe("First day on which these directions hold, as a rule the label date"),
    until: dateSchema.nullable().describe("Last day on which they hold; null if no end is known"),
    text: labelTextSchema.describe('What of the text was read; `readToEnd` is what a "no" rests on'),
    parts: z.array(textSchema).describe("Blocks of label-parts that this label prints"),
    note,
    ...partShape,
  })
  .superRefine((file, ctx) => {
    checkSources(file, ctx);
    checkSingles(file, ctx);
    const names = new Set(file.facts.map(({ fact }) => fact));
    for (const [none, some] of contradictions) {
      if (names.has(none) && names.has(some)) {
        ctx.addIssue({ code: "custom", path: ["facts"], message: `has both ${none} and ${some}` });
      }
    }
    if (file.until !== null && file.until < file.from) {
      ctx.addIssue({ code: "custom", path: ["until"], message: "is before from" });
    }
    checkSupplement(file, ctx);
    const saysNo = file.facts.some(({ fact, value }) => fact === "esa_language" && value === "no");
    if (saysNo && !file.text.readToEnd) {
      ctx.addIssue({
        code: "custom",
        path: ["text", "readToEnd"],
        message: 'esa_language "no" needs a text that was read to its end',
      });
    }
  });
export type EditionFile = z.output<typeof editionFileSchema>;
