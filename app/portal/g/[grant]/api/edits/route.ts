import { portalEdit } from "@/lib/contracts/portal/edits/edit";
import { portalRoute } from "@/lib/http/portal/route";
import { verbs } from "@/lib/http/api/verbs";
import { applyEdit } from "@/lib/usecases/portal/apply-edit";

/** Every edit of the portal, one at a time. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: portalRoute(portalEdit, ({ session, body }) => applyEdit(session, body)),
});
