import type { ReactNode } from "react";
import { ThemeSwitch } from "@/components/portal/shell/theme-switch";
import { themeWords } from "@/components/portal/shell/theme-words";
import { StandingLine } from "@/components/portal/standing-line";
import { SideFrame, SideLink } from "@/components/ui/side-frame";
import type { PortalTheme } from "@/lib/views/portal/pages";
import styles from "./docs-frame.module.css";

export interface DocsSection {
  name: string;
  links: { href: string; title: string }[];
}

interface Props {
  sections: readonly DocsSection[];
  /** Path of this page. */
  here: string;
  theme: PortalTheme;
  children: ReactNode;
}

/** Header, search, and the list of pages. */
export function DocsFrame({ sections, here, theme, children }: Props) {
  return (
    <SideFrame
      title="Hedgerow documentation"
      href="/docs"
      label="Pages"
      beside={
        <form className={styles.search} action="/docs/search" method="get" role="search">
          <label className="visually-hidden" htmlFor="docs-search">
            Search the documentation
          </label>
          <input
            id="docs-search"
            className={styles.input}
            type="search"
            name="q"
            placeholder="Search"
            maxLength={200}
          />
          <button className={styles.button} type="submit">
            Search
          </button>
        </form>
      }
      nav={
        <details className={styles.fold}>
          <summary>All pages and colors</summary>
          <PageList sections={sections} here={here} />
          <ThemeSwitch theme={theme} text={themeWords()} here={here} area="/docs" />
        </details>
      }
    >
      {children}
      <StandingLine />
    </SideFrame>
  );
}

function PageList({ sections, here }: Pick<Props, "sections" | "here">) {
  return sections.map(({ name, links }) => (
    <section key={name} aria-label={name}>
      <h2 className={styles.heading}>{name}</h2>
      <ul className={styles.list}>
        {links.map(({ href, title }) => (
          <li key={href}>
            <SideLink href={href} title={title} here={here} isHere={href === here} />
          </li>
        ))}
      </ul>
    </section>
  ));
}
