"use client";

import { isCalm } from "@/lib/domain/calm-air";
import type { MomentBody } from "@/lib/portal-client/moment";
import type { Preview } from "@/components/portal/drift/conditions/use-preview";
import { directionInWords } from "@/components/portal/drift/conditions/wind-dial";
import type { LikelyAnswer } from "@/components/portal/drift/conditions/use-kept-winds";
import { Icon } from "@/components/ui/icon";
import { LocalTime } from "@/components/ui/local-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { formatAcres } from "@/lib/views/figures";
import type { DriftAnswerView } from "@/lib/views/portal/drift";
import styles from "./answer-bar.module.css";
import type { BarWords } from "@/lib/views/portal/drift-bar-words";

interface Props {
  text: BarWords;
  answer: DriftAnswerView | null;
  /** What this device kept for the wind that is set; null: nothing for this speed and set-up. */
  likely: LikelyAnswer | null;
  preview: Preview;
  /** Why nothing can be asked: the wind is not set, or something that is set is wrong. Null: it can. */
  missing: "wind" | "fault" | null;
  /** The conditions that are set; null while something is missing or wrong. */
  body: MomentBody | null;
  isOnline: boolean;
  /** The page can ask; until then, and without JavaScript, it shows what is on record. */
  isRunning: boolean;
}

/** The answer in two lines, in sight while the dial is turned. Read out when it comes to rest. */
export function AnswerBar(props: Props) {
  const { text, answer, likely, body, isOnline } = props;
  const note = noteOf(props);
  const state = stateOf(props);
  return (
    <div className={styles.bar} data-drift-state={state}>
      {note !== null && likely !== null && body !== null ? (
        <Likely {...{ text, likely, body }} overall={answer?.overall} />
      ) : answer === null ? null : (
        <Answer {...{ text, answer }} isEarlier={note !== null} />
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
const Answer = ({ text, answer, isEarlier }: { text: BarWords; answer: DriftAnswerView; isEarlier: boolean }) => (
  <div className={isEarlier ? styles.earlier : styles.answer}>
    <div className={styles.head}>
      {isEarlier ? <StatusBadge standing="not_applicable">{`${text.earlier} ${answer.badge}`}</StatusBadge> : null}
      <span className={styles.told} role="status">
        {isEarlier ? null : (
          <>
            <StatusBadge standing={answer.standing}>{answer.badge}</StatusBadge>
            {answer.standing === "met" ? <Whole text={text} overall={answer.overall} /> : null}
          </>
        )}
      </span>
      <span className={styles.wind}>{windOf(text, answer)}</span>
    </div>
    <p className={styles.headline}>
      {/* Empty while the answer is of earlier: it would be read out as if it were new. */}
      <span role="status">{isEarlier ? "" : `${answer.headline}. ${answer.area}`}</span>
      <span className={styles.quiet}>{isEarlier ? `${answer.headline}. ${answer.area}` : ""}</span>
    </p>
  </div>
);

/** A buffer that is met is no leave to spray while something else of the application is not. */
function Whole({ text, overall }: { text: BarWords; overall: DriftAnswerView["overall"] | undefined }) {
  const standing = overall?.standing;
  if (standing !== "not_met" && standing !== "indeterminate") return null;
  return <StatusBadge standing={standing}>{text.whole[standing]}</StatusBadge>;
}

interface LikelyProps {
  text: BarWords;
  likely: LikelyAnswer;
  body: MomentBody;
  /** Of the last answer, if there is one: what is likely for the buffer is no leave to spray either. */
  overall: DriftAnswerView["overall"] | undefined;
}

/** What was kept for the winds on either side of this one: never read out as the answer, and never in its colors. */
const Likely = ({ text, likely: { ground, keptAt, forbids }, body, overall }: LikelyProps) => (
  <div className={styles.earlier} data-likely>
    <div className={styles.head}>
      <StatusBadge standing="not_applicable">{text.likely}</StatusBadge>
      <Whole {...{ text, overall }} />
      <span className={styles.wind}>
        {body.wind_speed_mph} mph {directionInWords(body.wind_direction_deg)}
      </span>
    </div>
    <p className={styles.headline}>
      {forbids === null ? "" : `${forbids} `}
      {ground.bufferAcres === 0 ? text.noBuffer : toLeave(ground, text)}{" "}
      <span className={styles.quiet}>
        {text.kept} <LocalTime at={keptAt} isTimeOnly />.
      </span>
    </p>
  </div>
);

function toLeave({ isExact, bufferAcres, treatablePercent }: LikelyAnswer["ground"], text: BarWords): string {
  const [before, between, after] = isExact ? text.toLeave : text.leastToLeave;
  return `${before}${formatAcres(bufferAcres)}${between}${treatablePercent}${after}`;
}

const windOf = (text: BarWords, { weather: { windDirectionDeg, windSpeedMph }, isSaved }: DriftAnswerView): string => {
  const wind = isCalm(windSpeedMph)
    ? text.calm
    : `${text.wind} ${directionInWords(windDirectionDeg)}, ${windSpeedMph} mph`;
  return isSaved ? `${wind} ${text.asSaved}` : wind;
};

/** Why what is shown is not the answer to what is set; null when it is. */
function noteOf(props: Props): string | null {
  const { text, answer, likely, preview, missing, isOnline, isRunning } = props;
  const hasAnswer = answer !== null;
  if (!isOnline) return offlineNote(text, hasAnswer, likely !== null);
  if (!isRunning) return hasAnswer ? null : text.noneOnRecord;
  const fault = missing === null ? preview.problem : text.missing[missing];
  if (fault !== null && likely !== null) return `${fault} ${text.notThisWind}`;
  if (fault !== null) return hasAnswer ? `${fault} ${text.thisIsEarlier}` : fault;
  if (preview.isCurrent) return null;
  if (likely !== null) return text.updating;
  return hasAnswer ? text.updatingEarlier : text.workingItOut;
}

function offlineNote(text: BarWords, hasAnswer: boolean, isLikely: boolean): string {
  if (isLikely) return text.offlineLikely;
  return hasAnswer ? text.offlineLast : text.offline;
}

function stateOf({ preview, missing, isOnline, isRunning }: Props): string {
  if (!isRunning) return "on_record";
  if (!isOnline) return "offline";
  if (missing !== null) return "incomplete";
  if (preview.problem !== null) return "failed";
  return preview.isCurrent ? "current" : "updating";
}
