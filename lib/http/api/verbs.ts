import { ServiceError } from "@/lib/domain/errors";
import type { ApiRequest } from "@/lib/http/api/request";
import { answering } from "@/lib/http/api/answering";
import { type ApiHandler, type Handler } from "@/lib/http/api/route";
import { v1Envelope } from "@/lib/http/api/v1-route";
import { countAddress } from "@/lib/http/machinery";

const VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Verb = (typeof VERBS)[number];

/** A path as the log may keep it: a portal link and the name of a session must not be readable there. */
const loggable = (pathname: string): string =>
  pathname.replace(/^\/portal\/([fg])\/[^/]*/, (_whole, kind) =>
    kind === "f" ? "/portal/f/{token}" : "/portal/g/{grant}",
  );

/** A refusal by route, in the error body of the version that was asked. */
async function refuseRoute(request: ApiRequest, refusal: ServiceError): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isV1 = pathname === "/api/v1" || pathname.startsWith("/api/v1/");
  const envelope = isV1 ? { envelope: v1Envelope(() => "/api/v2/openapi.json") } : {};
  const path = loggable(pathname).slice(0, 100);
  return answering(request, { path, isUnknown: true, ...envelope }, async (deps, _note, spend) => {
    spend(await countAddress(deps, request));
    throw refusal;
  });
}

/** HEAD is GET without the body, and counts like it. */
const headOf =
  <Sent extends ApiRequest>(get: Handler<Sent>): Handler<Sent> =>
  async (request, context) => {
    const { status, headers, body } = await get(request, context);
    await body?.cancel();
    return new Response(null, { status, headers });
  };

/** Every verb of a route file: its own handlers, HEAD where there is GET, and 405 with `Allow` for the rest. */
export function verbs<Sent extends ApiRequest>(
  handlers: Partial<Record<Verb, Handler<Sent>>>,
): Record<Verb, Handler<Sent>> {
  const own = { ...handlers, ...(handlers.GET === undefined ? {} : { HEAD: headOf(handlers.GET) }) };
  const allow = VERBS.filter((verb) => own[verb] !== undefined).join(", ");
  const refuse: ApiHandler = async (request) => {
    const response = await refuseRoute(request, new ServiceError("methodNotAllowed", `This route answers ${allow}.`));
    response.headers.set("Allow", allow);
    return response;
  };
  return {
    GET: own.GET ?? refuse,
    HEAD: own.HEAD ?? refuse,
    POST: own.POST ?? refuse,
    PUT: own.PUT ?? refuse,
    PATCH: own.PATCH ?? refuse,
    DELETE: own.DELETE ?? refuse,
    OPTIONS: own.OPTIONS ?? refuse,
  };
}

/** Unknown API routes, whatever their verb. */
export const notFoundRoute: ApiHandler = (request) => {
  const hint = /\/(\?|$)/.test(request.url) ? "No route ends with a slash." : "Every route is in /api/v2/openapi.json.";
  return refuseRoute(request, new ServiceError("notFound", `There is no such route. ${hint}`));
};
