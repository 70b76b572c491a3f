"use client";

import { useToday } from "@/components/portal/group/use-today";
import type { DayChoice, DaySection, TodayView, WhenView } from "@/lib/views/portal/group-days";
import { begunInWords, dayNameInWords, sectionInWords, whenInWords } from "@/lib/views/portal/day-words";
import { weekdayInWords } from "@/lib/views/words";
import styles from "./days.module.css";

/** "Today, Tuesday, May 12", with how many fields are under it. */
export function DayHeading({ section: { kind, day, count }, today }: { section: DaySection; today: TodayView }) {
  const now = useToday(today);
  const name = day === null ? null : dayNameInWords(day, now);
  return (
    <h2 className={styles.heading} data-day={day ?? kind}>
      <span>
        {kind === "day" ? (name === null ? null : `${name}, `) : sectionInWords(kind)}
        {day === null ? null : <span className={styles.date}>{weekdayInWords(day, now)}</span>}
      </span>{" "}
      <span className={styles.count}>{count}</span>
    </h2>
  );
}

interface WhenProps {
  when: WhenView;
  today: TodayView;
  /** A heading above says which day it is. */
  isDayKnown?: boolean;
  /** What the heading above says in place of a day. */
  underKind?: Exclude<DaySection["kind"], "day"> | null;
}

/** What an application's day is now, where more is to be said than its date; it stands before the date. */
export function When({ when, today, isDayKnown = false, underKind = null }: WhenProps) {
  const now = useToday(today);
  const text = isDayKnown && when.day >= now ? begunInWords(when) : whenInWords(when, now);
  const isSaid = underKind !== null && text === sectionInWords(underKind);
  return text === null || isSaid ? null : (
    <>
      <strong data-when={when.record ?? "open"}>{text}</strong>
      {" · "}
    </>
  );
}

/** "Today: 8". */
export function TodayChoice({ words, today }: Pick<DayChoice, "words"> & { today: TodayView }) {
  return `${dayNameInWords(today.day, useToday(today)) ?? weekdayInWords(today.day, today.day)}: ${words}`;
}
