import { LANGUAGE_COOKIE, readLanguage } from "@/lib/views/language";
import { PORTAL_THEMES, THEME_COOKIE } from "@/lib/views/portal/pages";
import { isHttps, readGrantCookie } from "@/lib/http/portal/cookie";
import { portalAnswer, readForm, seeOther } from "@/lib/http/portal/route";
import type { Handler, RouteContext } from "@/lib/http/api/route";
import type { Deps } from "@/lib/runtime/deps";
import { brandSheet } from "@/lib/usecases/portal/branding";
import { readLogo } from "@/lib/usecases/portal/read-logo";
import { readSession, type PortalSession } from "@/lib/usecases/portal/session";

const YEAR_S = 31_536_000;

interface ThemedArea {
  /** Pages below it have the theme: the cookie goes no further. */
  root: "/portal" | "/docs" | "/console";
  /** Where a form leads back to that names no page of the area. */
  fallback: string;
}

/** Where a form may lead back to: a page of its own area. A second slash would begin another host. */
const backTo = (wanted: FormDataEntryValue | null, { root, fallback }: ThemedArea): string => {
  const isPage = typeof wanted === "string" && /^\/[\w/-]*(\?[\w=&%.-]*)?$/.test(wanted) && !wanted.includes("//");
  return isPage && (wanted === root || wanted.startsWith(`${root}/`)) ? wanted : fallback;
};

/** Keeps the theme that was chosen; it says nothing of anyone and needs no session. */
const themeRouteOf = (area: ThemedArea): Handler =>
  portalAnswer(`${area.root}/theme`, async (deps, request) => {
    const form = await readForm(request);
    const theme = PORTAL_THEMES.find((known) => known === form.get("theme")) ?? "auto";
    const secure = isHttps(request.headers, deps.env) ? "; Secure" : "";
    return seeOther(backTo(form.get("back"), area), {
      "Set-Cookie": `${THEME_COOKIE}=${theme}; Path=${area.root}; Max-Age=${YEAR_S}; SameSite=Lax${secure}`,
    });
  });
const PORTAL: ThemedArea = { root: "/portal", fallback: "/portal/expired" };
export const themeRoute = themeRouteOf(PORTAL);
export const docsThemeRoute = themeRouteOf({ root: "/docs", fallback: "/docs" });
export const consoleThemeRoute = themeRouteOf({ root: "/console", fallback: "/console" });

/** Keeps the language that was chosen: of the portal, and of pages that show what a report rests on. */
export const languageRoute: Handler = portalAnswer("/portal/language", async (deps, request) => {
  const form = await readForm(request);
  const wanted = form.get("language");
  const language = readLanguage(typeof wanted === "string" ? wanted : undefined);
  const secure = isHttps(request.headers, deps.env) ? "; Secure" : "";
  return seeOther(backTo(form.get("back"), PORTAL), {
    "Set-Cookie": `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`,
  });
});

async function sessionOf(deps: Deps, request: Request, context: RouteContext): Promise<PortalSession | null> {
  const grant = (await context.params)?.grant;
  if (typeof grant !== "string") return null;
  return readSession(deps, { grant, cookie: readGrantCookie(request.headers.get("cookie")) });
}

const nothing = (status: 401 | 404): Response =>
  new Response(null, { status, headers: { "Cache-Control": "no-store" } });

/** Their addresses change with what they hold, and they hold nothing of a field. */
const KEPT = { "Cache-Control": `private, max-age=${YEAR_S}, immutable`, "X-Content-Type-Options": "nosniff" };

export const logoRoute: Handler = portalAnswer("/portal/g/{grant}/logo", async (deps, request, context) => {
  const session = await sessionOf(deps, request, context);
  if (session === null) return nothing(401);
  const logo = await readLogo(session);
  if (logo === null) return nothing(404);
  return new Response(logo.bytes, { status: 200, headers: { ...KEPT, "Content-Type": logo.type } });
});

export const brandSheetRoute: Handler = portalAnswer("/portal/g/{grant}/brand.css", async (deps, request, context) => {
  const session = await sessionOf(deps, request, context);
  if (session === null) return nothing(401);
  const { accent } = session.branding;
  if (accent === null) return nothing(404);
  const headers = { ...KEPT, "Content-Type": "text/css; charset=utf-8" };
  return new Response(brandSheet(accent), { status: 200, headers });
});
