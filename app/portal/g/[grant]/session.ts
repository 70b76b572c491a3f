import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { readGrantCookie } from "@/lib/http/portal-cookie";
import { refusalPath } from "@/lib/http/portal-entry";
import { getDeps } from "@/lib/runtime/deps";
import { readPlace, type PortalPlace } from "@/lib/usecases/portal/place";
import { findReturnUrl, readSession, type PortalSession } from "@/lib/usecases/portal/session";

/** The session of a page, or the page that says why there is none. Asked for once, however many parts of a page ask. */
export const requireSession = cache(async (grant: string, fieldId?: string): Promise<PortalSession> => {
  const deps = await getDeps();
  const asked = { grant, cookie: readGrantCookie((await headers()).get("cookie")) };
  const session = await readSession(deps, fieldId === undefined ? asked : { ...asked, fieldId });
  if (session === null) redirect(await refusalPath(deps, await findReturnUrl(deps, asked)));
  return session;
});

export interface FieldPageProps {
  params: Promise<{ grant: string; fieldId: string }>;
}

export interface Opened {
  session: PortalSession;
  place: PortalPlace;
}

/** Session and place of a page of a field, read once for the page and the frame around it. */
export async function requirePlace({ params }: FieldPageProps): Promise<Opened> {
  const { grant, fieldId } = await params;
  const query = new URLSearchParams((await headers()).get("x-hedgerow-search") ?? "");
  return placeOf(grant, fieldId, query.get("application"), query.get("year"));
}

const placeOf = cache(
  async (grant: string, fieldId: string, application: string | null, year: string | null): Promise<Opened> => {
    const session = await requireSession(grant, fieldId);
    const pickedYear = /^(19|20|21)\d\d$/.test(year ?? "") ? Number(year) : null;
    const place = await readPlace(session, fieldId, { applicationEventId: application, year: pickedYear });
    if (place === null) redirect(await refusalPath(session.pass.deps, session.returnUrl));
    return { session, place };
  },
);
