import type { Deps } from "@/lib/runtime/deps";

/** One cookie of this name for each grant: its path keeps two links in two tabs apart. */
const NAME = "hedgerow-portal";
/** Over TLS: browsers take a cookie of such a name from a secure page alone, so that no other can put one in its place. */
const SECURE_NAME = `__Secure-${NAME}`;

/** Where a grant's pages live, and what its cookie is sent to. */
export const grantPath = (grant: string): string => `/portal/g/${grant}`;

/**
 * The value of the cookie in a request; it is sent to its own grant's paths alone. The secure name goes first. The plain
 * one is that of loopback, and of sessions that an earlier version began.
 */
export function readGrantCookie(header: string | null): string | undefined {
  const parts = (header ?? "").split(";").map((part) => part.trim());
  const valueOf = (name: string): string | undefined =>
    parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  return valueOf(SECURE_NAME) ?? valueOf(NAME);
}

interface GrantCookie {
  grant: string;
  value: string;
  maxAgeS: number;
}

const cookieAt = (path: string, { value, maxAgeS }: Omit<GrantCookie, "grant">, isSecure: boolean): string =>
  `${isSecure ? SECURE_NAME : NAME}=${value}; Path=${path}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;

export const grantCookie = ({ grant, ...cookie }: GrantCookie, isSecure: boolean): string =>
  cookieAt(grantPath(grant), cookie, isSecure);

/** Browsers do not take a cookie with a longer path. */
const LONGEST_PATH = 1000;

/** The session's cookie under the address of its link alone; null where that address is too long for one. */
export function linkCookie(token: string, cookie: GrantCookie, isSecure: boolean): string | null {
  const path = `/portal/f/${encodeURIComponent(token)}`;
  return path.length > LONGEST_PATH ? null : cookieAt(path, cookie, isSecure);
}

export const clearedGrantCookie = (grant: string, isSecure: boolean): string =>
  grantCookie({ grant, value: "", maxAgeS: 0 }, isSecure);

/**
 * Whether the browser speaks TLS. The service stands behind a proxy that ends it, so the public address says so, or the
 * proxy's header. A client that forges that header gets a cookie that its own browser keeps from plain HTTP, no more.
 */
export const isHttps = (headers: Headers, { PUBLIC_URLS }: Deps["env"]): boolean =>
  headers.get("x-forwarded-proto")?.split(",")[0]?.trim() === "https" ||
  PUBLIC_URLS[0]?.startsWith("https://") === true;
