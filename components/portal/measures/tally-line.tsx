import { Icon } from "@/components/ui/icon";
import { Points } from "@/components/ui/points";
import { STANDING_ICONS, type Standing } from "@/components/ui/status-badge";
import { classNames } from "@/components/ui/class-names";
import type { TallyState, TallyView } from "@/lib/domain/portal-views/field-year";
import styles from "./tally-line.module.css";

export const STANDINGS: Record<TallyState, Standing> = {
  met: "met",
  exempt: "met",
  not_met: "not_met",
  indeterminate: "indeterminate",
  not_asked: "not_applicable",
  no_application: "not_applicable",
};

/** One system's tally: the points as words, as marks, and what they come to. Under its title it does not repeat it. */
export function TallyLine({ tally, isUnderTitle = false }: { tally: TallyView; isUnderTitle?: boolean }) {
  const { title, earned, required, state, headline } = tally;
  const standing = STANDINGS[state];
  return (
    <div className={styles.line} data-tally={tally.system} data-state={state}>
      {isUnderTitle ? null : <p className={styles.title}>{title}</p>}
      <p className={styles.count}>
        <strong>{earned}</strong>
        {required === null || required === 0 ? " earned" : ` of ${required}`}
      </p>
      <Points earned={earned} required={required} />
      <p className={classNames(styles.headline, styles[standing])}>
        <Icon name={STANDING_ICONS[standing]} /> {headline}
      </p>
    </div>
  );
}
