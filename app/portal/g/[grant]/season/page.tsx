import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { requireSession } from "@/app/portal/g/[grant]/session";
import { SeasonPage } from "@/components/portal/group/season-page";
import { seasonStart } from "@/lib/pages/portal/season";
import { readTheme, THEME_COOKIE } from "@/lib/views/portal/pages";

interface Props {
  params: Promise<{ grant: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const start = cache(async (grant: string, year: number | null) => {
  const found = await seasonStart(await requireSession(grant), year);
  if ("listHref" in found) redirect(found.listHref);
  return found.view;
});

async function read({ params, searchParams }: Props) {
  const [{ grant }, { year }] = await Promise.all([params, searchParams]);
  return start(grant, typeof year === "string" && /^\d{4}$/.test(year) ? Number(year) : null);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { name, year, brand } = await read(props);
  return { title: `${name} ${year} · ${brand.name}` };
}

/** The season of a group: fields by products. */
export default async function SeasonRoute(props: Props) {
  const view = await read(props);
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  return <SeasonPage view={view} theme={theme} />;
}
