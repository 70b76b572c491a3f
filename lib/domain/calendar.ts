/** The UTC day of a moment, `YYYY-MM-DD`. */
export const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The same moment a year later, which is when a portal that opens now closes. */
export function oneYearAfter(moment: Date): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  return later;
}
