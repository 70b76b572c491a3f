import { z } from "zod";
import { defineContract } from "@/lib/contracts/shared/contract";
import { askedRegistration } from "@/lib/contracts/shared/product";
import {
  judgedRules,
  judgedRuleSchema,
  productSources,
  productSourceSchema,
  unjudgedRules,
  unjudgedRuleSchema,
} from "@/lib/contracts/v2/product-entry";
import { MATCHES, onDate, presentSummary, summaryShape } from "@/lib/contracts/v2/product-summary";
import type { CatalogueProduct } from "@/lib/domain/product";
import type { FoundProduct } from "@/lib/usecases/products/look-up";

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

const presentEditions = ({ editions = [] }: CatalogueProduct, labelDate: string | null) =>
  editions.map((edition) => ({
    label_date: edition.labelDate,
    from: edition.from,
    until: edition.until,
    esa_language: edition.esaLabelLanguage,
    directions_entered: edition.rules !== null,
    is_in_force: edition.labelDate === labelDate,
  }));

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
  query: z.strictObject({ on: onDate }),
  params: z.object({ registration: askedRegistration.describe("EPA registration number in any written form.") }),
  response: productDetailResponse,
  present: ({ facts, match }: FoundProduct): z.input<typeof productDetailResponse> => {
    const { product, onDate: on, labelDate } = facts;
    return {
      success: true,
      product: {
        ...presentSummary(facts),
        match,
        on,
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
