import { productLookup } from "@/lib/contracts/v2/product-lookup";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { lookUpProducts } from "@/lib/usecases/products/look-up";

/** The products of a price list. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: v2Route(productLookup, ({ body, ...context }) =>
    lookUpProducts(context, {
      lines: body.products.map((line) => ({
        epaNumber: line.epa_number ?? null,
        productName: line.product_name ?? null,
      })),
      onDate: body.on ?? null,
    }),
  ),
});
