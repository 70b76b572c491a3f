"use client";

import { useSyncExternalStore } from "react";
import { LocalTime } from "@/components/ui/local-time";
import { wordsIn } from "@/lib/views/language";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import styles from "./cab-card.module.css";

const words = wordsIn({
  en: {
    overview: "Overview: ",
    measureAgain: "Measure the wind again: this answer is for an earlier one",
    before: (headline: string) => `Before: ${headline}.`,
    at: " at ",
    setWind: "Set the wind of now",
    ifTurns: "If the wind turns, tap here",
  },
  es: {
    overview: "Resumen: ",
    measureAgain: "Mida el viento de nuevo: esta respuesta es para un viento anterior",
    before: (headline) => `Antes: ${headline}.`,
    at: ", ",
    setWind: "Poner el viento de ahora",
    ifTurns: "Si el viento cambia, toque aquí",
  },
});

const MINUTE_MS = 60_000;
/** Wind turns within an hour often enough that a buffer for the last one is no answer any more. */
const FRESH_MS = 60 * MINUTE_MS;

const everyMinute = (changed: () => void): (() => void) => {
  const timer = setInterval(changed, MINUTE_MS);
  return () => clearInterval(timer);
};

/** The sentence that answers. A wind of more than an hour ago answers nothing: then that is what it says. */
export function CabSentence({ card }: { card: CabCardView }) {
  const { kind, headline, reason, leave, wind, otherDay, driftHref } = card;
  const isOld = useSyncExternalStore(
    everyMinute,
    () => wind !== null && Date.now() - Date.parse(wind.at) > FRESH_MS,
    () => false,
  );
  const isAnswerOld = isOld && kind === "done";
  return (
    <>
      <h1 id="standing" className={styles.headline} data-wind={isOld ? "old" : "fresh"}>
        <span className="visually-hidden">{words().overview}</span>
        {isAnswerOld ? words().measureAgain : headline}
      </h1>
      {isAnswerOld ? <p className={styles.reason}>{words().before(headline)}</p> : null}
      {wind === null ? null : <Wind {...{ leave, driftHref, isOld }} wind={wind} />}
      {otherDay === null ? null : <p className={styles.reason}>{otherDay}</p>}
      {reason === "" ? null : <p className={styles.reason}>{reason}</p>}
    </>
  );
}

interface WindProps extends Pick<CabCardView, "leave" | "driftHref"> {
  wind: NonNullable<CabCardView["wind"]>;
  isOld: boolean;
}

const Wind = ({ wind: { words: blows, at }, leave, driftHref, isOld }: WindProps) => (
  <p className={styles.wind}>
    {leave === null ? null : `${leave}. `}
    {blows}
    {words().at}
    <WindTime at={at} />.{" "}
    <a href={driftHref} className={styles.turn}>
      {isOld ? words().setWind : words().ifTurns}
    </a>
  </p>
);

const never = () => () => undefined;

/** The time alone on the same day; with its day on every other. */
function WindTime({ at }: { at: string }) {
  const isToday = useSyncExternalStore(
    never,
    () => new Date(at).toDateString() === new Date().toDateString(),
    () => false,
  );
  return <LocalTime at={at} isTimeOnly={isToday} />;
}
