import styles from "./prose.module.css";

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
