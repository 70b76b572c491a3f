import { currentLanguage, LOCALES } from "@/lib/views/language";

const TIME: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit", timeZoneName: "short" };
const DAY: Intl.DateTimeFormatOptions = { year: "numeric", month: "short", day: "numeric" };

const textOf = (at: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(LOCALES[currentLanguage()], parts)
    .format(new Date(at))
    // A server's and a browser's own spaces differ, and the points of "p. m." would end the sentence around it.
    .replaceAll(/\s/gu, " ")
    .replace(/([ap])\. ?m\./, "$1m");

/** A moment by the clock of a field, with its zone: "Jun 15, 2026, 9:05 AM CDT". */
export const fieldTime = (at: string, timeZone: string): string => textOf(at, { ...DAY, ...TIME, timeZone });

/** The same without its day: "9:05 AM CDT". */
export const fieldClockTime = (at: string, timeZone: string): string => textOf(at, { ...TIME, timeZone });

/** The day of a moment where the field is. */
export const fieldDay = (at: string, timeZone: string): string => textOf(at, { ...DAY, timeZone });
