import type { ReactNode } from "react";
import styles from "./prose.module.css";

/** A page that is made of data of its own, in the looks of the others. */
export function DocsArticle({ children }: { children: ReactNode }) {
  return <article className={styles.prose}>{children}</article>;
}

/** A page's own text. Its HTML is ours: the renderer lets no tag of a text through. */
export function Prose({ html, textHref }: { html: string; textHref: string }) {
  return (
    <article className={styles.prose}>
      <div dangerouslySetInnerHTML={{ __html: html }} />
      <p className={styles.twin}>
        <a href={textHref}>This page as Markdown</a>
      </p>
    </article>
  );
}
