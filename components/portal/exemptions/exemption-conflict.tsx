"use client";

import type { RefusedEdit } from "@/components/portal/edits/queue";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ExemptionQuestion } from "@/lib/domain/portal-views/exemptions";
import type { ExemptionState } from "@/lib/domain/portal-views/field-year";
import styles from "./exemption-conflict.module.css";

interface Props {
  questions: readonly ExemptionQuestion[];
  saved: ExemptionState;
  refused: RefusedEdit | undefined;
  reason: { code: string; message: string };
  answer: (reasons: string[]) => void;
  dismiss: () => void;
}

/** An answer that was not taken: what is saved now, what was wanted, and the choice between them. */
export function ExemptionConflict({ questions, saved, refused, reason, answer, dismiss }: Props) {
  if (refused?.body.kind !== "exemption") return null;
  const wanted = refused.body.reasons;
  const canInsist = reason.code === "CHANGED";
  const inWords = (reasons: readonly string[]): string =>
    reasons.map((code) => questions.find((question) => question.code === code)?.label ?? code).join(", ") ||
    "None apply";
  return (
    <Notice tone="warn" title="Your answer was not saved" isLive>
      <p>{reason.message}</p>
      <p>
        Saved now:{" "}
        {saved.answer === "unanswered" ? "not answered" : inWords(saved.answer === "exempt" ? saved.reasons : [])}.
        Yours: {inWords(wanted)}.
      </p>
      <div className={styles.choices}>
        {canInsist ? (
          <Button kind="primary" onClick={() => answer(wanted)}>
            Save mine
          </Button>
        ) : null}
        <Button onClick={dismiss}>{canInsist ? "Keep what is saved" : "Let it go"}</Button>
      </div>
    </Notice>
  );
}
