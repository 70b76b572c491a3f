import { portalLive } from "@/lib/contracts/portal/live";
import { portalRoute } from "@/lib/http/portal/route";
import { verbs } from "@/lib/http/api/verbs";
import { liveView } from "@/lib/pages/portal/field-year/live";
import { readFieldYear } from "@/lib/usecases/portal/read-field-year";

/** Tallies, measures, exemption and changes as they are now. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: portalRoute(portalLive, async ({ session: { pass }, params, query }) =>
    liveView(await readFieldYear(pass, { fieldId: params.fieldId, ...query }), pass.actor),
  ),
});
