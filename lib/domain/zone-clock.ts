/** How far a zone's clock is ahead of UTC at a moment, ms. `timeZone`: its IANA name; another throws RangeError. */
export function zoneOffsetMs(momentMs: number, timeZone: string): number {
  // In parts, since a browser that lacks a language writes its own in that one's place.
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const part = new Map(format.formatToParts(momentMs).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes): number => part.get(type) ?? 0;
  const clock = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return clock - Math.floor(momentMs / 1000) * 1000;
}
