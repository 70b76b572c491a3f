import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import styles from "./side-frame.module.css";

interface Props {
  title: string;
  /** Where the title leads. */
  href: string;
  /** What stands beside the title. */
  beside: ReactNode;
  /** What the navigation is called, and what it holds. */
  label: string;
  nav: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A title above, pages at the side, one page in the middle. Everything is links and forms: no script is needed. */
export function SideFrame({ title, href, beside, label, nav, className, children }: Props) {
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to the page
      </a>
      <header className={styles.bar}>
        <a className={styles.brand} href={href}>
          {title}
        </a>
        {beside}
      </header>
      <div className={classNames(styles.frame, className)}>
        <nav className={styles.side} aria-label={label}>
          {nav}
        </nav>
        <main className={styles.content} id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  );
}

interface LinkProps {
  href: string;
  title: string;
  /** Path of the page that shows it. */
  here: string;
  isHere: boolean;
  className?: string | undefined;
}

/** One page of the navigation, marked where it is the one that is open or holds it. */
export function SideLink({ href, title, here, isHere, className }: LinkProps) {
  return (
    <a
      className={classNames(styles.link, className, isHere && styles.here)}
      href={href}
      aria-current={href === here ? "page" : undefined}
    >
      {title}
    </a>
  );
}
