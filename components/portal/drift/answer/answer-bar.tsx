"use client";

import { isCalm } from "@/lib/domain/calm-air";
import type { Preview } from "@/components/portal/drift/conditions/use-preview";
import { directionInWords } from "@/components/portal/drift/conditions/wind-dial";
import type { LikelyAnswer } from "@/components/portal/drift/conditions/use-kept-winds";
import { Icon } from "@/components/ui/icon";
import { LocalTime } from "@/components/ui/local-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { formatAcres } from "@/lib/views/figures";
import type { DriftAnswerView } from "@/lib/views/portal/drift";
import styles from "./answer-bar.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    earlier: (badge: string) => `Earlier: ${badge}`,
    whole: { not_met: "Application: not met", indeterminate: "Application: still open" },
    likely: "Likely",
    wind: "Wind",
    noBuffer: "No part of the field is buffer.",
    toLeave: (acres: string, percent: number) => `${acres} to leave, ${percent} % of the field outside the buffer.`,
    kept: "Kept on this device,",
    notForThisWind: "; not checked for this very wind.",
    calm: "Calm air",
    blows: (from: string, mph: number) => `Wind ${from}, ${mph} mph`,
    asSaved: (wind: string) => `${wind} (as saved)`,
    missing: {
      wind: "Set where the wind comes from and how strong it is.",
      fault: "Something that is set is not right yet; it is said at its field.",
    },
    noneOnRecord: "No conditions are on record.",
    thisIsEarlier: (fault: string) => `${fault} This is an earlier answer.`,
    updating: "Updating.",
    updatingEarlier: "Updating. This is the answer to earlier conditions.",
    workingItOut: "Working it out.",
    offlineLikely: "Offline: the server has not worked this out.",
    offlineLast: "Offline: this is the last answer. Buffers are worked out by the server.",
    offline: "Offline: buffers are worked out by the server.",
  },
  es: {
    earlier: (badge) => `Anterior: ${badge}`,
    whole: { not_met: "Aplicación: no cumplida", indeterminate: "Aplicación: por resolver" },
    likely: "Probable",
    wind: "Viento",
    noBuffer: "Ninguna parte del campo es zona de amortiguamiento.",
    toLeave: (acres, percent) =>
      `${acres} que debe dejar sin tratar, el ${percent} % del campo fuera de la zona de amortiguamiento.`,
    kept: "Guardado en este dispositivo,",
    notForThisWind: "; no verificado para este mismo viento.",
    calm: "Aire en calma",
    blows: (from, mph) => `Viento ${from}, ${mph} mph`,
    asSaved: (wind) => `${wind} (guardado)`,
    missing: {
      wind: "Indique de dónde viene el viento y qué tan fuerte es.",
      fault: "Algo de lo indicado todavía no está bien; se dice en su casilla.",
    },
    noneOnRecord: "No hay condiciones en el registro.",
    thisIsEarlier: (fault) => `${fault} Esta es una respuesta anterior.`,
    updating: "Actualizando.",
    updatingEarlier: "Actualizando. Esta es la respuesta a condiciones anteriores.",
    workingItOut: "Calculando.",
    offlineLikely: "Sin conexión: el servidor no ha calculado esto.",
    offlineLast: "Sin conexión: esta es la última respuesta. El servidor calcula las zonas de amortiguamiento.",
    offline: "Sin conexión: el servidor calcula las zonas de amortiguamiento.",
  },
});

interface Props {
  answer: DriftAnswerView | null;
  /** What this device kept for the wind that is set; null: nothing for this speed and set-up. */
  likely: LikelyAnswer | null;
  preview: Preview;
  /** Why nothing can be asked: the wind is not set, or something that is set is wrong. Null: it can. */
  missing: "wind" | "fault" | null;
  /** The wind speed that is set; null while it is none. */
  mph: number | null;
  isOnline: boolean;
  /** The page can ask; until then, and without JavaScript, it shows what is on record. */
  isRunning: boolean;
}

/** The answer in two lines, in sight while the dial is turned. Read out when it comes to rest. */
export function AnswerBar(props: Props) {
  const { answer, likely, mph, isOnline } = props;
  const note = noteOf(props);
  const state = stateOf(props);
  return (
    <div className={styles.bar} data-drift-state={state}>
      {note !== null && likely !== null ? (
        <Likely likely={likely} mph={mph} />
      ) : answer === null ? null : (
        <Answer answer={answer} isEarlier={note !== null} />
      )}
      <p className={state === "updating" && answer !== null ? styles.passing : styles.note} role="status">
        {note === null ? null : (
          <>
            <Icon name={isOnline ? "clock" : "offline"} /> {note}
          </>
        )}
      </p>
    </div>
  );
}

/** An answer to earlier conditions says so first, and in no color. */
const Answer = ({ answer, isEarlier }: { answer: DriftAnswerView; isEarlier: boolean }) => (
  <div className={isEarlier ? styles.earlier : styles.answer}>
    <div className={styles.head}>
      {isEarlier ? (
        <StatusBadge standing="not_applicable">{words().earlier(answer.badge)}</StatusBadge>
      ) : (
        <StatusBadge standing={answer.standing}>{answer.badge}</StatusBadge>
      )}
      {isEarlier ? null : <Whole answer={answer} />}
      <span className={styles.wind}>{windOf(answer)}</span>
    </div>
    <p className={styles.headline} role="status">
      {isEarlier ? "" : `${answer.headline}. `}
      <span className={isEarlier ? styles.quiet : undefined}>
        {isEarlier ? `${answer.headline}. ${answer.area}` : answer.area}
      </span>
    </p>
  </div>
);

/** A buffer that is met is no leave to spray while something else of the application is not. */
function Whole({ answer: { standing, overall } }: { answer: DriftAnswerView }) {
  if (standing !== "met" || (overall.standing !== "not_met" && overall.standing !== "indeterminate")) return null;
  return <StatusBadge standing={overall.standing}>{words().whole[overall.standing]}</StatusBadge>;
}

/** What was kept for the nearest point of the compass: never read out as the answer, and never in its colors. */
const Likely = ({ likely: { point, keptAt, forbids }, mph }: { likely: LikelyAnswer; mph: number | null }) => (
  <div className={styles.earlier} data-likely={point.windDirectionDeg}>
    <div className={styles.head}>
      <StatusBadge standing="not_applicable">{words().likely}</StatusBadge>
      <span className={styles.wind}>
        {mph === null ? words().wind : `${mph} mph`} {directionInWords(point.windDirectionDeg)}
      </span>
    </div>
    <p className={styles.headline}>
      {forbids === null ? "" : `${forbids} `}
      {point.bufferAcres === 0
        ? words().noBuffer
        : words().toLeave(formatAcres(point.bufferAcres), point.treatablePercent)}{" "}
      <span className={styles.quiet}>
        {words().kept} <LocalTime at={keptAt} isTimeOnly />
        {words().notForThisWind}
      </span>
    </p>
  </div>
);

const windOf = ({ weather: { windDirectionDeg, windSpeedMph }, isSaved }: DriftAnswerView): string => {
  const wind = isCalm(windSpeedMph) ? words().calm : words().blows(directionInWords(windDirectionDeg), windSpeedMph);
  return isSaved ? words().asSaved(wind) : wind;
};

/** Why what is shown is not the answer to what is set; null when it is. */
function noteOf(props: Props): string | null {
  const { answer, likely, preview, missing, isOnline, isRunning } = props;
  const hasAnswer = answer !== null;
  if (!isOnline) return offlineNote(hasAnswer, likely !== null);
  if (!isRunning) return hasAnswer ? null : words().noneOnRecord;
  const fault = missing === null ? preview.problem : words().missing[missing];
  if (fault !== null) return hasAnswer ? words().thisIsEarlier(fault) : fault;
  if (preview.isCurrent) return null;
  if (likely !== null) return words().updating;
  return hasAnswer ? words().updatingEarlier : words().workingItOut;
}

function offlineNote(hasAnswer: boolean, isLikely: boolean): string {
  if (isLikely) return words().offlineLikely;
  return hasAnswer ? words().offlineLast : words().offline;
}

function stateOf({ preview, missing, isOnline, isRunning }: Props): string {
  if (!isRunning) return "on_record";
  if (!isOnline) return "offline";
  if (missing !== null) return "incomplete";
  if (preview.problem !== null) return "failed";
  return preview.isCurrent ? "current" : "updating";
}
