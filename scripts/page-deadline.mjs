import onHeaders from "on-headers";
import { languageOf } from "./language.mjs";

/** As `REQUEST_DEADLINE_S` of lib/runtime/env.ts; a test compares the two. */
export const DEADLINE_S = 90;
/** Routes answer by the deadline in words of their own. What has not answered a moment later is a page. */
const GRACE_S = 1;
/** As every answer that may be tried again says (lib/domain/errors.ts). */
const RETRY_AFTER_S = 5;

/** A page as it is loaded, and as it comes when a link within the application is followed. */
export const PAGE = /^text\/(html|x-component)\b/;

const WORDS = {
  en: {
    title: "Please try again",
    text: "The service did not answer in time. Wait a moment, then load this page again.",
    sent: "If you sent something, look whether it was saved before you send it again.",
  },
  es: {
    title: "Intente de nuevo",
    text: "El servicio no respondió a tiempo. Espere un momento y cargue esta página de nuevo.",
    sent: "Si envió algo, compruebe si se guardó antes de enviarlo otra vez.",
  },
};

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
      else refuse(request, response);
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

function refuse(request, response) {
  const language = languageOf(request);
  const { title, text, sent } = WORDS[language];
  const words = request.method === "GET" || request.method === "HEAD" ? text : `${text} ${sent}`;
  // What a form's script shows is the text of a plain one.
  const isAction = request.headers["next-action"] !== undefined;
  response.writeHead(503, {
    "Content-Type": isAction ? "text/plain" : "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Retry-After": String(RETRY_AFTER_S),
  });
  if (isAction) response.end(words);
  else
    response.end(
      `<!doctype html><html lang="${language}"><meta name="viewport" content="width=device-width"><title>${title}</title>` +
        `<main><h1>${title}</h1><p>${words}</p></main></html>\n`,
    );
}
