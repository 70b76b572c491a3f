import type { PortalContract, PortalParams } from "@/lib/contracts/portal/contract";
import { ServiceError } from "@/lib/domain/errors";
import { PortalRefusal } from "@/lib/domain/portal";
import { readJson } from "@/lib/http/body";
import { askedOf, FieldGone, sessionOf } from "@/lib/http/portal/asked-session";
import { refusalPath } from "@/lib/http/portal/refusal-path";
import { problemPage } from "@/lib/http/portal/problem-page";
import { foreignPage, portalError, portalJson, refusedEdit } from "@/lib/http/portal/refusals";
import { readHeaders } from "@/lib/http/headers";
import { readQuery } from "@/lib/http/query";
import { answering, type Envelope, type Note } from "@/lib/http/api/answering";
import { isNavigation } from "@/lib/http/api/request";
import { bodyParser, parseAll, type Handler, type RouteContext } from "@/lib/http/api/route";
import { countAddress, machineryOf } from "@/lib/http/machinery";
import { isFromOwnPage } from "@/lib/http/portal/same-site";
import { workInTurn } from "@/lib/http/work";
import type { Deps } from "@/lib/runtime/deps";
import type { PortalSession } from "@/lib/usecases/portal/session";

/** What a portal route's work is called with. */
export interface PortalCall<Body, Query, Params> {
  deps: Deps;
  session: PortalSession;
  body: Body;
  query: Query;
  params: Params;
  /** Names the edit, so that one that is sent again is made once; null: the page named none. */
  editKey: string | null;
  signal: AbortSignal;
}

const ENVELOPE: Envelope = {
  dress: (response) => response,
  refuse: (error, context) => (context.isNavigation ? problemPage(error, context) : portalError(error, context)),
};

/**
 * A JSON route of the portal: limit by address, session (and field, where the path has one), own page, size and
 * schema, work. A stranger never learns the schema, and a session nothing of a field that is not its own.
 */
export function portalRoute<Body, Query, Params extends PortalParams, Result>(
  contract: PortalContract<Body, Query, Params, Result>,
  work: (call: PortalCall<Body, Query, Params>) => Promise<Result>,
): Handler {
  const parseBody = bodyParser(contract);
  return (request, context) =>
    answering(request, { path: contract.path, envelope: ENVELOPE }, async (deps, note) => {
      await countAddress(deps, request);
      const sent = (await context.params) ?? {};
      const session = await sessionOf(deps, request, sent);
      note({ provider: session.providerId });
      const isWrite = contract.method === "POST";
      if (isWrite && !isFromOwnPage(request, deps.env.PUBLIC_URLS, "json")) return foreignPage();
      const raw = contract.body === null ? undefined : await readJson(request, { memory: machineryOf(deps).bodies });
      const asked = parseAll(contract, {
        query: readQuery(new URL(request.url)),
        headers: readHeaders(request),
        params: sent,
        body: contract.body === null ? null : parseBody(machineryOf(deps).parsing, raw, true),
      });
      const { idempotencyKey: editKey } = asked.headers;
      const turn = { deps, isProcessing: contract.isProcessing, owner: session.providerId, client: request.signal };
      return refusing(note, async () => {
        const result = await workInTurn(turn, (signal) => work({ deps, session, ...asked, editKey, signal }));
        return portalJson(contract.present(result, { ...asked, providerId: session.providerId }));
      });
    });
}

/** An edit that cannot be made is an answer, not a fault. */
async function refusing(note: Note, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PortalRefusal)) throw error;
    note({ refused: error.reason });
    return refusedEdit(error);
  }
}

/** A form that a page posts without JavaScript. */
export interface PortalForm {
  deps: Deps;
  session: PortalSession;
  params: Record<string, string | string[] | undefined>;
  form: FormData;
}

/** The largest form of the portal is a few hundred bytes. */
const MAX_FORM_BYTES = 16_384;

/** A form post: the same order of checks; the work says which page comes next. A refused session sees why on a page. */
export const portalForm =
  (path: string, work: (call: PortalForm) => Promise<string>): Handler =>
  (request, context) =>
    answering(request, { path, envelope: ENVELOPE }, async (deps, note) => {
      await countAddress(deps, request);
      const params = (await context.params) ?? {};
      const session = await sessionOf(deps, request, params).catch((error: unknown) => {
        if (error instanceof ServiceError) return null;
        throw error;
      });
      if (session === null) return refusedOnAPage(deps, request, params);
      note({ provider: session.providerId });
      if (!isFromOwnPage(request, deps.env.PUBLIC_URLS, "form")) return foreignPage();
      return refusing(note, async () => seeOther(await work({ deps, session, params, form: await readForm(request) })));
    });

export async function readForm(request: Request): Promise<FormData> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (!(length <= MAX_FORM_BYTES)) throw new ServiceError("bodyTooLarge", "This form is larger than any of ours.");
  try {
    return await request.formData();
  } catch (error) {
    throw new ServiceError("unsupportedMediaType", "A form was expected.", { cause: error });
  }
}

/** Goes to another page of ours, by GET. The address is relative: what is before us may know us by another name. */
export const seeOther = (location: string, headers: Record<string, string> = {}): Response =>
  new Response(null, {
    status: 303,
    headers: { Location: location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", ...headers },
  });

/** The page of a refused session, with the way back that its cookie knows. */
async function refusedOnAPage(
  deps: Deps,
  request: Request,
  params: Awaited<RouteContext["params"]>,
): Promise<Response> {
  return seeOther(await refusalPath(deps, askedOf(request, params)));
}

/**
 * Any other route of the portal, with the log's one line and the limit by address. `path` never holds a link. A file that
 * is asked for by a link on a page of a session that is over, or of a field that left it, leads where that page leads.
 */
export const portalAnswer =
  (path: string, work: (deps: Deps, request: Request, context: RouteContext) => Promise<Response>): Handler =>
  (request, context) =>
    answering(request, { path, envelope: ENVELOPE }, async (deps, note) => {
      await countAddress(deps, request);
      try {
        return await work(deps, request, context);
      } catch (error) {
        const isRefused =
          error instanceof ServiceError && (error.problem === "unauthorized" || error instanceof FieldGone);
        if (!isRefused || !isNavigation(request)) throw error;
        note({ refused: error.problem });
        return refusedOnAPage(deps, request, await context.params);
      }
    });
