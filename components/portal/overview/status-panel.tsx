import { ButtonLink } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { STANDING_ICONS } from "@/components/ui/status-badge";
import { pageHref } from "@/lib/views/portal/pages";
import type { OverviewView } from "@/lib/views/portal/overview";
import styles from "./status-panel.module.css";

/** The page's answer: where this application stands, why, and what to do about it. */
export function StatusPanel({ view }: { view: OverviewView }) {
  const { standing, headline, reason, next, address } = view;
  return (
    <section className={classNames(styles.panel, styles[standing])} aria-labelledby="standing">
      <span className={styles.mark}>
        <Icon name={STANDING_ICONS[standing]} />
      </span>
      <div className={styles.words}>
        <h1 id="standing" className={styles.headline}>
          <span className="visually-hidden">Overview: </span>
          {headline}
        </h1>
        <p className={styles.reason}>{reason}</p>
        {next === null ? null : (
          <ButtonLink href={pageHref(address, next.page)} kind="primary" icon="arrow">
            {next.words}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
