import { currentPage } from "@/components/portal/shell/current-page";
import { GroupNav } from "@/components/portal/shell/group-nav";
import { Menu } from "@/components/portal/shell/menu";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import { PORTAL_PAGES, pageHref, pageTitle } from "@/lib/views/portal/pages";
import type { PortalAddress } from "@/lib/domain/field-year";
import type { GroupNavView } from "@/lib/views/portal/frame";
import styles from "./page-nav.module.css";

const words = wordsIn({
  en: { pages: "Pages", label: "Pages of this field" },
  es: { pages: "Páginas", label: "Páginas de este campo" },
});

interface Props {
  address: PortalAddress;
  here: string;
  /** The way to the other fields: on a phone it is in the same menu. */
  group: GroupNavView | null;
}

/** The pages of a field: all in sight where there is room, in a menu that opens without a script on a phone. */
export function PageNav({ address, here, group }: Props) {
  return (
    <>
      <Menu
        className={styles.narrow}
        label={
          <>
            {words().pages}
            <Icon name="down" />
          </>
        }
      >
        {group === null ? null : <GroupNav group={group} here={here} />}
        <Pages address={address} here={here} />
      </Menu>
      <div className={styles.wide}>
        <Pages address={address} here={here} />
      </div>
    </>
  );
}

function Pages({ address, here }: Omit<Props, "group">) {
  const current = currentPage(here);
  return (
    <nav aria-label={words().label} className={styles.nav}>
      <ul className={styles.list}>
        {PORTAL_PAGES.map((page) => (
          <li key={page.id}>
            <a
              href={pageHref(address, page.id)}
              className={classNames(styles.link, page.id === current && styles.current)}
              aria-current={page.id === current ? "page" : undefined}
            >
              {pageTitle(page.id)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
