import { applicationCompliance } from "@/lib/contracts/v2/application-compliance";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { readCompliance } from "@/lib/usecases/applications/read-compliance";

/** What is required of an application and what is earned now. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(applicationCompliance, ({ params, query, ...context }) =>
    readCompliance(context, params.applicationEventId, {
      withDrawings: query.include_geometry,
      withExplanation: query.explain,
    }),
  ),
});
