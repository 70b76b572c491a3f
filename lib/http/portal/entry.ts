import {
  clearedGrantCookie,
  grantCookie,
  grantPath,
  isHttps,
  linkCookie,
  readGrantCookie,
} from "@/lib/http/portal/cookie";
import { refusalPathOf, wayOutPath } from "@/lib/http/portal/refusal-path";
import { portalAnswer, seeOther } from "@/lib/http/portal/route";
import type { Handler, RouteContext } from "@/lib/http/api/route";
import { isFromOwnPage } from "@/lib/http/portal/same-site";
import { endSession, findWayOut, openSession, SEALED_RETURN_S, sealReturnUrl } from "@/lib/usecases/portal/session";

const param = async (context: RouteContext, name: string): Promise<string> => {
  const value = (await context.params)?.[name];
  return typeof value === "string" ? value : "";
};

/** Exchanges a link for a cookie and leaves its address behind: the link is in no history entry, referrer or log. */
export const openLinkRoute: Handler = portalAnswer("/portal/f/{token}", async (deps, request, context) => {
  const token = await param(context, "token");
  const opened = await openSession(deps, token, readGrantCookie(request.headers.get("cookie")));
  if ("refused" in opened) return seeOther(await wayOutPath(deps, { returnUrl: opened.returnUrl, isSignedOut: false }));
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

/**
 * Ends the session for good and leads back to the provider, where it said whereto. That way back takes the place of the
 * session's cookie: who goes back in the browser, to a page that is refused now, sees the same page again.
 */
export const signOutRoute: Handler = portalAnswer("/portal/g/{grant}/sign-out", async (deps, request, context) => {
  const grant = await param(context, "grant");
  if (!isFromOwnPage(request, deps.env.PUBLIC_URLS, "form")) return seeOther(grantPath(grant));
  const asked = { grant, cookie: readGrantCookie(request.headers.get("cookie")) };
  const { returnUrl } = await findWayOut(deps, asked);
  await endSession(deps, asked);
  const sealed = returnUrl === null ? null : await sealReturnUrl(deps, returnUrl);
  const isSecure = isHttps(request.headers, deps.env);
  const cookie =
    sealed === null
      ? clearedGrantCookie(grant, isSecure)
      : grantCookie({ grant, value: sealed, maxAgeS: SEALED_RETURN_S }, isSecure);
  return seeOther(refusalPathOf(sealed, true), { "Set-Cookie": cookie });
});
