import { adaptRecord } from "@/lib/contracts/v2/adapt/adapt-record";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { readWorkRecord } from "@/lib/usecases/records/read-work-record";

/** The record of an application as a work record of the ADAPT Standard. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(adaptRecord, ({ params, ...context }) => readWorkRecord(context, params.applicationEventId)),
});
