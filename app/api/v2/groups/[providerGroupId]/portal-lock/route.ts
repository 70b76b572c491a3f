import { groupLock } from "@/lib/contracts/v2/portal-lock";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { lockGroup } from "@/lib/usecases/portal/lock-portal";

/** Portal editing of a group's applications, open or closed. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  PUT: v2Route(groupLock, ({ params, body, ...context }) =>
    lockGroup(context, { accountId: body.account_id, providerGroupId: params.providerGroupId }, body.locked),
  ),
});
