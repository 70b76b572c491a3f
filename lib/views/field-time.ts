import { utcDay } from "@/lib/domain/calendar";
import { zoneOffsetMs } from "@/lib/domain/zone-clock";
import { currentLanguage, LOCALES } from "@/lib/views/language";

const TIME: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit", timeZoneName: "short" };
const MINUTE_MS = 60_000;
const DAY: Intl.DateTimeFormatOptions = { year: "numeric", month: "short", day: "numeric" };

/** "5:11 pm": a server's and a browser's own spaces differ, and the points of "p. m." would end the sentence around it. */
export const plainClock = (text: string): string => text.replaceAll(/\s/gu, " ").replace(/([ap])\. ?m\./, "$1m");

/** Making a format takes longer than using it. */
function textsIn(parts: Intl.DateTimeFormatOptions): (at: Date | string) => string {
  const format = new Intl.DateTimeFormat(LOCALES[currentLanguage()], parts);
  return (at) => plainClock(format.format(typeof at === "string" ? new Date(at) : at));
}

const textOf = (at: string, parts: Intl.DateTimeFormatOptions): string => textsIn(parts)(at);

/** Moments by the clock of a field, with its zone: "Jun 15, 2026, 9:05 AM CDT". */
export const fieldTimes = (timeZone: string): ((at: Date | string) => string) => textsIn({ ...DAY, ...TIME, timeZone });

/** One of them. */
export const fieldTime = (at: string, timeZone: string): string => fieldTimes(timeZone)(at);

/** The same without its day: "9:05 AM CDT". */
export const fieldClockTime = (at: string, timeZone: string): string => textOf(at, { ...TIME, timeZone });

/** Whether two moments are of one day where the field is; `timeZone` null: where the reader is. */
export const isSameDay = (one: string, other: string, timeZone: string | null): boolean => {
  const parts = timeZone === null ? DAY : { ...DAY, timeZone };
  return textOf(one, parts) === textOf(other, parts);
};

/** The day of a moment, `YYYY-MM-DD`, where a field is; `timeZone` null: where the reader is. */
export function dayOfClock(moment: Date, timeZone: string | null): string {
  const offset = timeZone === null ? -moment.getTimezoneOffset() * MINUTE_MS : zoneOffsetMs(moment.getTime(), timeZone);
  return utcDay(new Date(moment.getTime() + offset));
}

/** What a zone's clock is called at a moment: "CDT". */
export const zoneName = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALES[currentLanguage()], { timeZone, timeZoneName: "short" })
    .formatToParts(new Date(at))
    .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;

/** A moment as a field's clock tells it, with its offset from UTC: "2026-06-15T09:05:00-05:00". */
export function fieldIso(moment: Date, timeZone: string): string {
  const offset = zoneOffsetMs(moment.getTime(), timeZone);
  const pad = (value: number): string => String(value).padStart(2, "0");
  const minutes = Math.abs(offset) / MINUTE_MS;
  const zone = `${offset < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
  return new Date(moment.getTime() + offset).toISOString().slice(0, 19) + zone;
}

/** The moment at which a field's clock tells "2026-06-15T09:05"; null: that is no time. */
export function momentOfClock(clock: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${clock}Z`);
  if (Number.isNaN(asUtc)) return null;
  // The offset of the clock's own moment, which the first guess is hours away from.
  const guess = asUtc - zoneOffsetMs(asUtc, timeZone);
  return new Date(asUtc - zoneOffsetMs(guess, timeZone));
}
