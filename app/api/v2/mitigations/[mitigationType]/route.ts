import { mitigations } from "@/lib/contracts/v2/mitigations";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { listOptions } from "@/lib/usecases/mitigations/list-options";

/** The options of the runoff menu. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(mitigations, (context) => listOptions(context)),
});
