import { applicationRecord, applicationRecordEntries } from "@/lib/contracts/v2/application-record";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { keepEntries } from "@/lib/usecases/records/keep-record";
import { readRecord } from "@/lib/usecases/records/read-record";

/** What was written down of an application, and what is still asked for. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(applicationRecord, ({ params, ...context }) => readRecord(context, params.applicationEventId)),
  POST: v2Route(applicationRecordEntries, ({ params, body, ...context }) =>
    keepEntries(context, params.applicationEventId, body.entries),
  ),
});
