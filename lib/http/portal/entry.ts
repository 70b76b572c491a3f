import { grantCookie, grantPath, isHttps, linkCookie, readGrantCookie } from "@/lib/http/portal/cookie";
import { portalAnswer, seeOther, signedOut } from "@/lib/http/portal/route";
import type { Handler, RouteContext } from "@/lib/http/api/route";
import { isFromOwnPage } from "@/lib/http/portal/same-site";
import type { Deps } from "@/lib/runtime/deps";
import { endSession, openSession, sealReturnUrl } from "@/lib/usecases/portal/session";

const param = async (context: RouteContext, name: string): Promise<string> => {
  const value = (await context.params)?.[name];
  return typeof value === "string" ? value : "";
};

/** Where a refused link or session ends. The way back goes along sealed, so that the page leads nowhere else. */
export async function refusalPath(deps: Deps, returnUrl: string | null): Promise<string> {
  const back = returnUrl === null ? null : await sealReturnUrl(deps, returnUrl);
  return back === null ? "/portal/expired" : `/portal/expired?back=${back}`;
}

/** Exchanges a link for a cookie and leaves its address behind: the link is in no history entry, referrer or log. */
export const openLinkRoute: Handler = portalAnswer("/portal/f/{token}", async (deps, request, context) => {
  const token = await param(context, "token");
  const opened = await openSession(deps, token, readGrantCookie(request.headers.get("cookie")));
  if ("refused" in opened) return seeOther(await refusalPath(deps, opened.returnUrl));
  const { grant, startFieldId, applicationEventId } = opened;
  const cookie = { grant, value: opened.cookie, maxAgeS: opened.cookieMaxAgeS };
  const field = startFieldId === null ? "" : `/${startFieldId}`;
  const query = applicationEventId === null || startFieldId === null ? "" : `?application=${applicationEventId}`;
  const answer = seeOther(`${grantPath(grant)}${field}${query}`);
  const isSecure = isHttps(request.headers, deps.env);
  answer.headers.append("Set-Cookie", grantCookie(cookie, isSecure));
  // The same under the link's own address: opened again on this device, it goes on with the session it began.
  const ofLink = linkCookie(token, cookie, isSecure);
  if (ofLink !== null) answer.headers.append("Set-Cookie", ofLink);
  return answer;
});

/** Ends the session for good and leads back to the provider, where it said whereto. */
export const signOutRoute: Handler = portalAnswer("/portal/g/{grant}/sign-out", async (deps, request, context) => {
  const grant = await param(context, "grant");
  if (!isFromOwnPage(request, deps.env.PUBLIC_URLS, "form")) return seeOther(grantPath(grant));
  const { returnUrl } = await endSession(deps, { grant, cookie: readGrantCookie(request.headers.get("cookie")) });
  const path = await refusalPath(deps, returnUrl);
  return seeOther(`${path}${path.includes("?") ? "&" : "?"}signed-out=1`, signedOut(deps, request, grant));
});
