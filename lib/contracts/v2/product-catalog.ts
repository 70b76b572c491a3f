import { z } from "zod";
import { defineContract } from "@/lib/contracts/shared/contract";
import { registrationText } from "@/lib/contracts/shared/product";
import { queryIntegerOr } from "@/lib/contracts/shared/query";
import { calendarDate, text } from "@/lib/contracts/shared/text";
import {
  judgedRules,
  judgedRuleSchema,
  productSources,
  productSourceSchema,
  unjudgedRules,
  unjudgedRuleSchema,
} from "@/lib/contracts/v2/product-entry";
import { PRODUCT_STATUSES, type CatalogueProduct } from "@/lib/domain/product";
import { canonicalRegistration } from "@/lib/domain/registration";
import type { FoundProduct, LineAnswer, ProductFacts, ProductPage } from "@/lib/usecases/products/look-up";

const MATCHES = ["registration", "former_number", "distributor_number", "name"] as const;

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

const summaryShape = {
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

const editionSchema = z
  .strictObject({
    label_date: z.iso.date().describe("Stamp date of the label."),
    from: z.iso.date().describe("First day on which its directions hold."),
    until: z.iso.date().nullable().describe("Last day on which they hold; null: no end is known."),
    esa_language: z.boolean().nullable().describe("What it says of ESA; null: not read."),
    directions_entered: z.boolean().describe("Whether its directions were entered, so that checks judge them."),
    is_in_force: z.boolean().describe("Whether it binds an application on `on`."),
  })
  .meta({ id: "LabelEdition", description: "One edition of a label." });

const ingredientSchema = z
  .strictObject({
    name: z.string().describe("Name of the ingredient."),
    basis: z.enum(["ai", "ae"]).describe("Whether the strength counts active ingredient or acid equivalent."),
    lb_per_gallon: z.number().nullable().describe("Pounds in a US gallon; null: not known, or a dry product."),
    percent_by_weight: z.number().nullable().describe("Percent by weight; null: not known."),
  })
  .meta({ id: "ActiveIngredient", description: "An active ingredient with its strength." });

export const productDetailSchema = z
  .strictObject({
    ...summaryShape,
    match: z.enum(MATCHES).describe("How the product was found by what was asked."),
    on: z.iso.date().describe("Day of application that the answer holds for."),
    formulation: z.enum(["liquid", "dry"]).nullable().describe("What an ounce of it is; null: not known."),
    active_ingredients: z.array(ingredientSchema).describe("Active ingredients."),
    newest_label_date: z.iso.date().nullable().describe("The newest label known to exist, read or not; null: none is."),
    label_editions: z.array(editionSchema).describe("Editions of the label that the catalog knows, oldest first."),
    judged: z.array(judgedRuleSchema).describe("What checks judge of the label in force on `on`."),
    not_judged: z.array(unjudgedRuleSchema).describe("What they do not judge: read it on the label."),
    sources: z.array(productSourceSchema).describe("The documents that the rules rest on."),
  })
  .meta({ id: "ProductDetail", description: "What the catalog knows of a product, and what of its label is judged." });

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

const presentEditions = ({ editions = [] }: CatalogueProduct, labelDate: string | null) =>
  editions.map((edition) => ({
    label_date: edition.labelDate,
    from: edition.from,
    until: edition.until,
    esa_language: edition.esaLabelLanguage,
    directions_entered: edition.rules !== null,
    is_in_force: edition.labelDate === labelDate,
  }));

const onSchema = calendarDate
  .nullish()
  .describe("Day of application, which decides the label that binds. Left out: today, UTC.");

const searchQuery = z.strictObject({
  q: text().describe("Words of a name, or a registration number or its beginning, 1 to 200 characters."),
  on: calendarDate.optional().describe("Day of application, which decides the label that binds. Left out: today, UTC."),
  offset: queryIntegerOr(0, 0, 1_000_000).describe("Products to skip, 0 to 1,000,000."),
  limit: queryIntegerOr(20, 1, 100).describe("Most products of a page, 1 to 100."),
});

export const productSearchResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200."),
    total: z.int().describe("Products that match."),
    offset: z.int().describe("Offset of this page."),
    limit: z.int().describe("Most products this page holds."),
    next_offset: z.int().nullable().describe("Offset of the next page, null on the last."),
    products: z.array(productSummarySchema).describe("Products in order of name."),
  })
  .meta({ id: "ProductSearch", description: "One page of products." });

export const productSearch = defineContract({
  method: "GET",
  path: "/api/v2/products",
  operationId: "searchProducts",
  tag: "Products",
  summary: "Search products by name or registration number",
  description: "A name matches by the beginnings of its words. No match is an empty list.",
  rateClass: "reads",
  isProcessing: false,
  isPublicData: true,
  body: null,
  query: searchQuery,
  params: z.object({}),
  response: productSearchResponse,
  present: ({ total, offset, limit, products }: ProductPage): z.input<typeof productSearchResponse> => ({
    success: true,
    total,
    offset,
    limit,
    next_offset: offset + products.length < total && products.length > 0 ? offset + products.length : null,
    products: products.map(presentSummary),
  }),
  problems: [],
});

export const productDetailResponse = z
  .strictObject({ success: z.literal(true).describe("True on every 200."), product: productDetailSchema })
  .meta({ id: "ProductAnswer", description: "A product." });

export const productDetail = defineContract({
  method: "GET",
  path: "/api/v2/products/{registration}",
  operationId: "readProduct",
  tag: "Products",
  summary: "Read what is known of a product, and what of its label is judged",
  description:
    "A distributor's number finds the registrant's product, and a number given up in a transfer the product of today. " +
    "What `not_judged` lists must be read on the label.",
  rateClass: "reads",
  isProcessing: false,
  isPublicData: true,
  body: null,
  query: z.strictObject({ on: searchQuery.shape.on }),
  params: z.object({ registration: registrationText.describe("EPA registration number in any written form.") }),
  response: productDetailResponse,
  present: ({ facts, match }: FoundProduct): z.input<typeof productDetailResponse> => {
    const { product, onDate, labelDate } = facts;
    return {
      success: true,
      product: {
        ...presentSummary(facts),
        match,
        on: onDate,
        formulation: product.formulation,
        active_ingredients: product.ingredients.map((ingredient) => ({
          name: ingredient.name,
          basis: ingredient.basis,
          lb_per_gallon: ingredient.lbPerGal,
          percent_by_weight: ingredient.percentByWeight,
        })),
        newest_label_date: product.newestLabelDate ?? null,
        label_editions: presentEditions(product, labelDate),
        judged: judgedRules(product),
        not_judged: unjudgedRules(product),
        sources: productSources(product),
      },
    };
  },
  problems: ["productNotFound"],
});

const MOST_LINES = 500;

const lineSchema = z
  .strictObject({
    epa_number: text()
      .nullish()
      .describe("Registration number as the price list has it; null or left out: go by the name."),
    product_name: text().nullish().describe("Name as the price list has it. Used where there is no number."),
  })
  .refine(({ epa_number: number, product_name: name }) => number != null || name != null, {
    path: ["epa_number"],
    message: "is required where there is no product_name",
  })
  .meta({ id: "ProductLine", description: "One line of a price list." });

const lookUpBody = z
  .strictObject({
    products: z.array(lineSchema).min(1).max(MOST_LINES).describe(`Lines of a price list, 1 to ${MOST_LINES}.`),
    on: onSchema,
  })
  .meta({ id: "ProductLookupRequest", description: "Products to look up at once." });

const lineAnswerSchema = z
  .strictObject({
    index: z.int().describe("Place of the line in the request, from 0."),
    epa_number: z.string().nullable().describe("The number as sent."),
    product_name: z.string().nullable().describe("The name as sent."),
    result: z
      .enum(["found", "ambiguous", "not_found", "not_a_number"])
      .describe(
        "`found`: one product. `ambiguous`: several of the name, in `candidates`. `not_found`: none. `not_a_number`: " +
          "what was sent is no registration number.",
      ),
    match: z.enum(MATCHES).nullable().describe("How it was found; null where it was not."),
    product: productSummarySchema.nullable().describe("The product; null unless `found`."),
    candidates: z.array(productSummarySchema).describe("Products of the name, at most 10, where there are several."),
  })
  .meta({ id: "ProductLineAnswer", description: "What one line of a price list means." });

export const productLookupResponse = z
  .strictObject({
    success: z.literal(true).describe("True on every 200. Lines may still not be found."),
    found: z.int().describe("Lines whose product was found."),
    lines: z.array(lineAnswerSchema).describe("One answer a line, in the order of the request."),
  })
  .meta({ id: "ProductLookup", description: "What the lines of a price list mean." });

function presentLine({ asked, found, candidates }: LineAnswer, index: number): z.input<typeof lineAnswerSchema> {
  const isNumber = asked.epaNumber === null || canonicalRegistration(asked.epaNumber) !== null;
  const none = candidates.length > 0 ? "ambiguous" : isNumber ? "not_found" : "not_a_number";
  return {
    index,
    epa_number: asked.epaNumber,
    product_name: asked.productName,
    result: found === null ? none : "found",
    match: found?.match ?? null,
    product: found === null ? null : presentSummary(found.facts),
    candidates: candidates.map(presentSummary),
  };
}

export const productLookup = defineContract({
  method: "POST",
  path: "/api/v2/products/lookup",
  operationId: "lookUpProducts",
  tag: "Products",
  summary: "Look up a whole price list",
  description:
    "Up to 500 lines at once, each by its number or, without one, by its whole name. A line that is no product is an " +
    "answer, not an error.",
  rateClass: "writes",
  isProcessing: false,
  body: () => lookUpBody,
  query: z.strictObject({}),
  params: z.object({}),
  response: productLookupResponse,
  present: (lines: LineAnswer[]): z.input<typeof productLookupResponse> => ({
    success: true,
    found: lines.filter(({ found }) => found !== null).length,
    lines: lines.map(presentLine),
  }),
  problems: [],
});
