import { z } from "zod";
import { Download } from "@/lib/contracts/shared/download";
import { ServiceError, type Problem } from "@/lib/domain/errors";
import { MACHINE_FORMATS } from "@/lib/domain/machine-file";
import { sessionOf } from "@/lib/http/portal/asked-session";
import { portalAnswer, seeOther } from "@/lib/http/portal/route";
import { isNavigation } from "@/lib/http/api/request";
import { workInTurn } from "@/lib/http/work";
import type { Handler, RouteContext } from "@/lib/http/api/route";
import type { Deps } from "@/lib/runtime/deps";
import { makeMachineFile } from "@/lib/usecases/machine-files/make-machine-file";

const pathSchema = z.object({ fieldId: z.uuid(), format: z.enum(MACHINE_FORMATS) });
const applicationSchema = z.uuid();

/** What the page of the files says in words, or what may go better there in a moment. */
const SAID_BY_THE_PAGE: ReadonlySet<Problem> = new Set(["notReady", "capacityExceeded", "deadlineExceeded"]);

/** The page that the link stands on. A path alone: what the service is called from outside is not known here. */
function pageOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${pathname.replace(/\/[^/]+$/, "")}${search}`;
}

async function machineFile(deps: Deps, request: Request, context: RouteContext): Promise<Response> {
  const params = (await context.params) ?? {};
  const path = pathSchema.safeParse(params);
  const application = applicationSchema.safeParse(new URL(request.url).searchParams.get("application"));
  if (!path.success || !application.success) throw new ServiceError("notFound", "There is no such file.");
  const { fieldId, format } = path.data;
  const { providerId } = await sessionOf(deps, request, params);
  const file = await workInTurn({ deps, isProcessing: true, owner: providerId, client: request.signal }, () =>
    makeMachineFile({ deps, providerId }, { applicationEventId: application.data, fieldId, format }),
  );
  return new Download(file.bytes, file).response();
}

/** The treatable area of an application as a file, for anyone who has a session on its field. */
export const portalMachineFileRoute: Handler = portalAnswer(
  "/portal/g/{grant}/{fieldId}/drift/machine/{format}",
  async (deps, request, context) => {
    try {
      return await machineFile(deps, request, context);
    } catch (error) {
      const isSaid = error instanceof ServiceError && SAID_BY_THE_PAGE.has(error.problem);
      if (isSaid && isNavigation(request)) return seeOther(pageOf(request));
      throw error;
    }
  },
);
