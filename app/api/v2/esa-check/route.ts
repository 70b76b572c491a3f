import { toCheckRequest } from "@/lib/contracts/v2/esa-check-request";
import { esaCheck } from "@/lib/contracts/v2/esa-check";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { checkEsa } from "@/lib/usecases/esa-check/check-esa";

/** One application on one field: which rules apply, what is required, what is missing. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: v2Route(esaCheck, ({ body, query, ...context }) => checkEsa(context, toCheckRequest(body, query.explain))),
});
