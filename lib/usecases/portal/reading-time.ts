import { MOST_MS_AGO } from "@/lib/domain/portal-edit";

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
 * tells in two ways, and never later than now; it was set as long before as one clock says. So no clock that is off makes a reading newer
 * than its note; one that is set back meanwhile does, where `notedAt` is by it too.
 *
 * Null: its reader tells a time after the note by both ways, and is wrong. After it by one way alone may be right: the device's clock may
 * have been set forward while the note waited. A note of later than now is of a clock that is ahead, and does not count.
 */
export function readingTime({ observedAt, notedAt, notedMsAgo = 0, windSetAt }: ToldTimes, now: Date): Date | null {
  const nowMs = now.getTime();
  const latestMs = nowMs - Math.max(0, notedMsAgo);
  const toldMs = (notedAt ?? now).getTime();
  if (observedAt !== undefined) {
    const lastMs =
      notedAt === undefined || toldMs > nowMs + SLACK_MS ? latestMs : Math.max(Math.min(toldMs, nowMs), latestMs);
    return observedAt.getTime() > lastMs + SLACK_MS ? null : observedAt;
  }
  const beforeMs = Math.max(0, toldMs - (windSetAt?.getTime() ?? toldMs));
  // What a page dates itself is no older: of a clock that begins at year 1, say, and was set since.
  return new Date(Math.max(nowMs - MOST_MS_AGO, Math.min(toldMs, latestMs) - beforeMs));
}
