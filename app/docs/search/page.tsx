import type { Metadata } from "next";
import { SearchHits } from "@/components/docs/search-hits";
import { allPages } from "@/app/docs/content";
import { searchPages } from "@/lib/documentation/pages";

export const metadata: Metadata = { title: "Search · Hedgerow" };

/** A plain GET form leads here, so search needs no script. */
export default async function SearchPage({ searchParams }: { searchParams: Promise<{ q?: string | string[] }> }) {
  const { q } = await searchParams;
  const query = typeof q === "string" ? q.slice(0, 200) : "";
  const hits = searchPages(await allPages(), query).map(({ page, line }) => ({
    href: page.path,
    title: page.title,
    section: page.section,
    line,
  }));
  return <SearchHits query={query} hits={hits} />;
}
