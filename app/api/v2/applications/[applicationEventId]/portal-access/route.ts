import { portalAccess } from "@/lib/contracts/v2/portal-access";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { grantAccess } from "@/lib/usecases/portal/grant-access";

/** A short-lived portal link for one application. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: v2Route(portalAccess, ({ params, body, ...context }) =>
    grantAccess(context, {
      applicationEventId: params.applicationEventId,
      ttlS: body.ttl_seconds ?? null,
      returnUrl: body.return_url ?? null,
    }),
  ),
});
