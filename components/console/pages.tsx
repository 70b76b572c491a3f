import { ButtonLink } from "@/components/ui/button";
import styles from "@/components/console/search.module.css";

interface Props {
  path: string;
  /** The search that the pages are of. */
  query: Record<string, string>;
  page: number;
  pages: number;
}

/** Leads to the pages before and after; nothing where there is one page. */
export function Pages({ path, query, page, pages }: Props) {
  if (pages === 1) return null;
  const href = (to: number) => `${path}?${new URLSearchParams({ ...query, page: String(to) }).toString()}`;
  return (
    <nav className={styles.pages} aria-label="Pages">
      <span>
        Page {page} of {pages}
      </span>
      {page > 1 ? <ButtonLink href={href(page - 1)}>Previous page</ButtonLink> : null}
      {page < pages ? <ButtonLink href={href(page + 1)}>Next page</ButtonLink> : null}
    </nav>
  );
}
