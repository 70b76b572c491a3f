import { TodayChoice } from "@/components/portal/group/days";
import type { GroupChoice } from "@/lib/views/portal/group";
import type { DayChoice, TodayView } from "@/lib/views/portal/group-days";
import styles from "./choices.module.css";

interface Props {
  label: string;
  choices: readonly (GroupChoice | DayChoice)[];
  today: TodayView;
}

/** Links that narrow or order a list, the one in force marked as such. */
export function Choices({ label, choices, today }: Props) {
  if (choices.length < 2) return null;
  return (
    <nav aria-label={label} className={styles.choices}>
      {choices.map((choice) => (
        <a key={choice.href} href={choice.href} aria-current={choice.isPicked ? "true" : undefined}>
          {"kind" in choice && choice.kind === "today" ? (
            <TodayChoice words={choice.words} today={today} />
          ) : (
            choice.words
          )}
        </a>
      ))}
    </nav>
  );
}
