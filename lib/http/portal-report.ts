import { z } from "zod";
import { Download } from "@/lib/contracts/shared/download";
import { ServiceError } from "@/lib/domain/errors";
import { REPORT_KINDS } from "@/lib/domain/report";
import { readGrantCookie } from "@/lib/http/portal-cookie";
import { portalAnswer } from "@/lib/http/portal-route";
import type { Handler } from "@/lib/http/route";
import { readSession } from "@/lib/usecases/portal/session";
import { renderReport } from "@/lib/usecases/reports/render-report";

const pathSchema = z.object({
  grant: z.string(),
  fieldId: z.uuid(),
  file: z.enum(REPORT_KINDS.map((kind) => `${kind}.pdf` as const)),
});
const yearSchema = z.coerce.number().int().min(1900).max(2200);

/** The report of a field and year as a file, for whoever holds a session on the field. */
export const portalReportRoute: Handler = portalAnswer(
  "/portal/g/{grant}/{fieldId}/report/{file}",
  async (deps, request, context) => {
    const path = pathSchema.safeParse((await context.params) ?? {});
    if (!path.success) throw new ServiceError("notFound", "There is no such report.");
    const { grant, fieldId, file } = path.data;
    const session = await readSession(deps, { grant, cookie: readGrantCookie(request.headers.get("cookie")), fieldId });
    if (session === null) {
      throw new ServiceError("unauthorized", "This page has been open too long. Open the link again.");
    }
    const year = yearSchema.safeParse(new URL(request.url).searchParams.get("year") ?? deps.clock().getUTCFullYear());
    if (!year.success) throw new ServiceError("invalidRequest", "The year must lie between 1900 and 2200.");
    const kind = file === "runoff.pdf" ? "runoff" : "trait";
    const { providerId } = session;
    const made = await renderReport(
      { deps, providerId, signal: request.signal },
      { key: { fieldId }, kind, year: year.data },
    );
    return new Download(made.pdf, { mediaType: "application/pdf", fileName: `${kind}-${made.year}.pdf` }).response();
  },
);
