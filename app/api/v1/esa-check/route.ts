import { toCheckRequest } from "@/lib/contracts/v1/esa-check-request";
import { esaCheck } from "@/lib/contracts/v1/esa-check";
import { v1Route } from "@/lib/http/api/v1-route";
import { verbs } from "@/lib/http/api/verbs";
import { checkEsa } from "@/lib/usecases/esa-check/check-esa";

/** The same check as version 2's, told in version 1's words. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: v1Route(esaCheck, ({ body, ...context }) => checkEsa(context, toCheckRequest(body))),
});
