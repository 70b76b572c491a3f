/** The UTC day of a moment, `YYYY-MM-DD`. */
export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);

const HALF_DAY_MS = 43_200_000;

/**
 * The earliest day that it still is somewhere at a moment, twelve hours west of Greenwich. What is planned for it is still to come: by
 * the UTC day it would be over in the middle of the afternoon on the Pacific coast.
 */
export const earliestDay = (moment: Date): string => utcDay(new Date(moment.getTime() - HALF_DAY_MS));

/** The same moment a year later, which is when a portal that opens now closes. */
export function oneYearAfter(moment: Date): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  return later;
}

const DAY_MS = 86_400_000;

/** The day so many days after another one, both `YYYY-MM-DD`. */
export const daysAfter = (day: string, days: number): string =>
  utcDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));

export const dayBefore = (day: string): string => daysAfter(day, -1);

/** The last moment of a UTC day, `YYYY-MM-DD`; null where the text is no day of the calendar. */
export function endOfDay(day: string): Date | null {
  const end = new Date(`${day}T23:59:59.999Z`);
  return Number.isNaN(end.getTime()) || utcDay(end) !== day ? null : end;
}
