import { classNames } from "@/components/ui/class-names";
import styles from "@/components/ui/icon.module.css";

/** Drawn on a grid of 24, by lines: they stay clear in the sun and take the color of the text beside them. */
const PATHS = {
  check: "M4.5 12.5 10 18 19.5 7",
  cross: "M6 6l12 12M18 6 6 18",
  question: "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.1-1.5 2.3M12 18.5v.2",
  dash: "M6 12h12",
  alert: "M12 4 2.5 20h19zM12 10v4.5M12 17v.2",
  info: "M12 11v6M12 7.5v.2M12 2.8a9.2 9.2 0 1 0 0 18.4 9.2 9.2 0 0 0 0-18.4z",
  lock: "M6.5 11h11v9h-11zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  clock: "M12 7v5.3l3.5 2M12 2.8a9.2 9.2 0 1 0 0 18.4 9.2 9.2 0 0 0 0-18.4z",
  arrow: "M5 12h14M13 6l6 6-6 6",
  back: "M19 12H5M11 6l-6 6 6 6",
  down: "M6 9l6 6 6-6",
  offline:
    "M3 3l18 18M5 12.5a10 10 0 0 1 4-2.4M2.5 9a14 14 0 0 1 4-2.6M10.5 6a14 14 0 0 1 11 3M14 10.3a10 10 0 0 1 5 2.2M8.5 16a5 5 0 0 1 7 0M12 19.5v.2",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3 19 19M5 19l1.7-1.7M17.3 6.7 19 5",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  auto: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  target: "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2v5M12 17v5M2 12h5M17 12h5",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  leave: "M10 4H5v16h5M14 8l4 4-4 4M18 12H9",
  language:
    "M12 2.8a9.2 9.2 0 1 0 0 18.4 9.2 9.2 0 0 0 0-18.4zM2.8 12h18.4M12 2.8c5 5 5 13.4 0 18.4M12 2.8c-5 5-5 13.4 0 18.4",
  document: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside words that say the same: it is hidden from those who listen. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg className={classNames(styles.icon, className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
