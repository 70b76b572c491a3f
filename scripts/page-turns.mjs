import { readdirSync } from "node:fs";
import onHeaders from "on-headers";
import { PAGE } from "./page-deadline.mjs";

/** What a provider asks for takes turns by providers, behind its key or session (lib/http/work.ts). */
const TURNS_OF_THEIR_OWN = /^\/(mcp$|(api|portal\/g\/[^/]+\/api)\/)/;
/** A page that is not read for so long is only waited for. */
const UNREAD_MS = 1_000;
/** What is still being made for a client that has gone keeps others waiting for no longer: it may never end. */
const GONE_MS = 10_000;

/**
 * Which addresses need no turn of a page: those that have others, and files that lie in `public`, which cost next to nothing.
 *
 * @param {string} publicFolder
 * @returns {(url: string) => boolean}
 */
export function turnless(publicFolder) {
  const files = new Set(readdirSync(publicFolder, { recursive: true }).map((path) => `/${path.replaceAll("\\", "/")}`));
  return (url) => {
    const [path] = url.split("?", 1);
    return TURNS_OF_THEIR_OWN.test(path) || files.has(path);
  };
}

/**
 * Makes few pages at once (lib/http/turns.ts), and none whose client has gone before its turn: a rush of pages would make all of
 * them late, and every check of the same process. So it is with all else that Next answers, as the page of an address that nothing has.
 *
 * A page has its turn until its last part is made, and any other answer until it begins to be sent. What waits for a client keeps
 * no one waiting: a form on its way, a page that is not read, a download of a thousand fields.
 *
 * @param {(url: string) => boolean} needsNone
 * @returns {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse, answer: () => Promise<void>) => Promise<void>}
 */
export function pagesInTurn(needsNone) {
  return async (request, response, answer) => {
    // Opened as Next starts, by a bundle of its own (instrumentation.ts).
    const inTurn = globalThis.hedgerowPageTurns;
    if (inTurn === undefined || needsNone(request.url)) return answer();
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    let answered;
    const begin = (turn) => {
      pauseForBody(request, turn);
      const made = untilMade(response);
      answered = answer();
      return Promise.race([answered, made]);
    };
    await inTurn({ owner: request.headers["x-hedgerow-peer"], gone: gone.signal }, begin, () => undefined);
    await answered;
  };
}

/** Nothing is done before a form has come. */
function pauseForBody(request, turn) {
  const { "content-length": length = "0", "transfer-encoding": parts } = request.headers;
  if (request.complete || (length === "0" && parts === undefined)) return;
  turn.pause();
  let isPaused = true;
  const goOn = () => {
    if (isPaused) turn.resume();
    isPaused = false;
  };
  request.once("end", goOn);
  request.once("close", goOn);
}

/** Resolves when an answer has been made and only has to be sent. A client that has gone does not end what is being made for it at once. */
function untilMade(response) {
  return new Promise((resolve) => {
    onHeaders(response, () => {
      if (!PAGE.test(String(response.getHeader("content-type") ?? ""))) resolve();
    });
    const { write, end } = response;
    let unread;
    response.once("close", () => {
      if (!response.writableEnded) setTimeout(resolve, GONE_MS).unref();
    });
    response.on("drain", () => clearTimeout(unread));
    response.write = (...part) => {
      clearTimeout(unread);
      const isTaken = write.apply(response, part);
      if (!isTaken) unread = setTimeout(resolve, UNREAD_MS);
      return isTaken;
    };
    response.end = (...part) => {
      clearTimeout(unread);
      resolve();
      return end.apply(response, part);
    };
  });
}
