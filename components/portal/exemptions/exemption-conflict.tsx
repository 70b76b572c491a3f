"use client";

import { NotSaved } from "@/components/portal/edits/not-saved";
import type { RefusedEdit } from "@/lib/portal-client/queue";
import { withTreatedAcres } from "@/lib/views/treated-acres";
import { wordsIn } from "@/lib/views/language";
import type { ExemptionQuestion } from "@/lib/views/portal/exemptions";
import type { ExemptionState } from "@/lib/views/portal/field-year";

const words = wordsIn({
  en: {
    title: "Your answer was not saved",
    noneApply: "None apply",
    unanswered: "not answered",
    both: (saved: string, yours: string) => `Saved now: ${saved}. Yours: ${yours}.`,
  },
  es: {
    title: "Su respuesta no se guardó",
    noneApply: "Ninguna corresponde",
    unanswered: "sin respuesta",
    both: (saved, yours) => `Guardado ahora: ${saved}. Lo suyo: ${yours}.`,
  },
});

interface Props {
  questions: readonly ExemptionQuestion[];
  saved: ExemptionState;
  refused: RefusedEdit | undefined;
  reason: { code: string; message: string };
  answer: (reasons: string[], treatedAcres: number | null) => void;
  dismiss: () => void;
}

/** An answer that was not taken: what is saved now, what was wanted, and the choice between them. */
export function ExemptionConflict({ questions, saved, refused, reason, answer, dismiss }: Props) {
  if (refused?.body.kind !== "exemption") return null;
  const { reasons: wanted, treatedAcres } = refused.body;
  const inWords = (reasons: readonly string[], acres: number | null): string =>
    reasons
      .map((code) => {
        const question = questions.find((each) => each.code === code);
        return withTreatedAcres(question?.label ?? code, question?.acresBelow == null ? null : acres);
      })
      .join(", ") || words().noneApply;
  return (
    <NotSaved
      title={words().title}
      reason={reason}
      insist={reason.code === "CHANGED" ? () => answer(wanted, treatedAcres) : null}
      dismiss={dismiss}
    >
      <p>
        {words().both(
          saved.answer === "unanswered"
            ? words().unanswered
            : inWords(saved.answer === "exempt" ? saved.reasons : [], saved.treatedAcres),
          inWords(wanted, treatedAcres),
        )}
      </p>
    </NotSaved>
  );
}
