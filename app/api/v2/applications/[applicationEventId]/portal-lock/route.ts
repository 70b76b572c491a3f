import { applicationLock } from "@/lib/contracts/v2/portal-lock";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { lockApplication } from "@/lib/usecases/portal/lock-portal";

/** Portal editing of one application, open or closed. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  PUT: v2Route(applicationLock, ({ params, body, ...context }) =>
    lockApplication(context, params.applicationEventId, body.locked),
  ),
});
