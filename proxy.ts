import { NextResponse, type NextRequest } from "next/server";
import { imageryOrigin } from "@/lib/runtime/env";

/** Pages only: the API and the map's tiles have no markup to protect and should not pay for this. */
export const config = {
  matcher: ["/((?!api/|_next/static|_next/image|maplibre/|favicon.ico|portal/g/[^/]+/tiles/).*)"],
};

/** Hosts the page may fetch from and show pictures of: our own, and the operator's imagery where there is one. */
const pictureHosts = `'self'${imageryOrigin() === null ? "" : ` ${imageryOrigin()}`}`;

/** Security headers of every page, with a nonce for the scripts of this one answer. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  // Next replaces this at build: it is no reading of the environment at run time.
  // eslint-disable-next-line no-restricted-syntax
  const isDevelopment = process.env.NODE_ENV === "development";
  const policy = [
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
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  headers.set("x-nonce", nonce);
  // A layout is not told its address; the frame of the portal names the page and the application that it picks.
  headers.set("x-hedgerow-path", request.nextUrl.pathname);
  headers.set("x-hedgerow-search", request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("Referrer-Policy", "no-referrer");
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("X-Frame-Options", "DENY");
  response.headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(self)");
  if (request.nextUrl.protocol === "https:" || request.headers.get("x-forwarded-proto") === "https") {
    response.headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
  }
  return response;
}
