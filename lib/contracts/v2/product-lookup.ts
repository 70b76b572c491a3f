import { z } from "zod";
import { defineContract } from "@/lib/contracts/shared/contract";
import { text } from "@/lib/contracts/shared/text";
import { MATCHES, onDate, presentSummary, productSummarySchema } from "@/lib/contracts/v2/product-summary";
import { canonicalRegistration } from "@/lib/domain/registration";
import type { LineAnswer } from "@/lib/usecases/products/look-up";

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
    on: onDate.nullish(),
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
