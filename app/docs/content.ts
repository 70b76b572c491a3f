import { documentationPages } from "@/lib/documentation/pages";
import type { DocPage } from "@/lib/documentation/page";
import { getDeps } from "@/lib/runtime/deps";

/** The documentation of this installation. */
export async function allPages(): Promise<DocPage[]> {
  const { env } = await getDeps();
  return documentationPages({ publicUrls: env.PUBLIC_URLS, support: env.SUPPORT_CONTACT });
}

/** The page at a path below `/docs`; null where there is none. */
export async function findPage(segments: readonly string[] = []): Promise<DocPage | null> {
  const wanted = ["/docs", ...segments].join("/");
  return (await allPages()).find(({ path }) => path === wanted) ?? null;
}
