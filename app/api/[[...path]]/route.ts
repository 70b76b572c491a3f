import { notFoundRoute } from "@/lib/http/api/verbs";

/** Unknown API routes answer like any other error of the API. */
export {
  notFoundRoute as GET,
  notFoundRoute as HEAD,
  notFoundRoute as POST,
  notFoundRoute as PUT,
  notFoundRoute as PATCH,
  notFoundRoute as DELETE,
  notFoundRoute as OPTIONS,
};
