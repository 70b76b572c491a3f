import { z } from "zod";
import { defineContract } from "@/lib/contracts/shared/contract";
import { queryIntegerOr } from "@/lib/contracts/shared/query";
import { text } from "@/lib/contracts/shared/text";
import { onDate, presentSummary, productSummarySchema } from "@/lib/contracts/v2/product-summary";
import type { ProductPage } from "@/lib/usecases/products/look-up";

const searchQuery = z.strictObject({
  q: text().describe("Words of a name, or a registration number or its beginning, 1 to 200 characters."),
  on: onDate,
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
