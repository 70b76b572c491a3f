import type { ReactNode } from "react";
import { ActionForm } from "@/components/console/action-form";
import { ThemeSwitch } from "@/components/portal/shell/theme-switch";
import { classNames } from "@/components/ui/class-names";
import type { FormAction } from "@/lib/views/console/forms";
import type { PortalTheme } from "@/lib/views/portal/pages";
import styles from "./console-frame.module.css";

interface Props {
  pages: readonly { href: string; title: string }[];
  /** Path of this page. */
  here: string;
  theme: PortalTheme;
  /** Who is signed in. */
  name: string;
  role: string;
  csrf: string;
  signOut: FormAction;
  children: ReactNode;
}

/** What stands around every page of the console. Everything is links and forms: no script is needed. */
export function ConsoleFrame({ pages, here, theme, name, role, csrf, signOut, children }: Props) {
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to the page
      </a>
      <header className={styles.bar}>
        <a className={styles.brand} href="/console">
          Hedgerow console
        </a>
        <div className={styles.who}>
          <span>
            {name} · {role}
          </span>
          <div className={styles.leave}>
            <ActionForm action={signOut} csrf={csrf} submit="Sign out" kind="secondary" />
          </div>
        </div>
      </header>
      <div className={styles.frame}>
        <nav className={styles.side} aria-label="Console">
          <ul className={styles.list}>
            {pages.map(({ href, title }) => (
              <li key={href}>
                <a
                  className={classNames(styles.link, isPart(href, here) && styles.here)}
                  href={href}
                  aria-current={href === here ? "page" : undefined}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
          <details className={styles.colors}>
            <summary>Colors</summary>
            <ThemeSwitch theme={theme} here={here} area="/console" />
          </details>
        </nav>
        <main className={styles.content} id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  );
}

/** Whether a page lies in the room that a link names. The overview is a room of its own. */
const isPart = (href: string, here: string): boolean =>
  href === here || (href !== "/console" && here.startsWith(`${href}/`));
