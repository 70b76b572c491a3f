import { daysAfter, firstDayToCome } from "@/lib/domain/calendar";
import type { RecordState } from "@/lib/domain/record-terms";
import { timeZoneAt } from "@/lib/usecases/fields/field-zone";
import type { RecordStates } from "@/lib/usecases/portal/read-group";
import { dayOfClock } from "@/lib/views/field-time";
import { wordsIn } from "@/lib/views/language";
import type { DayKind, DaySection, TodayView, WhenView } from "@/lib/views/portal/group-days";
import { counted } from "@/lib/views/words";

/** Days after today that are named as the next ones. */
const NEXT_DAYS = 7;

/**
 * Today by the clock of a field, whose place stands for all of its group. Without a place it is the earliest day that is not over
 * everywhere, so that nothing of today is named past.
 */
export function todayAt(now: Date, place: readonly [lon: number, lat: number] | null): TodayView {
  if (place === null) return { day: firstDayToCome(now), zone: null };
  const zone = timeZoneAt(place);
  return { day: dayOfClock(now, zone), zone };
}

/** What of an application its day is judged by. */
export interface Dated {
  applicationEventId: string;
  applicationDate: string;
}

/** When an application is, and how far its record is. A signed record is the end of it, whatever its day. */
export function whenOf({ applicationEventId, applicationDate }: Dated, records: RecordStates): WhenView {
  return { day: applicationDate, record: records[applicationEventId] ?? null };
}

export function dayKindOf({ day, record }: { day: string; record: RecordState | null }, today: string): DayKind {
  if (record === "signed") return "recorded";
  if (day < today) return "past";
  if (day === today) return "today";
  return day <= daysAfter(today, NEXT_DAYS) ? "next" : "later";
}

/** What is still to come first and soonest, then what is past without a record and what is recorded, the latest first. */
export function bySoonest(today: string): (a: WhenView, b: WhenView) => number {
  const rankOf = ({ day, record }: WhenView): number => (record === "signed" ? 2 : day < today ? 1 : 0);
  return (a, b) => {
    const rank = rankOf(a);
    if (rank !== rankOf(b)) return rank - rankOf(b);
    const later = a.day === b.day ? 0 : a.day < b.day ? -1 : 1;
    return rank === 0 ? later : -later;
  };
}

const words = wordsIn({
  en: {
    fields: (count: number) => counted(count, "field"),
    all: (fields: number) => `All days: ${fields}`,
    next: (fields: number) => `Next ${NEXT_DAYS} days: ${fields}`,
    later: (fields: number) => `Later: ${fields}`,
    past: (fields: number) => `Past, no record: ${fields}`,
    recorded: (fields: number) => `Recorded: ${fields}`,
  },
  es: {
    fields: (count) => counted(count, "campo"),
    all: (fields) => `Todos los días: ${fields}`,
    next: (fields) => `Próx. ${NEXT_DAYS} días: ${fields}`,
    later: (fields) => `Después: ${fields}`,
    past: (fields) => `Sin registro: ${fields}`,
    recorded: (fields) => `Registradas: ${fields}`,
  },
});

/** "Recorded: 3". Today is named by the device, which may keep the page overnight: for it the count stands alone. */
export const daysInWords = (kind: DayKind | "all", fields: number): string =>
  kind === "today" ? String(fields) : words()[kind](fields);

/** The heading that an application stands under in a list that is in the order of its days. */
function sectionOf(when: WhenView, today: string): Omit<DaySection, "count"> {
  const kind = dayKindOf(when, today);
  return kind === "past" || kind === "recorded" ? { kind, day: null } : { kind: "day", day: when.day };
}

/** The section of each field of a list, with how many fields it has in all. */
export function sectionsOf(listed: readonly WhenView[], today: string): DaySection[] {
  const sections = listed.map((when) => sectionOf(when, today));
  const keyOf = ({ kind, day }: Omit<DaySection, "count">): string => day ?? kind;
  const counts = new Map<string, number>();
  for (const section of sections) counts.set(keyOf(section), (counts.get(keyOf(section)) ?? 0) + 1);
  return sections.map((section) => ({ ...section, count: words().fields(counts.get(keyOf(section)) ?? 0) }));
}
