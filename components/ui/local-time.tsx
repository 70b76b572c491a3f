"use client";

import { useSyncExternalStore } from "react";
import { everyMinute } from "@/components/ui/every-minute";
import { useFieldZone } from "@/components/ui/field-clock";
import { fieldClockTime, fieldTime, isSameDay, plainClock } from "@/lib/views/field-time";
import { currentLanguage, LOCALES, type Language } from "@/lib/views/language";

const never = () => () => undefined;
const TIME: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
const DAY_AND_TIME: Intl.DateTimeFormatOptions = { year: "numeric", month: "short", day: "numeric", ...TIME };
const formatsIn = (language: Language, parts: Intl.DateTimeFormatOptions) => ({
  own: new Intl.DateTimeFormat(LOCALES[language], parts),
  utc: new Intl.DateTimeFormat(LOCALES[language], { ...parts, timeZone: "UTC" }),
});
const formatsOf = (language: Language) => ({
  time: formatsIn(language, TIME),
  zoned: formatsIn(language, { ...DAY_AND_TIME, timeZoneName: "short" }),
});
const FORMATS = { en: formatsOf("en"), es: formatsOf("es") };

interface Moment {
  at: string;
}

function useIsRunning(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Whether a moment is of today still: a page may stand open, or be kept on a device, for days. `zone` null: the reader's own. */
export const useIsToday = (at: string, zone: string | null, untilRunning: boolean): boolean =>
  useSyncExternalStore(
    everyMinute,
    () => isSameDay(at, new Date().toISOString(), zone),
    () => untilRunning,
  );

/**
 * A moment by the clock of the field that the page is about. Elsewhere by the reader's own, which is named: what is printed or passed
 * on is read by other clocks. `isTimeOnly`: without its day and zone as long as it is today's.
 */
export const LocalTime = ({ at, isTimeOnly = false }: Moment & { isTimeOnly?: boolean }) =>
  isTimeOnly ? <TimeOfToday at={at} /> : <Told at={at} isShort={false} />;

const TimeOfToday = ({ at }: Moment) => <Told at={at} isShort={useIsToday(at, useFieldZone(), true)} />;

function Told({ at, isShort }: Moment & { isShort: boolean }) {
  const isRunning = useIsRunning();
  const zone = useFieldZone();
  if (zone !== null) return <time dateTime={at}>{(isShort ? fieldClockTime : fieldTime)(at, zone)}</time>;
  if (!isShort) return <ZonedTime at={at} />;
  const { own, utc } = FORMATS[currentLanguage()].time;
  const text = plainClock(isRunning ? own.format(new Date(at)) : `${utc.format(new Date(at))} UTC`);
  return <time dateTime={at}>{text}</time>;
}

/**
 * A moment by the reader's own clock with the name of its zone; until the page runs, and without JavaScript, in UTC. Who operates the
 * service compares times with logs and with other people's.
 */
export function ZonedTime({ at }: Moment) {
  const { own, utc } = FORMATS[currentLanguage()].zoned;
  return <time dateTime={at}>{plainClock((useIsRunning() ? own : utc).format(new Date(at)))}</time>;
}
