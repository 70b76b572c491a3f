import { runoffReportProof } from "@/lib/contracts/v2/record-proof";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { proveReport } from "@/lib/usecases/reports/prove-record";

/** What shows that the runoff record of a field and year is as it was given out. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(runoffReportProof, ({ deps, provider, params, query }) =>
    proveReport({ deps, providerId: provider.providerId }, { key: params, kind: "runoff", year: query.year }),
  ),
});
