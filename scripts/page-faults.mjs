import { PAGE } from "./page-deadline.mjs";
import { tryAgain } from "./try-again-page.mjs";

/** What Next says of its own page of a fault, which has other words than ours. */
const OF_ITS_PAGE = ["Content-Length", "Content-Encoding", "ETag", "Link"];

/**
 * Answers 503 with a page that says to try again where Next would answer 500 for something that passes, as while the database is being
 * restarted. Next gives a page no say over its status; without scripts its page of a fault is empty, and a browser that keeps the page
 * for the field shows it only where the answer is no server's (public/portal-worker.js). What does not pass stays 500.
 *
 * @returns {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse, answer: () => Promise<void>) => Promise<void>}
 */
export function passingFaults() {
  /** By request id. */
  const open = new Map();
  // Next tells of a fault in a bundle of its own (instrumentation.ts), and before it answers.
  globalThis.hedgerowNotePassingFault = (requestId) => {
    const page = open.get(requestId);
    if (page !== undefined) page.isPassing = true;
  };
  return async (request, response, answer) => {
    const id = request.headers["x-request-id"];
    const page = { isPassing: false };
    open.set(id, page);
    response.once("close", () => {
      if (open.get(id) === page) open.delete(id);
    });
    replaceWhere(request, response, () => page.isPassing && response.statusCode === 500);
    await answer();
  };
}

/** Writes ours in place of Next's page, from the first that Next would send of it. */
function replaceWhere(request, response, isFault) {
  const { flushHeaders, write, end } = response;
  let isReplaced = false;
  const isOurs = () => {
    const isPage = PAGE.test(String(response.getHeader("content-type") ?? ""));
    if (isReplaced || response.headersSent || !isPage || !isFault()) return isReplaced;
    isReplaced = true;
    for (const name of OF_ITS_PAGE) response.removeHeader(name);
    const { headers, body } = tryAgain(request, "away");
    response.writeHead(503, headers);
    end.call(response, body);
    return true;
  };
  response.flushHeaders = () => {
    if (!isOurs()) flushHeaders.call(response);
  };
  response.write = (...part) => isOurs() || write.apply(response, part);
  response.end = (...part) => (isOurs() ? response : end.apply(response, part));
}
