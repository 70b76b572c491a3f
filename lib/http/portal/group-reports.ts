import { z } from "zod";
import { ServiceError } from "@/lib/domain/errors";
import { inFileName } from "@/lib/domain/file-name";
import { eachByDeadline } from "@/lib/http/deadline";
import { zipStream } from "@/lib/http/zip-stream";
import { sessionOf } from "@/lib/http/portal/asked-session";
import { portalAnswer } from "@/lib/http/portal/route";
import type { Handler, RouteContext } from "@/lib/http/api/route";
import { groupReports } from "@/lib/pages/reports/group-reports";
import { currentLanguage } from "@/lib/views/language";
import type { Deps } from "@/lib/runtime/deps";
import { listGroupReports } from "@/lib/usecases/portal/list-group-reports";

const fromSchema = z.coerce.number().int().min(1).max(100_000);

async function archive(deps: Deps, request: Request, context: RouteContext): Promise<Response> {
  const from = fromSchema.safeParse(new URL(request.url).searchParams.get("from") ?? 1);
  if (!from.success) throw new ServiceError("notFound", "There are no such reports.");
  const session = await sessionOf(deps, request, await context.params);
  const { scope, providerId } = session;
  const fields = scope.kind === "group" ? await listGroupReports(session, scope, from.data) : [];
  if (scope.kind !== "group" || fields.length === 0) throw new ServiceError("notFound", "There are no such reports.");
  const part = from.data === 1 ? "" : `-from-${from.data}`;
  const reports = groupReports({ deps, providerId, signal: request.signal, language: currentLanguage() }, fields);
  return new Response(zipStream(eachByDeadline(deps.env.REQUEST_DEADLINE_S, reports)), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${inFileName(scope.providerGroupId)}-reports${part}.zip"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** The runoff reports of a group's fields in one file, for anyone who has a session on the group. */
export const portalGroupReportsRoute: Handler = portalAnswer("/portal/g/{grant}/reports", archive);
