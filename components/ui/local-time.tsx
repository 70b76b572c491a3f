"use client";

import { useSyncExternalStore } from "react";
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
  dayAndTime: formatsIn(language, DAY_AND_TIME),
});
const FORMATS = { en: formatsOf("en"), es: formatsOf("es") };

/** "5:11 pm": the points of Spanish "p. m." would end the sentence around it, or stand twice at its end. */
const withoutPoints = (text: string): string => text.replace(/([ap])\.\s?m\./, "$1m");

/** A moment in the reader's own time; until the page runs, and without JavaScript, in UTC. */
export function LocalTime({ at, isTimeOnly = false }: { at: string; isTimeOnly?: boolean }) {
  const isRunning = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const { own, utc } = FORMATS[currentLanguage()][isTimeOnly ? "time" : "dayAndTime"];
  const text = withoutPoints(isRunning ? own.format(new Date(at)) : `${utc.format(new Date(at))} UTC`);
  return <time dateTime={at}>{text}</time>;
}
