import { applicationRecordProof } from "@/lib/contracts/v2/record-proof";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { proveRecord } from "@/lib/usecases/reports/prove-record";

/** What shows that a signed record is as it was signed. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(applicationRecordProof, ({ params, ...context }) => proveRecord(context, params.applicationEventId)),
});
