import type { ReactNode } from "react";
import { ThemeSwitch } from "@/components/portal/shell/theme-switch";
import { StandingLine } from "@/components/portal/standing-line";
import { classNames } from "@/components/ui/class-names";
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

/** Header, search, and the list of pages. Everything is links and forms: no script is needed. */
export function DocsFrame({ sections, here, theme, children }: Props) {
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to the page
      </a>
      <header className={styles.bar}>
        <a className={styles.brand} href="/docs">
          Hedgerow documentation
        </a>
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
      </header>
      <div className={styles.frame}>
        <nav className={styles.side} aria-label="Pages">
          <details className={styles.fold}>
            <summary>All pages and colors</summary>
            <PageList sections={sections} here={here} />
            <ThemeSwitch theme={theme} here={here} area="/docs" />
          </details>
        </nav>
        <main className={styles.content} id="content" tabIndex={-1}>
          {children}
          <StandingLine />
        </main>
      </div>
    </>
  );
}

function PageList({ sections, here }: Pick<Props, "sections" | "here">) {
  return sections.map(({ name, links }) => (
    <section key={name} aria-label={name}>
      <h2 className={styles.heading}>{name}</h2>
      <ul className={styles.list}>
        {links.map(({ href, title }) => (
          <li key={href}>
            <a
              className={classNames(styles.link, href === here && styles.here)}
              href={href}
              aria-current={href === here ? "page" : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  ));
}
