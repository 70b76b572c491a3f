import { portalDriftPreview } from "@/lib/contracts/portal/drift-preview";
import { portalRoute } from "@/lib/http/portal/route";
import { verbs } from "@/lib/http/api/verbs";
import { previewForPage } from "@/lib/pages/portal/drift/preview";

/** What buffers the conditions on the page ask for. Saves nothing. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: portalRoute(portalDriftPreview, ({ session, params, body, signal }) =>
    previewForPage(session.pass, { fieldId: params.fieldId, ...body }, signal),
  ),
});
