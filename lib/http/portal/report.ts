import { z } from "zod";
import { calendarDate } from "@/lib/contracts/shared/text";
import { Download } from "@/lib/contracts/shared/download";
import { ServiceError, type Problem } from "@/lib/domain/errors";
import { inFileName } from "@/lib/domain/file-name";
import { REPORT_KINDS } from "@/lib/domain/report";
import { sessionOf } from "@/lib/http/portal/asked-session";
import { portalAnswer } from "@/lib/http/portal/route";
import { isNavigation } from "@/lib/http/api/request";
import type { Handler, RouteContext } from "@/lib/http/api/route";
import type { Deps } from "@/lib/runtime/deps";
import { renderReport } from "@/lib/pages/reports/render-report";

const pathSchema = z.object({
  fieldId: z.uuid(),
  file: z.enum(REPORT_KINDS.map((kind) => `${kind}.pdf` as const)),
});
/** What may go better in a moment. Someone who follows a link in a browser reads it on the page of the link. */
const PASSING: ReadonlySet<Problem> = new Set(["reportFailed", "deadlineExceeded", "capacityExceeded"]);

const yearSchema = z.coerce.number().int().min(1900).max(2200);

const asOfSchema = calendarDate.optional();

const backTo = (request: Request): Response => {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set("pdf", "late");
  // A path alone: what the service is called from outside is not known here.
  const location = `${pathname.replace(/\/[^/]+$/, "")}?${searchParams.toString()}`;
  return new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
};

async function reportFile(deps: Deps, request: Request, context: RouteContext): Promise<Response> {
  const params = (await context.params) ?? {};
  const path = pathSchema.safeParse(params);
  if (!path.success) throw new ServiceError("notFound", "There is no such report.");
  const { fieldId, file } = path.data;
  const { providerId } = await sessionOf(deps, request, params);
  const year = yearSchema.safeParse(new URL(request.url).searchParams.get("year") ?? deps.clock().getUTCFullYear());
  if (!year.success) throw new ServiceError("invalidRequest", "The year must lie between 1900 and 2200.");
  const asOf = asOfSchema.safeParse(new URL(request.url).searchParams.get("as_of") ?? undefined);
  if (!asOf.success) throw new ServiceError("invalidRequest", "The day must be a day of the calendar, YYYY-MM-DD.");
  const kind = file === "runoff.pdf" ? "runoff" : "trait";
  const made = await renderReport(
    { deps, providerId, signal: request.signal },
    { key: { fieldId }, kind, year: year.data, asOf: asOf.data },
  );
  const day = made.asOf === null ? "" : `-${made.isReprint ? "reprint-of" : "as-of"}-${made.asOf}`;
  const fileName = `${inFileName(made.fieldName)}-${made.year}-${kind}${day}.pdf`;
  return new Download(made.pdf, { mediaType: "application/pdf", fileName }).response();
}

/** The report of a field and year as a file, for anyone who has a session on the field. */
export const portalReportRoute: Handler = portalAnswer(
  "/portal/g/{grant}/{fieldId}/report/{file}",
  async (deps, request, context) => {
    try {
      return await reportFile(deps, request, context);
    } catch (error) {
      if (error instanceof ServiceError && PASSING.has(error.problem) && isNavigation(request)) {
        deps.log.warn({ problem: error.problem, err: error }, "a report was not made");
        return backTo(request);
      }
      throw error;
    }
  },
);
