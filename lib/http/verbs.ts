import { ServiceError } from "@/lib/domain/errors";
import { answering, type Handler } from "@/lib/http/route";

const VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Verb = (typeof VERBS)[number];

/** Every verb of a route file: its own handlers, and 405 with `Allow` for the rest. */
export function verbs(own: Partial<Record<Verb, Handler>>): Record<Verb, Handler> {
  const allow = VERBS.filter((verb) => own[verb] !== undefined).join(", ");
  const refuse: Handler = async (request) => {
    const response = await answering(request, new URL(request.url).pathname.slice(0, 100), async () => {
      throw new ServiceError("methodNotAllowed", `This route answers ${allow}.`);
    });
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
  answering(request, "unknown", async () => {
    throw new ServiceError("notFound", "There is no such route.");
  });
