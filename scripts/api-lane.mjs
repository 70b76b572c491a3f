import { resolve } from "node:path";
import { loadRoutes } from "./api-lane/load-routes.mjs";
import { LaneRequest } from "./api-lane/request.mjs";
import { routeTable } from "./api-lane/route-table.mjs";
import { sendAnswer } from "./api-lane/send.mjs";

/**
 * The API's own way past Next's router, which costs as much as most of a refusal (docs/decisions/0018). It calls the
 * handlers of Next's build with what they need of a request, and answers byte for byte what Next would. Whatever is out of
 * the ordinary goes to Next: odd paths and methods, and all requests where the build is not of the known form.
 *
 * @param {{ say: (fields: object, message: string) => void }} options `say` logs a failed request
 * @returns {Promise<(incoming: import("node:http").IncomingMessage, outgoing: import("node:http").ServerResponse) => Promise<boolean>>}
 *   false: the request is for Next
 */
export async function openApiLane({ say }) {
  const find = routeTable(await loadRoutes(resolve(process.env.HEDGEROW_DIST_DIR ?? ".next")));
  return async (incoming, outgoing) => {
    const found = isOrdinary(incoming) ? find(incoming.url) : null;
    const handler = found?.route.get(incoming.method);
    if (handler === undefined) return false;
    // A connection that breaks is seen by `close`.
    incoming.on("error", () => undefined);
    outgoing.on("error", () => undefined);
    try {
      const response = await handler(new LaneRequest(incoming, outgoing), { params: Promise.resolve(found.params) });
      await sendAnswer(outgoing, response, incoming.method);
    } catch (error) {
      say({ err: error, request_id: incoming.headers["x-request-id"] }, "a route of the API failed");
      if (!outgoing.headersSent) outgoing.statusCode = 500;
      outgoing.end();
    }
    return true;
  };
}

/** Next has answers of its own for requests of its pages' scripts, and cookies that it sets and takes away. */
const isOrdinary = ({ url, headers }) =>
  url.startsWith("/api/") && headers.rsc === undefined && headers.cookie === undefined;
