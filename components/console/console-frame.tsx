import type { ReactNode } from "react";
import { ActionForm } from "@/components/console/action-form";
import { ThemeSwitch } from "@/components/portal/shell/theme-switch";
import { themeWords } from "@/components/portal/shell/theme-words";
import { SideFrame, SideLink } from "@/components/ui/side-frame";
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

/** What stands around every page of the console. */
export function ConsoleFrame({ pages, here, theme, name, role, csrf, signOut, children }: Props) {
  return (
    <SideFrame
      title="Hedgerow console"
      href="/console"
      className={styles.frame}
      label="Console"
      beside={
        <div className={styles.who}>
          <span>
            {name} · {role}
          </span>
          <div className={styles.leave}>
            <ActionForm action={signOut} csrf={csrf} submit="Sign out" kind="secondary" />
          </div>
        </div>
      }
      nav={
        <details className={styles.menu}>
          <summary>{pages.find(({ href }) => isPart(href, here))?.title ?? "Console"} and other pages</summary>
          <ul className={styles.list}>
            {pages.map((page) => (
              <li key={page.href}>
                <SideLink {...page} here={here} isHere={isPart(page.href, here)} className={styles.link} />
              </li>
            ))}
          </ul>
          <details className={styles.colors}>
            <summary>Colors</summary>
            <ThemeSwitch theme={theme} text={themeWords()} here={here} area="/console" />
          </details>
        </details>
      }
    >
      {children}
    </SideFrame>
  );
}

/** Whether a page lies in the room that a link names. The overview is a room of its own. */
const isPart = (href: string, here: string): boolean =>
  href === here || (href !== "/console" && here.startsWith(`${href}/`));
