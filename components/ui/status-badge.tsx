import { classNames } from "@/components/ui/class-names";
import { Icon, type IconName } from "@/components/ui/icon";
import styles from "./status-badge.module.css";

/** How something stands. Which words go with it is the page's to say. */
export type Standing = "met" | "not_met" | "indeterminate" | "not_applicable";

export const STANDING_ICONS: Record<Standing, IconName> = {
  met: "check",
  not_met: "cross",
  indeterminate: "question",
  not_applicable: "dash",
};

/** A standing as a drawing and a word: no one has to see its color. */
export function StatusBadge({ standing, children }: { standing: Standing; children: string }) {
  return (
    <span className={classNames(styles.badge, styles[standing])}>
      <Icon name={STANDING_ICONS[standing]} />
      {children}
    </span>
  );
}
