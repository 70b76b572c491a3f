"use client";

import { useCallback, useState, type ReactNode } from "react";
import { AskOne } from "@/components/portal/attestations/ask-one";
import { SaidOne } from "@/components/portal/attestations/said-one";
import styles from "@/components/portal/attestations/questions.module.css";
import { useEditOutcomes, useEdits, type Edits } from "@/components/portal/edits/edits-provider";
import { Card } from "@/components/ui/card";
import { useFocusAfter } from "@/components/ui/use-focus-after";
import { Notice } from "@/components/ui/notice";
import type { AttestationEdit } from "@/lib/domain/portal-edit";
import { itemOf } from "@/lib/portal-client/items";
import type { Outcome } from "@/lib/portal-client/queue-host";
import { wordsIn } from "@/lib/views/language";
import type { QuestionsView, QuestionView } from "@/lib/views/portal/questions";

const words = wordsIn({
  en: {
    title: "Only you can know this",
    intro: "The answer above hangs on it, and no record has it. Say what you see: your word stands in the report.",
    notCounted: "Your farm software shows your answers and does not count them.",
    locked: "Your farm software has locked this application, so nothing can be answered here.",
    noScript: "To answer here, switch on JavaScript",
    noScriptText: "Everything can be read without it.",
    whatYouSaid: "What you said",
    part: "Questions and answers",
  },
  es: {
    title: "Esto solo lo puede saber usted",
    intro:
      "La respuesta de arriba depende de ello, y ningún registro lo tiene. Diga lo que ve: su palabra figura en el informe.",
    notCounted: "Su programa agrícola muestra sus respuestas y no las cuenta.",
    locked: "Su programa agrícola ha bloqueado esta aplicación; por eso aquí no se puede responder nada.",
    noScript: "Para responder aquí, active JavaScript",
    noScriptText: "Todo se puede leer sin él.",
    whatYouSaid: "Lo que usted dijo",
    part: "Preguntas y respuestas",
  },
});

const PART_ID = "question-part";

type Said = AttestationEdit["said"];

interface Shown {
  question: QuestionView;
  item: string;
  /** What is on its way to the server; undefined: nothing. */
  pending: Said | undefined;
  /** It was saved, and the page has not got it from the server yet: an edit on top of it would be refused. */
  isComing: boolean;
}

const isSaid = ({ question, pending }: Shown): boolean =>
  pending === undefined ? question.said !== null : pending !== null;

/** What only the applicator can know: asked one at a time, and what was said, with the way back. */
export function Questions({ view }: { view: QuestionsView }) {
  const { isLocked, doAnswersCount } = view;
  const { edits, shown, say, dismiss } = useAnswers(view);
  const [name, setName] = useState("");
  const open = shown.filter((each) => !isSaid(each));
  const [next] = open;
  const canAnswer = edits.isReady && !isLocked;
  return (
    <Card title={words().title} id="questions">
      <p>{words().intro}</p>
      {doAnswersCount ? null : <p>{words().notCounted}</p>}
      {isLocked ? <p>{words().locked}</p> : null}
      <NoScript />
      <Part>
        {next === undefined ? null : (
          <AskOne
            key={next.item}
            item={next.item}
            question={next.question}
            count={{ left: open.length, of: shown.length }}
            name={name}
            setName={setName}
            canAnswer={canAnswer && !next.isComing}
            state={edits.stateOf(next.item)}
            answer={(answer, attestedBy) => say(next, { answer, attestedBy })}
            dismiss={() => dismiss(next)}
          />
        )}
        {open.length === shown.length ? null : (
          <ul className={styles.said}>
            {shown.filter(isSaid).map((each) => (
              <SaidOne
                key={each.item}
                item={each.item}
                question={each.question}
                pending={each.pending ?? null}
                state={edits.stateOf(each.item)}
                takeBack={canAnswer && !each.isComing ? () => say(each, null) : null}
                dismiss={() => dismiss(each)}
              />
            ))}
          </ul>
        )}
      </Part>
    </Card>
  );
}

const NoScript = () => (
  <noscript>
    <Notice title={words().noScript}>
      <p>{words().noScriptText}</p>
    </Notice>
  </noscript>
);

/** What takes the focus when a question or an answer goes away with its buttons. */
const Part = ({ children }: { children: ReactNode }) => (
  <div id={PART_ID} tabIndex={-1} role="group" aria-label={words().part}>
    {children}
  </div>
);

/** The questions with what is not saved yet, and the way to answer them. */
function useAnswers({ place, applicationEventId, questions }: QuestionsView): {
  edits: Edits;
  shown: Shown[];
  say: (shown: Shown, said: Said) => void;
  dismiss: (shown: Shown) => void;
} {
  const focusAfter = useFocusAfter();
  const edits = useEdits();
  const saved = useSavedAnswers(questions);
  const subjectOf = (questionId: string) => ({
    kind: "attestation" as const,
    ...place,
    applicationEventId,
    questionId,
  });
  const shown = questions.map((question): Shown => {
    const item = itemOf(subjectOf(question.questionId));
    const queued = edits.state.queued.findLast((edit) => edit.item === item)?.body;
    const pending = queued?.kind === "attestation" ? queued.said : saved.get(item);
    return { question, item, pending, isComing: queued === undefined && saved.has(item) };
  });
  const say = ({ question, item }: Shown, said: Said): void => {
    const { questionId, fingerprint } = question;
    const baseAttestedAt = question.said?.at ?? null;
    const body: AttestationEdit = { ...subjectOf(questionId), fingerprint, baseAttestedAt, said };
    edits.submit({ item, label: words().whatYouSaid, body });
    // The question goes away with its buttons, and what was said with its own.
    focusAfter(PART_ID);
  };
  const dismiss = ({ item }: Shown): void => {
    edits.dismiss(item);
    focusAfter(PART_ID);
  };
  return { edits, shown, say, dismiss };
}

/** What was saved since the page was made: it stays in sight until the page has it from the server, which the overview asks for. */
function useSavedAnswers(questions: readonly QuestionView[]): ReadonlyMap<string, Said> {
  const [saved, setSaved] = useState({ questions, answers: new Map<string, Said>() });
  if (saved.questions !== questions) setSaved({ questions, answers: new Map() });
  useEditOutcomes(
    useCallback(({ edit: { item, body }, verdict }: Outcome) => {
      if (body.kind !== "attestation" || verdict.kind !== "saved") return;
      setSaved((before) => ({ ...before, answers: new Map(before.answers).set(item, body.said) }));
    }, []),
  );
  return saved.answers;
}
