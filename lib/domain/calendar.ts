/** The UTC day of a moment, `YYYY-MM-DD`. */
export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The same moment a year later, which is when a portal that opens now closes. */
export function oneYearAfter(moment: Date): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  return later;
}

/** American Samoa's distance from UTC: no place of the United States where people live keeps its days longer. */
const LAST_PLACE_MS = 11 * 3_600_000;

/**
 * The earliest day that is not over everywhere in the United States, `YYYY-MM-DD`. A UTC day ends in the afternoon or evening there, at the
 * hours at which much is sprayed: what is dated that day is still to come.
 */
export const firstDayToCome = (moment: Date): string => utcDay(new Date(moment.getTime() - LAST_PLACE_MS));

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
