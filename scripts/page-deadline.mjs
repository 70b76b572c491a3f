import onHeaders from "on-headers";
import { tryAgain } from "./try-again-page.mjs";

/** As `REQUEST_DEADLINE_S` of lib/runtime/env.ts; a test compares the two. */
export const DEADLINE_S = 90;
/** Routes answer by the deadline in words of their own. What has not answered a moment later is a page. */
const GRACE_S = 1;

/** A page as it is loaded, and as it comes when a link within the application is followed. */
export const PAGE = /^text\/(html|x-component)\b/;

/**
 * Answers a request that Next has not answered by the deadline, as while the database stands still: 503 with a page that says to try
 * again, since a page has no say over its status. A page that broke off on its way ends there. A download that has begun goes on for as
 * long as its parts come (lib/http/deadline.ts).
 *
 * @param {string | undefined} deadlineS
 * @param {(requestId: string | undefined) => void} [noteLate]
 * @returns {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse, answer: () => Promise<void>) => Promise<void>}
 */
export function pagesByDeadline(deadlineS, noteLate = () => undefined) {
  const ms = 1000 * (Number(deadlineS || DEADLINE_S) + GRACE_S);
  return async (request, response, answer) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => {
      // What Next writes after this goes nowhere.
      response.on("error", () => undefined);
      deadline.abort(new Error("the page was late"));
      if (!response.destroyed) noteLate(request.headers["x-request-id"]);
      if (response.headersSent) response.destroy();
      else {
        const { headers, body } = tryAgain(request, "late");
        response.writeHead(503, headers);
        response.end(body);
      }
    }, ms);
    const disarm = () => clearTimeout(timer);
    // One whose client has gone before it was made is still being made, and its statements have to end.
    response.once("close", () => {
      if (response.headersSent) disarm();
    });
    onHeaders(response, () => {
      if (!PAGE.test(String(response.getHeader("content-type") ?? ""))) disarm();
    });
    // Of lib/data/statement-context.ts: its statements are canceled.
    const ending = globalThis.hedgerowStatements?.ending;
    try {
      await (ending === undefined ? answer() : ending.run(deadline.signal, answer));
    } catch (error) {
      if (!deadline.signal.aborted) throw error;
    }
  };
}
