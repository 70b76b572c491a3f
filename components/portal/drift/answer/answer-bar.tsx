"use client";

import type { Preview } from "@/components/portal/drift/conditions/use-preview";
import { directionInWords } from "@/components/portal/drift/conditions/wind-dial";
import type { LikelyAnswer } from "@/components/portal/drift/conditions/use-kept-winds";
import { Icon } from "@/components/ui/icon";
import { LocalTime } from "@/components/ui/local-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { formatAcres } from "@/lib/views/figures";
import type { DriftAnswerView } from "@/lib/views/portal/drift";
import styles from "./answer-bar.module.css";

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
        <StatusBadge standing="not_applicable">{`Earlier: ${answer.badge}`}</StatusBadge>
      ) : (
        <StatusBadge standing={answer.standing}>{answer.badge}</StatusBadge>
      )}
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

/** What was kept for the nearest point of the compass: never read out as the answer, and never in its colors. */
const Likely = ({ likely: { point, keptAt, forbids }, mph }: { likely: LikelyAnswer; mph: number | null }) => (
  <div className={styles.earlier} data-likely={point.windDirectionDeg}>
    <div className={styles.head}>
      <StatusBadge standing="not_applicable">Likely</StatusBadge>
      <span className={styles.wind}>
        {mph === null ? "Wind" : `${mph} mph`} {directionInWords(point.windDirectionDeg)}
      </span>
    </div>
    <p className={styles.headline}>
      {forbids === null ? "" : `${forbids} `}
      {point.bufferAcres === 0
        ? "No part of the field is buffer."
        : `${formatAcres(point.bufferAcres)} to leave, ${point.treatablePercent} % of the field outside the buffer.`}{" "}
      <span className={styles.quiet}>
        Kept on this device, <LocalTime at={keptAt} isTimeOnly />; not checked for this very wind.
      </span>
    </p>
  </div>
);

const windOf = ({ weather: { windDirectionDeg, windSpeedMph }, isSaved }: DriftAnswerView): string => {
  const wind = windSpeedMph === 0 ? "Calm air" : `Wind ${directionInWords(windDirectionDeg)}, ${windSpeedMph} mph`;
  return isSaved ? `${wind} (as saved)` : wind;
};

const MISSING = {
  wind: "Set where the wind comes from and how strong it is.",
  fault: "Something that is set is not right yet; it is said at its field.",
} as const;

/** Why what is shown is not the answer to what is set; null when it is. */
function noteOf(props: Props): string | null {
  const { answer, likely, preview, missing, isOnline, isRunning } = props;
  const hasAnswer = answer !== null;
  if (!isOnline) return offlineNote(hasAnswer, likely !== null);
  if (!isRunning) return hasAnswer ? null : "No conditions are on record.";
  const fault = missing === null ? preview.problem : MISSING[missing];
  if (fault !== null) return hasAnswer ? `${fault} This is an earlier answer.` : fault;
  if (preview.isCurrent) return null;
  if (likely !== null) return "Updating.";
  return hasAnswer ? "Updating. This is the answer to earlier conditions." : "Working it out.";
}

function offlineNote(hasAnswer: boolean, isLikely: boolean): string {
  if (isLikely) return "Offline: the server has not worked this out.";
  return hasAnswer
    ? "Offline: this is the last answer. Buffers are worked out by the server."
    : "Offline: buffers are worked out by the server.";
}

function stateOf({ preview, missing, isOnline, isRunning }: Props): string {
  if (!isRunning) return "on_record";
  if (!isOnline) return "offline";
  if (missing !== null) return "incomplete";
  if (preview.problem !== null) return "failed";
  return preview.isCurrent ? "current" : "updating";
}
