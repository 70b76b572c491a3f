import { portalMappedAreas } from "@/lib/contracts/portal/mapped-areas";
import { portalRoute } from "@/lib/http/portal/route";
import { verbs } from "@/lib/http/api/verbs";
import { listMappedAreas } from "@/lib/usecases/portal/list-mapped-areas";

/** Roads, fields and water of the loaded data beside the field, for those who would draw them again. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: portalRoute(portalMappedAreas, ({ session, params }) => listMappedAreas(session.pass, params.fieldId)),
});
