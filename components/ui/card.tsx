import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import styles from "./card.module.css";

interface Props {
  title?: ReactNode;
  /** The heading's level where a card stands inside another section. */
  level?: 2 | 3;
  /** Stands beside the title: a badge, a count. */
  aside?: ReactNode;
  id?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a page under a heading of its own. */
export function Card({ title, level = 2, aside, id, className, children }: Props) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className={classNames(styles.card, className)} id={id}>
      {title === undefined ? null : (
        <div className={styles.head}>
          <Heading>{title}</Heading>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
