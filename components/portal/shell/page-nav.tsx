import { currentPage } from "@/components/portal/shell/current-page";
import { classNames } from "@/components/ui/class-names";
import { PORTAL_PAGES, pageHref } from "@/lib/views/portal/pages";
import type { PortalAddress } from "@/lib/domain/field-year";
import styles from "./page-nav.module.css";

/** The pages of a field, all of them in sight at any width. */
export function PageNav({ address, here }: { address: PortalAddress; here: string }) {
  const current = currentPage(here);
  return (
    <nav aria-label="Pages of this field" className={styles.nav}>
      <ul className={styles.list}>
        {PORTAL_PAGES.map((page) => (
          <li key={page.id}>
            <a
              href={pageHref(address, page.id)}
              className={classNames(styles.link, page.id === current && styles.current)}
              aria-current={page.id === current ? "page" : undefined}
            >
              {page.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
