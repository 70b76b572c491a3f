"use client";

import { ChangeList } from "@/components/portal/changes/change-list";
import { fieldYearRef } from "@/lib/domain/field-year";
import { itemOf } from "@/lib/portal-client/items";
import type { Edits } from "@/components/portal/edits/edits-provider";
import { SaveState } from "@/components/portal/edits/save-state";
import { useFieldYear } from "@/components/portal/edits/use-field-year";
import { BothStates } from "@/components/portal/exemptions/both-states";
import { ExemptionConflict } from "@/components/portal/exemptions/exemption-conflict";
import { Questions, QUESTIONS_ID } from "@/components/portal/exemptions/questions";
import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";
import { withPending, type ShownFieldYear } from "@/lib/portal-client/pending";
import type { ExemptionsView } from "@/lib/views/portal/exemptions";
import type { ExemptionState } from "@/lib/views/portal/field-year";

const words = wordsIn({
  en: {
    nothing: "Nothing to answer here",
    noApplication: "Exemptions belong to an application, and this year has none yet.",
    notAsked: "This application asks for no EPA runoff points, so there is nothing to be exempt from.",
    noScript: "To change anything here, switch on JavaScript",
    noScriptText: "Everything can be read without it.",
    exemption: "Exemption",
  },
  es: {
    nothing: "Aquí no hay nada que responder",
    noApplication: "Las exenciones pertenecen a una aplicación, y este año todavía no tiene ninguna.",
    notAsked: "Esta aplicación no pide puntos de escorrentía de la EPA; por eso no hay de qué quedar exenta.",
    noScript: "Para cambiar algo aquí, active JavaScript",
    noScriptText: "Todo se puede leer sin él.",
    exemption: "Exención",
  },
});

/** The exemption questions of one application. Each answer is saved at once, and both scores are shown. */
export function ExemptionEditor({ view }: { view: ExemptionsView }) {
  const { shown, saved, edits } = useFieldYear(view.live, withPending);
  const { applicationEventId } = shown.place;
  if (shown.exemption === null || saved.exemption === null || applicationEventId === null) {
    return (
      <Notice title={words().nothing}>
        <p>{applicationEventId === null ? words().noApplication : words().notAsked}</p>
      </Notice>
    );
  }
  return (
    <>
      <noscript>
        <Notice title={words().noScript}>
          <p>{words().noScriptText}</p>
        </Notice>
      </noscript>
      <Answering
        view={view}
        applicationEventId={applicationEventId}
        shown={shown}
        exemption={shown.exemption}
        saved={saved.exemption}
        edits={edits}
      />
      <ChangeList place={shown.place} changes={shown.changes} edits={edits} />
    </>
  );
}

interface AnsweringProps {
  view: Pick<ExemptionsView, "questions" | "fieldAcres">;
  applicationEventId: string;
  shown: ShownFieldYear;
  /** As shown, with an answer that is not saved yet. */
  exemption: ExemptionState;
  /** As the server has it. */
  saved: ExemptionState;
  edits: Edits;
}

function Answering({ view, applicationEventId, shown, exemption, saved, edits }: AnsweringProps) {
  const subject = { kind: "exemption" as const, ...fieldYearRef(shown.place), applicationEventId };
  const item = itemOf(subject);
  const state = edits.stateOf(item);
  // The notice goes away with its buttons.
  const focusQuestions = (): void => document.getElementById(QUESTIONS_ID)?.focus();
  const answer = (reasons: string[], treatedAcres: number | null): void =>
    edits.submit({
      item,
      label: words().exemption,
      body: { ...subject, baseAnsweredAt: saved.answeredAt, reasons, treatedAcres },
    });
  return (
    <>
      <BothStates exemption={exemption} isProvisional={shown.provisional.has("epa_runoff")} />
      <div role="status">{state.kind === "refused" ? null : <SaveState state={state} />}</div>
      {state.kind === "refused" ? (
        <ExemptionConflict
          questions={view.questions}
          saved={saved}
          refused={edits.state.refused.find((each) => each.item === item)}
          reason={state}
          answer={(reasons, treatedAcres) => {
            focusQuestions();
            answer(reasons, treatedAcres);
          }}
          dismiss={() => {
            focusQuestions();
            edits.dismiss(item);
          }}
        />
      ) : null}
      <Questions
        questions={view.questions}
        fieldAcres={view.fieldAcres}
        exemption={exemption}
        canEdit={edits.isReady && !exemption.lock.isLocked}
        answer={answer}
      />
    </>
  );
}
