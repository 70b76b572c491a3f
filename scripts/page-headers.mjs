import { randomBytes } from "node:crypto";

/** The API and the map's tiles have no markup to protect and should not pay for a policy. */
const PAGES = /^\/(?!api\/|mcp$|_next\/static|_next\/image|maplibre\/|favicon\.ico|portal\/g\/[^/]+\/tiles\/)/;

/** The one other host that pages may ask, where the operator named imagery for the map. */
const imageryHost = (url) => (URL.canParse(url ?? "") && /^https?:/.test(url) ? ` ${new URL(url).origin}` : "");

/**
 * Security headers: the two that every answer has, and those of a page, with a nonce for the scripts of this one answer.
 *
 * Next takes the nonce from the request's own policy header. It stands here and not in Next's proxy, which makes a
 * request and an answer again for each page: a tenth of what the overview costs (docs/decisions/0009).
 *
 * @param {{ isDevelopment: boolean, imageryUrl: string | undefined }} options
 * @returns {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => void}
 */
export function pageHeaders({ isDevelopment, imageryUrl }) {
  /** Hosts the page may fetch from and show pictures of. */
  const pictureHosts = `'self'${imageryHost(imageryUrl)}`;
  const policyWith = (nonce) =>
    [
      "default-src 'self'",
      // Development's reload evaluates code; a build never does.
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
      `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
      `img-src ${pictureHosts} data: blob:`,
      "worker-src 'self'",
      `connect-src ${pictureHosts}`,
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ].join("; ");
  return (request, response) => {
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (request.socket.encrypted === true || request.headers["x-forwarded-proto"] === "https") {
      response.setHeader("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
    }
    const [path = "/", query = ""] = (request.url ?? "/").split(/\?(.*)/s, 2);
    if (!PAGES.test(path)) return;
    const policy = policyWith(randomBytes(16).toString("base64"));
    request.headers["content-security-policy"] = policy;
    // A layout is not told its address; the frame of the portal names the page and the application that it picks.
    request.headers["x-hedgerow-path"] = path;
    request.headers["x-hedgerow-search"] = query === "" ? "" : `?${query}`;
    response.setHeader("Content-Security-Policy", policy);
    // Without a referrer browsers send forms with no origin, and Next takes none of its actions from such a form. An
    // address of the console holds no secret, and no other site sees it.
    response.setHeader("Referrer-Policy", /^\/console(\/|$)/.test(path) ? "same-origin" : "no-referrer");
    response.setHeader("X-Frame-Options", "DENY");
    response.setHeader("Permissions-Policy", "camera=(), microphone=(), geolocation=(self)");
  };
}
