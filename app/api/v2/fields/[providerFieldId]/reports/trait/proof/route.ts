import { traitReportProof } from "@/lib/contracts/v2/record-proof";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { proveReport } from "@/lib/usecases/reports/prove-record";

/** What shows that the trait record of a field and year is as it was given out. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(traitReportProof, ({ deps, provider, params, query }) =>
    proveReport({ deps, providerId: provider.providerId }, { key: params, kind: "trait", year: query.year }),
  ),
});
