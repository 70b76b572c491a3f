import type { Metadata } from "next";
import { SearchHits } from "@/components/docs/search-hits";
import { allPages } from "@/app/docs/content";
import { searchPages } from "@/lib/documentation/search";

export const metadata: Metadata = { title: "Search · Hedgerow" };

const MOST_HITS = 30;

/** A plain GET form leads here, so search needs no script. */
export default async function SearchPage({ searchParams }: { searchParams: Promise<{ q?: string | string[] }> }) {
  const { q } = await searchParams;
  const query = typeof q === "string" ? q.slice(0, 200) : "";
  const found = searchPages(await allPages(), query);
  const hits = found.slice(0, MOST_HITS).map(({ page, href, line }) => ({
    href,
    title: page.title,
    section: page.section,
    line,
  }));
  return <SearchHits query={query} hits={hits} total={found.length} />;
}
