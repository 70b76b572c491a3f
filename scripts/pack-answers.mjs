import compression from "compression";
import onHeaders from "on-headers";

/** Answers for programs, which are sent whole. All others are for people: pages, which are sent part by part, and their files. */
const FOR_PROGRAMS = /^\/(api\/|mcp$|docs(\/.*)?\.md$|llms\.txt$)/;
/** Never a report, which is packed already, and never a stream of events, which would wait in the packer. */
const TEXTS = /^(application\/json|application\/problem\+json|text\/markdown|text\/plain)\b/;
const EVENTS = /^text\/event-stream\b/;
const SMALLEST_BYTES = 1024;
/** A range, and word that nothing changed: the packer leaves them alone and does not say what the whole answer differs by. */
const PASSED_OVER = new Set([206, 304]);
/** What Next's own pages differ by. No answer for programs does, and a cache that believed it would keep none. */
const OF_PAGES = /^(rsc|next-.*)$/i;

/**
 * Packs answers with the best of `br` and `gzip` that the caller takes, Next's too. Its own packer is off (`compress` in
 * next.config.js): it knows no `br`, and what goes by its router would differ from what goes by the API's lane
 * (docs/decisions/0018). `Vary` says what answers for programs really differ by: `Accept-Encoding`, and what the route names.
 *
 * @returns {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => void}
 */
export function packAnswers() {
  const packTexts = compression({
    threshold: SMALLEST_BYTES,
    filter: (_request, response) => TEXTS.test(typeOf(response)),
  });
  const packAll = compression({
    threshold: SMALLEST_BYTES,
    // A range is one of the bytes as they are.
    filter: (request, response) =>
      !EVENTS.test(typeOf(response)) &&
      !response.hasHeader("content-range") &&
      compression.filter(request, { getHeader: () => typeOf(response) }),
  });
  return (request, response) => {
    const [path = "/"] = (request.url ?? "").split("?", 1);
    const isForPrograms = FOR_PROGRAMS.test(path);
    // Listeners are called last one first: what follows the packer here comes before it, and the other way round.
    onHeaders(response, () => {
      const tag = String(response.getHeader("etag") ?? "");
      const isPacked = response.hasHeader("content-encoding");
      // A strong tag names bytes, and these are others.
      if (isPacked && tag.startsWith('"')) response.setHeader("ETag", `W/${tag}`);
      if (
        !isForPrograms &&
        PASSED_OVER.has(response.statusCode) &&
        !/accept-encoding/i.test(String(response.getHeader("vary")))
      )
        response.appendHeader("Vary", "Accept-Encoding");
    });
    if (!isForPrograms) {
      packAll(request, response, () => undefined);
      return;
    }
    packTexts(request, response, () => undefined);
    // Next flushes after each part. These are read whole, so that a flush would only add bytes.
    response.flush = () => undefined;
    sendWhole(response);
    onHeaders(response, () => {
      const named = [response.getHeader("vary") ?? []].flat().flatMap((value) => String(value).split(","));
      const own = named.map((name) => name.trim()).filter((name) => name !== "" && !OF_PAGES.test(name));
      if (own.length === 0) response.removeHeader("vary");
      else response.setHeader("Vary", [...new Set(own)].join(", "));
    });
  };
}

/**
 * Keeps the first part of a text back until there is more of it or its end. Most have one part: those are sent with their length, by which
 * the packer knows a short one, too.
 *
 * @param {import("node:http").ServerResponse} response
 */
function sendWhole(response) {
  const { write, end, flushHeaders } = response;
  /** @type {{ part: unknown, encoding?: BufferEncoding } | null} */
  let held = null;
  let isInParts = false;
  const isText = () => TEXTS.test(typeOf(response));
  response.flushHeaders = () => {
    if (!isText()) flushHeaders.call(response);
  };
  const goOnInParts = () => {
    isInParts = true;
    if (held !== null) write.call(response, held.part, held.encoding);
    held = null;
  };
  response.write = (part, encoding) => {
    if (held === null && !isInParts && isText()) {
      held = { part, encoding };
      return true;
    }
    goOnInParts();
    return write.call(response, part, encoding);
  };
  response.end = (part, encoding) => {
    if (held !== null && isPart(part)) goOnInParts();
    const whole = held ?? { part, encoding };
    if (isPart(whole.part) && !isInParts && !response.headersSent && isText()) {
      response.setHeader("Content-Length", Buffer.byteLength(whole.part, whole.encoding));
    }
    return end.call(response, whole.part, whole.encoding);
  };
}

const isPart = (part) => (typeof part === "string" || part instanceof Uint8Array) && part.length > 0;

const typeOf = (response) => String(response.getHeader("content-type") ?? "");
