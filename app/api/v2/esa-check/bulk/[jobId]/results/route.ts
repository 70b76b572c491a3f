import { bulkResults } from "@/lib/contracts/v2/bulk-job";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { readResults } from "@/lib/usecases/bulk/read-job";

/** A bulk job's items, page by page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(bulkResults, ({ params, query, ...context }) => readResults(context, { ...params, ...query })),
});
