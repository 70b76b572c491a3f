import { presentSnapshot } from "@/lib/contracts/v2/bulk-item";
import { toCheckRequests } from "@/lib/contracts/v2/bulk-request";
import { bulkSubmission } from "@/lib/contracts/v2/bulk-submission";
import { bulkJobList } from "@/lib/contracts/v2/listings";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { listBulkJobs } from "@/lib/usecases/listings/list-records";
import { submitJob } from "@/lib/usecases/bulk/submit-job";

/** Up to 100 checks as one job, and the jobs there are. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(bulkJobList, ({ query: { account_id: accountId = null, offset, after = null, limit }, ...context }) =>
    listBulkJobs(context, { accountId, offset, after, limit }),
  ),
  POST: v2Route(bulkSubmission, ({ body, headers, ...context }) =>
    submitJob(
      context,
      {
        accountId: body.account_id,
        providerGroupId: body.provider_group_id,
        requests: toCheckRequests(body),
        ...headers,
      },
      presentSnapshot,
    ),
  ),
});
