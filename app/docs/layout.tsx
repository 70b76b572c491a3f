import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { DocsFrame } from "@/components/docs/docs-frame";
import { allPages } from "@/app/docs/content";
import { DOC_SECTIONS } from "@/lib/documentation/page";
import { readTheme, THEME_COOKIE } from "@/lib/views/portal/pages";

/** What stands around every page of the documentation. */
export default async function DocumentationLayout({ children }: { children: ReactNode }) {
  const here = (await headers()).get("x-hedgerow-path") ?? "/docs";
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  const pages = await allPages();
  const sections = DOC_SECTIONS.map((name) => ({
    name,
    links: pages.filter(({ section }) => section === name).map(({ path, title }) => ({ href: path, title })),
  }));
  return (
    <DocsFrame sections={sections} here={here} theme={theme}>
      {children}
    </DocsFrame>
  );
}
