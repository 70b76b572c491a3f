import { applicationList } from "@/lib/contracts/v2/listings";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { listApplications } from "@/lib/usecases/listings/list-records";

/** Saved applications, page by page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(applicationList, ({ query, ...context }) =>
    listApplications(context, {
      applicationId: query.application_id ?? null,
      accountId: query.account_id ?? null,
      providerFieldId: query.provider_field_id ?? null,
      offset: query.offset,
      after: query.after ?? null,
      limit: query.limit,
    }),
  ),
});
