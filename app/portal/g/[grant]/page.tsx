import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { requireSession } from "@/app/portal/g/[grant]/session";
import { GroupPage } from "@/components/portal/group/group-page";
import { readTheme, THEME_COOKIE } from "@/lib/views/portal/pages";
import { grantPath } from "@/lib/http/portal/cookie";
import { groupStart } from "@/lib/pages/portal/group";
import { LEFT_KINDS, type LeftKind } from "@/lib/views/portal/group";

interface Props {
  params: Promise<{ grant: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const start = cache(async (grant: string, search: string, left: LeftKind | null, isByLeft: boolean, page: number) => {
  const session = await requireSession(grant);
  const found = await groupStart(session, { search, left, isByLeft, page });
  if ("fieldHref" in found) redirect(found.fieldHref);
  return found.view;
});

/** What is searched for, left, and sorted by, and which page of the list; anything that is no page is the first. */
async function read({ params, searchParams }: Props) {
  const { grant } = await params;
  const { search, left, sort, page } = await searchParams;
  const wanted = typeof page === "string" && /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
  const kind = LEFT_KINDS.find((each) => each === left) ?? null;
  return start(grant, typeof search === "string" ? search.trim().slice(0, 100) : "", kind, sort === "left", wanted);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { name, brand } = await read(props);
  return { title: `${name} · ${brand.name}` };
}

/** Where a session begins: the fields of a group, or at once the one field of the link. */
export default async function GrantPage(props: Props) {
  const view = await read(props);
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  const { grant } = await props.params;
  return <GroupPage view={view} theme={theme} here={grantPath(grant)} />;
}
