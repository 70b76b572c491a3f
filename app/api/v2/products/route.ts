import { productSearch } from "@/lib/contracts/v2/product-search";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { searchProducts } from "@/lib/usecases/products/look-up";

/** Products by name or registration number. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(productSearch, ({ query: { q, on, offset, limit }, ...context }) =>
    searchProducts(context, { text: q, onDate: on ?? null, offset, limit }),
  ),
});
