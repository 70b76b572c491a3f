import { productDetail } from "@/lib/contracts/v2/product-detail";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { getProduct } from "@/lib/usecases/products/look-up";

/** What is known of one product. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(productDetail, ({ params, query, ...context }) =>
    getProduct(context, { registration: params.registration, onDate: query.on ?? null }),
  ),
});
