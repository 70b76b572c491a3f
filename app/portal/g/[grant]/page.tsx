import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { requireSession } from "@/app/portal/g/[grant]/session";
import { GroupPage } from "@/components/portal/group/group-page";
import { readTheme, THEME_COOKIE } from "@/lib/views/portal/pages";
import { grantPath } from "@/lib/http/portal/cookie";
import { groupStart } from "@/lib/pages/portal/group";
import { LIST_ORDERS, type ListQuery } from "@/lib/pages/portal/group-choices";
import { LEFT_KINDS } from "@/lib/views/portal/group";
import { DAY_KINDS } from "@/lib/views/portal/group-days";

interface Props {
  params: Promise<{ grant: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** `asked` as text, by which the page and its title find the same answer. */
const start = cache(async (grant: string, asked: string) => {
  const session = await requireSession(grant);
  const found = await groupStart(session, JSON.parse(asked) as ListQuery);
  if ("fieldHref" in found) redirect(found.fieldHref);
  return found.view;
});

/** What is searched for, of when, left, and sorted by, and which page of the list; anything that is no page is the first. */
async function read({ params, searchParams }: Props) {
  const { grant } = await params;
  const { search, day, left, sort, page } = await searchParams;
  const asked: ListQuery = {
    search: typeof search === "string" ? search.trim().slice(0, 100) : "",
    day: DAY_KINDS.find((each) => each === day) ?? null,
    left: LEFT_KINDS.find((each) => each === left) ?? null,
    order: LIST_ORDERS.find((each) => each === sort) ?? "day",
    page: typeof page === "string" && /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
  return start(grant, JSON.stringify(asked));
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
  const isFieldGone = (await props.searchParams).field === "gone";
  return <GroupPage view={view} theme={theme} here={grantPath(grant)} isFieldGone={isFieldGone} />;
}
