import { portalLive } from "@/lib/contracts/portal/live";
import { portalRoute } from "@/lib/http/portal/route";
import { verbs } from "@/lib/http/api/verbs";
import { readFieldYear } from "@/lib/pages/portal/field-year/live";

/** Tallies, measures, exemption and changes as they are now. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: portalRoute(portalLive, async ({ session, params, query }) => {
    const { live } = await readFieldYear(session.pass, { fieldId: params.fieldId, ...query });
    return live;
  }),
});
