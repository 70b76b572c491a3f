import { z } from "zod";
import { calendarDate } from "@/lib/contracts/shared/text";
import { PRODUCT_STATUSES } from "@/lib/domain/product";
import type { ProductFacts } from "@/lib/usecases/products/look-up";

/** The day that decides which edition of a label binds. */
export const onDate = calendarDate
  .optional()
  .describe("Day of application, which decides the label that binds. Left out: today, UTC.");

/** How a product is found. */
export const MATCHES = ["registration", "former_number", "distributor_number", "name"] as const;

const esaLanguageSchema = z
  .strictObject({
    value: z
      .boolean()
      .nullable()
      .describe("Whether the label refers to EPA's bulletins or carries ESA mitigation; null: no one has read it."),
    label_date: z.iso
      .date()
      .nullable()
      .describe("Stamp date of the label that says so; null: the catalog has no dated label of this product."),
    evidence: z
      .enum(["label_edition", "product_record", "not_read"])
      .describe(
        "`label_edition`: the label of `label_date` was read. `product_record`: the product's undated record says so. " +
          "`not_read`: nothing that holds on the day was read.",
      ),
    named_in_limitations: z
      .boolean()
      .describe("Whether a limitation of the active set names the product or an ingredient: then ESA rules can apply."),
  })
  .meta({
    id: "EsaLanguage",
    description: "Whether a label speaks of the Endangered Species Act, and how that is known.",
  });

export const summaryShape = {
  registration: z.string().describe("EPA registration number, without leading zeros."),
  name: z.string().describe("Name on the label."),
  other_names: z.array(z.string()).describe("Other brands and the registrant's own names."),
  former_numbers: z.array(z.string()).describe("Numbers given up in transfers, which jugs may still carry."),
  registrant: z.string().nullable().describe("Who holds the registration; null: not known."),
  status: z.enum(PRODUCT_STATUSES).nullable().describe("State of the registration; null: not known."),
  status_since: z.iso.date().nullable().describe("Day since which the state holds; null: not known."),
  is_demonstration: z.boolean().describe("True for the made-up products of the demonstration."),
  esa_language: esaLanguageSchema,
  directions_entered: z
    .boolean()
    .describe("Whether the directions of the label in force on `on` were entered, so that checks judge them."),
};

export const productSummarySchema = z
  .strictObject(summaryShape)
  .meta({ id: "ProductSummary", description: "What the catalog knows of a product, in short." });

export type ProductSummary = z.input<typeof productSummarySchema>;

function languageOf({ product, labelDate, isInLimitations }: ProductFacts): ProductSummary["esa_language"] {
  const value = product.esaLabelLanguage;
  const known = labelDate === null ? "product_record" : "label_edition";
  return {
    value,
    label_date: labelDate,
    evidence: value === null ? "not_read" : known,
    named_in_limitations: isInLimitations,
  };
}

export const presentSummary = (facts: ProductFacts): ProductSummary => ({
  registration: facts.product.registration,
  name: facts.product.name,
  other_names: facts.product.otherNames ?? [],
  former_numbers: facts.product.formerNumbers ?? [],
  registrant: facts.product.registrant,
  status: facts.product.status,
  status_since: facts.product.statusSince ?? null,
  is_demonstration: facts.product.isDemonstration,
  esa_language: languageOf(facts),
  directions_entered: facts.product.rules !== null,
});
