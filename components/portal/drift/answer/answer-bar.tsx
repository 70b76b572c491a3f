"use client";

import type { Preview } from "@/components/portal/drift/conditions/use-preview";
import { directionInWords } from "@/components/portal/drift/conditions/wind-dial";
import { Icon } from "@/components/ui/icon";
import { StatusBadge } from "@/components/ui/status-badge";
import type { DriftAnswerView } from "@/lib/views/portal/drift";
import styles from "./answer-bar.module.css";

interface Props {
  answer: DriftAnswerView | null;
  preview: Preview;
  /** Why nothing can be asked: the wind is not set, or something that is set is wrong. Null: it can. */
  missing: "wind" | "fault" | null;
  isOnline: boolean;
  /** The page can ask; until then, and without JavaScript, it shows what is on record. */
  isRunning: boolean;
}

/** The answer in two lines, in sight while the dial is turned. Read out when it comes to rest. */
export function AnswerBar(props: Props) {
  const { answer, isOnline } = props;
  const note = noteOf(props);
  return (
    <div className={styles.bar} data-drift-state={stateOf(props)}>
      {answer === null ? null : (
        <div className={note === null ? styles.answer : styles.earlier}>
          <div className={styles.head}>
            {note === null ? (
              <StatusBadge standing={answer.standing}>{answer.badge}</StatusBadge>
            ) : (
              <StatusBadge standing="not_applicable">{`Earlier: ${answer.badge}`}</StatusBadge>
            )}
            <span className={styles.wind}>{windOf(answer)}</span>
          </div>
          <p className={styles.headline} role="status">
            {note === null ? `${answer.headline}. ` : ""}
            <span className={note === null ? undefined : styles.quiet}>
              {note === null ? answer.area : `${answer.headline}. ${answer.area}`}
            </span>
          </p>
        </div>
      )}
      <p className={stateOf(props) === "updating" && answer !== null ? styles.passing : styles.note} role="status">
        {note === null ? null : (
          <>
            <Icon name={isOnline ? "clock" : "offline"} /> {note}
          </>
        )}
      </p>
    </div>
  );
}

const windOf = ({ weather: { windDirectionDeg, windSpeedMph }, isSaved }: DriftAnswerView): string => {
  const wind = windSpeedMph === 0 ? "Calm air" : `Wind ${directionInWords(windDirectionDeg)}, ${windSpeedMph} mph`;
  return isSaved ? `${wind} (as saved)` : wind;
};

const MISSING = {
  wind: "Set where the wind comes from and how strong it is.",
  fault: "Something that is set is not right yet; it is said at its field.",
} as const;

/** Why what is shown is not the answer to what is set; null when it is. */
function noteOf({ answer, preview, missing, isOnline, isRunning }: Props): string | null {
  if (!isOnline) {
    return answer === null
      ? "Offline: buffers are worked out by the server."
      : "Offline: this is the last answer. Buffers are worked out by the server.";
  }
  if (!isRunning) return answer === null ? "No conditions are on record." : null;
  if (missing !== null) return answer === null ? MISSING[missing] : `${MISSING[missing]} This is an earlier answer.`;
  if (preview.problem !== null)
    return answer === null ? preview.problem : `${preview.problem} This is an earlier answer.`;
  if (preview.isCurrent) return null;
  return answer === null ? "Working it out." : "Updating. This is the answer to earlier conditions.";
}

function stateOf({ preview, missing, isOnline, isRunning }: Props): string {
  if (!isRunning) return "on_record";
  if (!isOnline) return "offline";
  if (missing !== null) return "incomplete";
  if (preview.problem !== null) return "failed";
  return preview.isCurrent ? "current" : "updating";
}
