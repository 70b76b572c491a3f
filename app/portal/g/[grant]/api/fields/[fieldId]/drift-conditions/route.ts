import { portalDriftConditions } from "@/lib/contracts/portal/drift-conditions";
import { portalRoute } from "@/lib/http/portal/route";
import { verbs } from "@/lib/http/api/verbs";
import { computeForPortal } from "@/lib/usecases/portal/preview-drift";

/** Uses the conditions of a preview: computes and saves. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: portalRoute(portalDriftConditions, ({ session, params, body, editKey, signal }) =>
    computeForPortal(session.pass, { fieldId: params.fieldId, ...body, key: editKey }, signal),
  ),
});
