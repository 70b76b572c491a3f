/** What a page tells of when a wind was read. Its clocks are those of a phone, which may be off by hours. */
export interface ToldTimes {
  /** As its reader told it, or as it is on record. */
  observedAt?: Date | undefined;
  /** When it was noted, by the server's clock as far as the page knew it, else by the device's. */
  notedAt?: Date | undefined;
  /** How long before it was sent that was, milliseconds, by the device's own clock: right on one that is off, and not set since. */
  notedMsAgo?: number | undefined;
  /** When it was set on the page, or said to be measured there, by the clock of `notedAt`. */
  windSetAt?: Date | undefined;
}

/** What a reader tells is in minutes, and by another clock than the server's. */
const SLACK_MS = 120_000;

/**
 * When a wind was read: as its reader told it, else when it was set on the page. It was noted at the earlier of the moments that the page
 * tells in two ways, and never later than now; it was set as long before as one clock says. So no clock makes a reading newer than its
 * note. Null: its reader tells a time after the note, and is wrong.
 */
export function readingTime({ observedAt, notedAt, notedMsAgo = 0, windSetAt }: ToldTimes, now: Date): Date | null {
  const latestMs = now.getTime() - Math.max(0, notedMsAgo);
  if (observedAt !== undefined) return observedAt.getTime() > latestMs + SLACK_MS ? null : observedAt;
  const told = (notedAt ?? now).getTime();
  const before = Math.max(0, told - (windSetAt?.getTime() ?? told));
  return new Date(Math.min(told, latestMs) - before);
}
