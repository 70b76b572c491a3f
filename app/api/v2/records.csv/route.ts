import { seasonRecords } from "@/lib/contracts/v2/season-records";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { readSeason } from "@/lib/usecases/records/read-record";

/** The records of a year as one table. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(seasonRecords, ({ query, ...context }) =>
    readSeason(context, { ...query, accountId: query.account_id ?? null }),
  ),
});
