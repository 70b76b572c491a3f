import { recheckList } from "@/lib/contracts/v2/rechecks";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { listRechecks } from "@/lib/usecases/listings/list-records";

/** Applications whose answer changed with the data, page by page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(recheckList, ({ query, ...context }) =>
    listRechecks(context, {
      accountId: query.account_id ?? null,
      isOpenOnly: query.state === "open",
      offset: query.offset,
      after: query.after ?? null,
      limit: query.limit,
    }),
  ),
});
