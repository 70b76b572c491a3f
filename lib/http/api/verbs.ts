import { ServiceError } from "@/lib/domain/errors";
import { answering, type Handler } from "@/lib/http/api/route";
import { v1Envelope } from "@/lib/http/api/v1-route";

const VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Verb = (typeof VERBS)[number];

/** A path as the log may keep it: a portal link and the name of a session must not be readable there. */
const loggable = (pathname: string): string =>
  pathname.replace(/^\/portal\/([fg])\/[^/]*/, (_whole, kind) =>
    kind === "f" ? "/portal/f/{token}" : "/portal/g/{grant}",
  );

/** A refusal by route, in the error body of the version that was asked. */
async function refuseRoute(request: Request, refusal: ServiceError): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isV1 = pathname === "/api/v1" || pathname.startsWith("/api/v1/");
  const envelope = isV1 ? { envelope: v1Envelope(() => "/api/v2/openapi.json") } : {};
  return answering(request, { path: loggable(pathname).slice(0, 100), ...envelope }, async () => {
    throw refusal;
  });
}

/** Every verb of a route file: its own handlers, and 405 with `Allow` for the rest. */
export function verbs(own: Partial<Record<Verb, Handler>>): Record<Verb, Handler> {
  const allow = VERBS.filter((verb) => own[verb] !== undefined).join(", ");
  const refuse: Handler = async (request) => {
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
export const notFoundRoute: Handler = (request) =>
  refuseRoute(request, new ServiceError("notFound", "There is no such route."));
