"use client";

import { useIsChanging } from "@/components/portal/edits/changing";
import { useOldWind } from "@/components/portal/use-old-wind";
import { useIsToday } from "@/components/ui/local-time";
import { fieldClockTime, fieldTime } from "@/lib/views/field-time";
import { wordsIn } from "@/lib/views/language";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import { applicationInWords, headlineNow } from "@/lib/views/portal/cab-text";
import styles from "./cab-card.module.css";

const words = wordsIn({
  en: {
    overview: "Overview: ",
    at: " at ",
    setWind: "Set the wind of now",
    ifTurns: "If the wind turns, tap here",
  },
  es: {
    overview: "Resumen: ",
    at: ", ",
    setWind: "Poner el viento de ahora",
    ifTurns: "Si el viento cambia, toque aquí",
  },
});

/** The sentence that answers. A wind of more than an hour ago answers nothing, nor does a card that lacks a change: then it says that. */
export function CabSentence({ card }: { card: CabCardView }) {
  const { reason, leave, rates, onWord, wind, otherDay, driftHref } = card;
  const isOld = useOldWind(wind);
  const isChanging = useIsChanging();
  const { headline, before } = headlineNow(card, { isOld, isChanging });
  return (
    <>
      <p className={styles.about}>
        <span translate="no">{card.fieldName}</span>: {applicationInWords(card)}
      </p>
      {/* An answer, and a wind that has become old, change it while the page stands open. */}
      <div aria-live="polite">
        <h1
          id="standing"
          className={styles.headline}
          data-wind={isOld ? "old" : "fresh"}
          data-outdated={isOld || isChanging}
        >
          <span className="visually-hidden">{words().overview}</span>
          {headline}
        </h1>
      </div>
      {before === "" ? null : <p className={styles.reason}>{before}</p>}
      {rates === null ? null : <p className={styles.reason}>{rates}</p>}
      {wind === null ? null : <Wind {...{ leave, driftHref, isOld }} wind={wind} timeZone={card.timeZone} />}
      {otherDay === null ? null : <p className={styles.reason}>{otherDay}</p>}
      {onWord === null ? null : <p className={styles.reason}>{onWord}</p>}
      {reason === "" ? null : <p className={styles.reason}>{reason}</p>}
    </>
  );
}

interface WindProps extends Pick<CabCardView, "leave" | "driftHref" | "timeZone"> {
  wind: NonNullable<CabCardView["wind"]>;
  isOld: boolean;
}

const Wind = ({ wind: { words: blows, at }, leave, driftHref, isOld, timeZone }: WindProps) => (
  <p className={styles.wind}>
    {leave === null ? null : `${leave}. `}
    {blows}
    {words().at}
    <WindTime {...{ at, timeZone }} />.{" "}
    <a href={driftHref} className={styles.turn}>
      {isOld ? words().setWind : words().ifTurns}
    </a>
  </p>
);

/** The time alone on the same day; with its day on every other, and on paper, which may be read on any. */
function WindTime({ at, timeZone }: { at: string; timeZone: string }) {
  const isToday = useIsToday(at, timeZone, false);
  const whole = fieldTime(at, timeZone);
  if (!isToday) return <time dateTime={at}>{whole}</time>;
  return (
    <time dateTime={at}>
      <span className={styles.onScreen}>{fieldClockTime(at, timeZone)}</span>
      <span className={styles.onPaper}>{whole}</span>
    </time>
  );
}
