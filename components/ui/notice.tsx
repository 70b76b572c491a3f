import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { Icon, type IconName } from "@/components/ui/icon";
import styles from "./notice.module.css";

export type NoticeTone = "info" | "good" | "warn" | "bad";

const ICONS: Record<NoticeTone, IconName> = { info: "info", good: "check", warn: "alert", bad: "alert" };

export interface NoticeProps {
  tone?: NoticeTone;
  icon?: IconName;
  title: ReactNode;
  /** Said aloud when it appears: for what an action of the reader brought about. `alert`: at once, for what was not saved. */
  isLive?: boolean | "alert";
  children?: ReactNode;
}

/** A message that stands on its own: tone, drawing and words say the same. */
export function Notice({ tone = "info", icon, title, isLive = false, children }: NoticeProps) {
  return (
    <div
      className={classNames(styles.notice, styles[tone])}
      role={isLive === "alert" ? "alert" : isLive ? "status" : undefined}
    >
      <Icon name={icon ?? ICONS[tone]} className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children}
      </div>
    </div>
  );
}
