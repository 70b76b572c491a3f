import { daysAfter } from "@/lib/domain/calendar";
import { wordsIn } from "@/lib/views/language";
import { dayOfMonthInWords } from "@/lib/views/words";
import type { DaySection, WhenView } from "@/lib/views/portal/group-days";

const words = wordsIn({
  en: {
    today: "Today",
    tomorrow: "Tomorrow",
    yesterday: "Yesterday",
    past: "Past",
    pastUnrecorded: "Past, not recorded here",
    pastBegun: "Past, record not signed",
    begun: "record begun",
    recordNotSigned: "Record begun",
    recorded: "Recorded",
    shortly: { past: (day: string) => `${day}, past`, recorded: (day: string) => `${day}, recorded` },
  },
  es: {
    today: "Hoy",
    tomorrow: "Mañana",
    yesterday: "Ayer",
    past: "Ya pasó",
    pastUnrecorded: "Pasada, sin registro aquí",
    pastBegun: "Pasada, registro sin firmar",
    begun: "registro empezado",
    recordNotSigned: "Registro empezado",
    recorded: "Registrada",
    shortly: { past: (day) => `${day}, pasada`, recorded: (day) => `${day}, registrada` },
  },
});

/** "Today", "Tomorrow", "Yesterday", or that a day is past; null for a later day, whose date says enough. */
export function dayNameInWords(day: string, today: string): string | null {
  if (day === today) return words().today;
  if (day === daysAfter(today, 1)) return words().tomorrow;
  if (day > today) return null;
  return day === daysAfter(today, -1) ? words().yesterday : words().past;
}

/** What fields of several days stand under. */
export const sectionInWords = (kind: Exclude<DaySection["kind"], "day">): string =>
  kind === "past" ? words().pastUnrecorded : words().recorded;

/** That something is written into a record that is not signed; null where there is none. */
export const begunInWords = ({ record }: WhenView): string | null =>
  record === "signed" ? words().recorded : record === "begun" ? words().recordNotSigned : null;

/** "Today, record begun", "Past, not recorded here"; null where the date says enough. */
export function whenInWords({ day, record }: WhenView, today: string): string | null {
  if (record === "signed") return words().recorded;
  const isBegun = record === "begun";
  if (day < today) return isBegun ? words().pastBegun : words().pastUnrecorded;
  const name = dayNameInWords(day, today);
  if (!isBegun) return name;
  return name === null ? words().recordNotSigned : `${name}, ${words().begun}`;
}

/** The same in a cell, of a year that is said beside it: "Today", "May 12", "May 5, past", "May 5, recorded". */
export function whenInShort({ day, record }: WhenView, today: string): string {
  const date = dayOfMonthInWords(day);
  if (record === "signed") return words().shortly.recorded(date);
  return day < today ? words().shortly.past(date) : (dayNameInWords(day, today) ?? date);
}
