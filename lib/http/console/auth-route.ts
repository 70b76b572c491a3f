import { AUTH_PATH, authOptions, SIGN_IN_PATH } from "@/lib/auth/console/next-auth";
import { answering } from "@/lib/http/api/answering";
import { type Handler, type RouteContext } from "@/lib/http/api/route";
import { callNextAuth } from "@/lib/http/console/next-auth-call";
import { addressOf, countAddress } from "@/lib/http/machinery";
import { escapeMarkup } from "@/lib/http/markup";
import { isHttps } from "@/lib/http/portal/cookie";
import { foreignPage, portalError } from "@/lib/http/portal/refusals";
import { seeOther } from "@/lib/http/portal/route";
import { isFromOwnPage } from "@/lib/http/portal/same-site";
import { requestIdOf } from "@/lib/http/request-id";
import { nameNextAuth } from "@/lib/runtime/env";

/** What of next-auth is in use. The session in particular is read by the console's pages alone. */
const IN_USE: Record<"GET" | "POST", readonly string[]> = {
  GET: ["signin", "callback", "error"],
  POST: ["signin", "callback"],
};

/** next-auth's routes: sign-in by password and by identity provider. */
export const consoleAuthRoute: Handler = (request, context) =>
  answering(
    request,
    { path: `${AUTH_PATH}/{action}`, envelope: { dress: (answer) => answer, refuse: portalError } },
    async (deps) => {
      await countAddress(deps, request);
      const steps = await stepsOf(context);
      const method = request.method === "POST" ? "POST" : "GET";
      if (!IN_USE[method].includes(steps[0] ?? "")) return seeOther(SIGN_IN_PATH);
      if (method === "POST" && !isFromOwnPage(request, deps.env.PUBLIC_URLS, "form")) return foreignPage();
      const secret = deps.env.NEXTAUTH_SECRET;
      if (secret === undefined) return seeOther(SIGN_IN_PATH);
      nameNextAuth(deps.env, AUTH_PATH);
      const options = authOptions({
        deps,
        secret,
        isSecure: isHttps(request.headers, deps.env),
        address: addressOf(request),
        requestId: requestIdOf(request),
      });
      const answer = await callNextAuth(request, steps, options);
      return withOwnPaths(answer, deps.env.PUBLIC_URLS[0] ?? "");
    },
  );

async function stepsOf({ params }: RouteContext): Promise<string[]> {
  const steps = (await params)?.nextauth;
  return Array.isArray(steps) ? steps : [];
}

/**
 * Redirects to our own pages go by path alone: what is before us may know us by another name than the first one. A
 * redirect to the identity provider becomes a page that goes there by itself, because browsers hold the page's
 * `form-action 'self'` against where a form's POST is redirected.
 */
function withOwnPaths(answer: Response, own: string): Response {
  const headers = new Headers(answer.headers);
  headers.set("Cache-Control", "no-store");
  const location = headers.get("Location");
  if (location === null) return new Response(answer.body, { status: answer.status, headers });
  const path = location.startsWith(`${own}/`) ? location.slice(own.length) : location;
  if (path.startsWith("/")) {
    headers.set("Location", path);
    // After a form's POST the next page is asked for by GET.
    return new Response(null, { status: 303, headers });
  }
  headers.delete("Location");
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(leavingPage(location), { status: 200, headers });
}

function leavingPage(location: string): string {
  const href = escapeMarkup(location);
  return (
    `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Sign in</title>` +
    `<meta http-equiv="refresh" content="0;url=${href}"></head>` +
    `<body><main><h1>Sign in</h1><p><a href="${href}">Go on to the identity provider</a></p></main></body></html>\n`
  );
}
