import { runoffReport } from "@/lib/contracts/v2/reports";
import { v2Route } from "@/lib/http/api/route";
import { verbs } from "@/lib/http/api/verbs";
import { renderReport } from "@/lib/pages/reports/render-report";

/** The runoff record of a field and year, as a PDF of what is saved. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = verbs({
  GET: v2Route(runoffReport, ({ deps, provider, params, query, signal }) =>
    renderReport(
      { deps, providerId: provider.providerId, signal },
      { key: params, kind: "runoff", year: query.year, asOf: query.as_of, language: query.language },
    ),
  ),
});
