import { fieldList } from "@/lib/contracts/v2/listings";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { listFields } from "@/lib/usecases/listings/list-records";

/** Saved fields, page by page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(fieldList, ({ query: { account_id: accountId = null, offset, after = null, limit }, ...context }) =>
    listFields(context, { accountId, offset, after, limit }),
  ),
});
