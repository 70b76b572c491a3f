import { portalEdit } from "@/lib/contracts/portal/edits";
import { PortalRefusal } from "@/lib/domain/portal";
import { portalRoute } from "@/lib/http/portal/route";
import { liveView } from "@/lib/pages/portal/field-year/live";
import { applyEdit, EditRefused } from "@/lib/usecases/portal/edits/apply-edit";

/** Every edit of the portal, one at a time. Made or refused, the answer has the field and year as they are now. */
export const editRoute = portalRoute(portalEdit, async ({ session, body, editKey }) => {
  const { actor } = session.pass;
  try {
    const { facts, ...saved } = await applyEdit(session, body, editKey);
    return { ...saved, live: liveView(facts, actor) };
  } catch (error) {
    throw error instanceof EditRefused ? new PortalRefusal(error.reason, liveView(error.facts, actor)) : error;
  }
});
