import compression from "compression";
import onHeaders from "on-headers";

/** Answers for programs, which are sent whole. All others are for people: pages, which are sent part by part, and their files. */
const FOR_PROGRAMS = /^\/(api\/|mcp$|docs(\/.*)?\.md$|llms\.txt$)/;
/** Never a report, which is packed already, and never a stream of events, which would wait in the packer. */
const TEXTS = /^(application\/json|application\/problem\+json|text\/markdown|text\/plain)\b/;
const EVENTS = /^text\/event-stream\b/;
const SMALLEST_BYTES = 1024;
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
      !EVENTS.test(typeOf(response)) && !response.hasHeader("content-range") && compression.filter(request, response),
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
    });
    if (!isForPrograms) {
      packAll(request, response, () => undefined);
      return;
    }
    packTexts(request, response, () => undefined);
    // Next flushes after each part, which only makes longer what waits for no reader.
    response.flush = () => undefined;
    onHeaders(response, () => {
      const named = [response.getHeader("vary") ?? []].flat().flatMap((value) => String(value).split(","));
      const own = named.map((name) => name.trim()).filter((name) => name !== "" && !OF_PAGES.test(name));
      if (own.length === 0) response.removeHeader("vary");
      else response.setHeader("Vary", [...new Set(own)].join(", "));
    });
  };
}

const typeOf = (response) => String(response.getHeader("content-type") ?? "");
