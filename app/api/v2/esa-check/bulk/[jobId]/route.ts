import { bulkStatus } from "@/lib/contracts/v2/bulk-job";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { readJob } from "@/lib/usecases/bulk/read-job";

/** How far a bulk job is. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(bulkStatus, ({ params, ...context }) => readJob(context, params.jobId)),
});
