import { TodayChoice } from "@/components/portal/group/days";
import type { GroupChoice } from "@/lib/views/portal/group";
import type { DayChoice, TodayView } from "@/lib/views/portal/group-days";
import styles from "./choices.module.css";

interface Props {
  label: string;
  choices: readonly (GroupChoice | DayChoice)[];
  today: TodayView;
}

/** What a choice says. */
export function ChoiceWords({ choice, today }: { choice: GroupChoice | DayChoice; today: TodayView }) {
  const isToday = "kind" in choice && choice.kind === "today";
  return isToday ? <TodayChoice words={choice.words} today={today} /> : choice.words;
}

/** Links that narrow or order a list, the one in force marked as such. */
export function Choices({ label, choices, today }: Props) {
  if (choices.length < 2) return null;
  return (
    <nav aria-label={label} className={styles.choices}>
      {choices.map((choice) => (
        <a key={choice.href} href={choice.href} aria-current={choice.isPicked ? "true" : undefined}>
          <ChoiceWords choice={choice} today={today} />
        </a>
      ))}
    </nav>
  );
}
