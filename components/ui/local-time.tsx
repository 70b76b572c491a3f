"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const TIME: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
const DAY_AND_TIME: Intl.DateTimeFormatOptions = { year: "numeric", month: "short", day: "numeric", ...TIME };
const formatsOf = (parts: Intl.DateTimeFormatOptions) => ({
  own: new Intl.DateTimeFormat("en-US", parts),
  utc: new Intl.DateTimeFormat("en-US", { ...parts, timeZone: "UTC" }),
});
const FORMATS = { time: formatsOf(TIME), dayAndTime: formatsOf(DAY_AND_TIME) };

/** A moment in the reader's own time; until the page runs, and without JavaScript, in UTC. */
export function LocalTime({ at, isTimeOnly = false }: { at: string; isTimeOnly?: boolean }) {
  const isRunning = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const { own, utc } = FORMATS[isTimeOnly ? "time" : "dayAndTime"];
  const text = isRunning ? own.format(new Date(at)) : `${utc.format(new Date(at))} UTC`;
  return <time dateTime={at}>{text}</time>;
}
