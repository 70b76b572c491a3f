import { utcDay } from "@/lib/domain/calendar";
import { zoneOffsetMs } from "@/lib/domain/zone-clock";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What a time says of its own clock, ms ahead of UTC: `Z` is UTC itself. */
function sentOffsetMs(readAt: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})$/.exec(readAt) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
}

/**
 * The day at the field of a moment, by the offset that a reading was sent with. An offset that no clock there has, as `Z`
 * or that of an office far away, is taken for the field's own: evening there is the next day in UTC. The zone of a field near a
 * line between zones is known to the hour, so an hour beside it is believed.
 *
 * Units: ms since 1970. Missing data: without a zone the offset that was sent stands. Throws: never.
 */
export function dayAtField(momentMs: number, readAt: string, timeZone: string | null): string {
  const sent = sentOffsetMs(readAt);
  const own = timeZone === null ? sent : zoneOffsetMs(momentMs, timeZone);
  return utcDay(new Date(momentMs + (Math.abs(sent - own) <= HOUR_MS ? sent : own)));
}

/** The day at the field of a reading. */
export const dayOfReading = ({ readAt }: { readAt: string }, timeZone: string | null): string =>
  dayAtField(Date.parse(readAt), readAt, timeZone);
