import { portalStrip } from "@/lib/contracts/portal/strip";
import { portalRoute } from "@/lib/http/portal/route";
import { verbs } from "@/lib/http/api/verbs";
import { buildStrip } from "@/lib/usecases/portal/build-strip";

/** The shape of a strip along edges, for those who draw without dragging. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: portalRoute(portalStrip, ({ session, params, body }) =>
    buildStrip(session.pass, { fieldId: params.fieldId, ...body }),
  ),
});
