import compression from "compression";
import onHeaders from "on-headers";

/** Answers for programs. Next packs pages by itself, and leaves what route files answer as it is. */
const FOR_PROGRAMS = /^\/(api\/|mcp$|docs(\/.*)?\.md$|llms\.txt$)/;
/** Never a report, which is packed already, and never a stream of events, which would wait in the packer. */
const TEXTS = /^(application\/json|application\/problem\+json|text\/markdown|text\/plain)\b/;
const SMALLEST_BYTES = 1024;
/** What Next's own pages differ by. No answer for programs does, and a cache that believed it would keep none. */
const OF_PAGES = /^(rsc|next-.*)$/i;

/**
 * Packs answers for programs with the best of `br` and `gzip` that the caller takes, and says in `Vary` what they really
 * differ by: `Accept-Encoding`, and what the route itself names.
 *
 * @returns {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => void}
 */
export function packAnswers() {
  const pack = compression({
    threshold: SMALLEST_BYTES,
    filter: (_request, response) => TEXTS.test(String(response.getHeader("content-type") ?? "")),
  });
  return (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    if (!FOR_PROGRAMS.test(path)) return;
    // Listeners are called last one first: what follows the packer here comes before it, and the other way round.
    onHeaders(response, () => {
      const tag = String(response.getHeader("etag") ?? "");
      const isPacked = response.hasHeader("content-encoding");
      // A strong tag names bytes, and these are others.
      if (isPacked && tag.startsWith('"')) response.setHeader("ETag", `W/${tag}`);
    });
    pack(request, response, () => undefined);
    onHeaders(response, () => {
      const named = [response.getHeader("vary") ?? []].flat().flatMap((value) => String(value).split(","));
      const own = named.map((name) => name.trim()).filter((name) => name !== "" && !OF_PAGES.test(name));
      if (own.length === 0) response.removeHeader("vary");
      else response.setHeader("Vary", [...new Set(own)].join(", "));
    });
  };
}
