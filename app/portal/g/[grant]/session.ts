import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { readGrantCookie } from "@/lib/http/portal/cookie";
import { refusalPath } from "@/lib/http/portal/refusal-path";
import { getDeps, type Deps } from "@/lib/runtime/deps";
import { openFieldYear, type Opened } from "@/lib/usecases/portal/field-year";
import { readSession, type AskedFor, type PortalSession } from "@/lib/usecases/portal/session";

/** What the cookie of a page's request shows. */
const shown = async (grant: string) => ({ grant, cookie: readGrantCookie((await headers()).get("cookie")) });

async function refuse(deps: Deps, asked: AskedFor): Promise<never> {
  redirect(await refusalPath(deps, asked));
}

/** The session of a page without a field, or the page that says why there is none. */
export async function requireSession(grant: string): Promise<PortalSession> {
  const deps = await getDeps();
  const asked = await shown(grant);
  return (await readSession(deps, asked)) ?? (await refuse(deps, asked));
}

export interface FieldPageProps {
  params: Promise<{ grant: string; fieldId: string }>;
}

/** Session and place of a page of a field, read once for the page and the frame around it. */
export async function requireFieldYear({ params }: FieldPageProps): Promise<Opened> {
  const { grant, fieldId } = await params;
  const query = new URLSearchParams((await headers()).get("x-hedgerow-search") ?? "");
  return placeOf(grant, fieldId, query.get("application"), query.get("year"));
}

const placeOf = cache(
  async (grant: string, fieldId: string, application: string | null, year: string | null): Promise<Opened> => {
    const deps = await getDeps();
    const asked = { ...(await shown(grant)), fieldId };
    const pickedYear = /^(19|20|21)\d\d$/.test(year ?? "") ? Number(year) : null;
    const opened = await openFieldYear(deps, asked, { applicationEventId: application, year: pickedYear });
    return opened ?? (await refuse(deps, asked));
  },
);
