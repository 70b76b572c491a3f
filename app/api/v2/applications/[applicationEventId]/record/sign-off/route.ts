import { applicationRecordSignOff } from "@/lib/contracts/v2/application-record";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { keepSignature } from "@/lib/usecases/records/keep-record";

/** The applicator signs the record, which locks it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  POST: v2Route(applicationRecordSignOff, ({ params, body, ...context }) =>
    keepSignature(context, params.applicationEventId, body),
  ),
});
