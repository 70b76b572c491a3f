import { groupCompliance } from "@/lib/contracts/v2/group-compliance";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { listCompliance } from "@/lib/usecases/groups/list-compliance";

/** A group's applications, page by page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(groupCompliance, ({ params, query, ...context }) =>
    listCompliance(context, {
      accountId: query.account_id,
      providerGroupId: params.providerGroupId,
      offset: query.offset,
      limit: query.limit,
      withDrawings: query.include_geometry,
      withExplanation: query.explain,
    }),
  ),
});
