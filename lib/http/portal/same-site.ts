/**
 * Whether a write comes from one of our own pages. Browsers say so themselves (`Sec-Fetch-Site`); for those that do not
 * yet, `Origin` has to name a host of ours. Our pages send no referrer, so a form's `Origin` is "null" there, and what
 * protects a form then is `SameSite=Lax` and a path that no one else knows: the grant is random.
 */
export function isFromOwnPage(
  request: Pick<Request, "headers">,
  publicUrls: readonly string[],
  kind: "form" | "json",
): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = request.headers.get("origin");
  if (origin === null || origin === "null") return kind === "form";
  const hosts = [request.headers.get("host"), ...publicUrls.map(hostOf)];
  return hosts.includes(hostOf(origin));
}

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);
