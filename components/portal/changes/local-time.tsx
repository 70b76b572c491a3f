"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const DAY: Intl.DateTimeFormatOptions = { year: "numeric", month: "short", day: "numeric" };
const TIME: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };

/** A moment in the reader's own time; until the page runs, and without JavaScript, in UTC. */
export function LocalTime({ at, isTimeOnly = false }: { at: string; isTimeOnly?: boolean }) {
  const isRunning = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const parts = isTimeOnly ? TIME : { ...DAY, ...TIME };
  const text = isRunning
    ? new Date(at).toLocaleString("en-US", parts)
    : `${new Date(at).toLocaleString("en-US", { ...parts, timeZone: "UTC" })} UTC`;
  return <time dateTime={at}>{text}</time>;
}
