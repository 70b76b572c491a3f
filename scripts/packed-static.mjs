import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import sirv from "sirv";

const PREFIX = "/_next/static";
/** A browser that takes `br` names it without a weight of nothing. */
const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

/**
 * Scripts and styles of the build as `packStatic` packed them, for a browser that takes them so. All else is Next's: other
 * browsers, and a build that was not packed.
 *
 * @param {string} folder the build's static files, such as `.next/static`
 * @returns {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => boolean}
 *   whether it answers the request
 */
export function packedStatic(folder) {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
  const packed = new Set(
    names.filter((name) => name.endsWith(".br")).map((name) => `${PREFIX}/${name.slice(0, -".br".length)}`),
  );
  if (packed.size === 0) return () => false;
  const serve = sirv(folder, { brotli: true, immutable: true, maxAge: 31_536_000, setHeaders });
  return (request, response) => {
    const { url = "", method, headers } = request;
    const [path = ""] = url.split("?", 1);
    if (!packed.has(path) || (method !== "GET" && method !== "HEAD")) return false;
    if (!TAKES_BROTLI.test(String(headers["accept-encoding"] ?? ""))) return false;
    request.url = path.slice(PREFIX.length);
    serve(request, response);
    return true;
  };
}

function setHeaders(response, path) {
  response.setHeader("X-Content-Type-Options", "nosniff");
  if (path.endsWith(".js")) response.setHeader("Content-Type", "text/javascript; charset=utf-8");
}
