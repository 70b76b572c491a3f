"use client";

import { NotSaved } from "@/components/portal/edits/not-saved";
import type { RefusedEdit } from "@/lib/portal-client/queue";
import type { ExemptionQuestion } from "@/lib/views/portal/exemptions";
import type { ExemptionState } from "@/lib/views/portal/field-year";

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
  const inWords = (reasons: readonly string[]): string =>
    reasons.map((code) => questions.find((question) => question.code === code)?.label ?? code).join(", ") ||
    "None apply";
  return (
    <NotSaved
      title="Your answer was not saved"
      reason={reason}
      insist={reason.code === "CHANGED" ? () => answer(wanted) : null}
      dismiss={dismiss}
    >
      <p>
        Saved now:{" "}
        {saved.answer === "unanswered" ? "not answered" : inWords(saved.answer === "exempt" ? saved.reasons : [])}.
        Yours: {inWords(wanted)}.
      </p>
    </NotSaved>
  );
}
