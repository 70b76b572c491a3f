"use client";

import { useId, useState } from "react";
import styles from "@/components/portal/attestations/questions.module.css";
import { NotSaved } from "@/components/portal/edits/not-saved";
import { useShowsRefused } from "@/components/portal/edits/shown-here";
import { SaveState } from "@/components/portal/edits/save-state";
import { isSignerName, SignerName } from "@/components/portal/edits/signer-name";
import { Button } from "@/components/ui/button";
import { ANSWERS, type Answer } from "@/lib/domain/question-kinds";
import type { EditState } from "@/lib/portal-client/queue";
import { answerInWords } from "@/lib/views/attestations/answers";
import { wordsIn } from "@/lib/views/language";
import type { QuestionView } from "@/lib/views/portal/questions";

interface Props {
  item: string;
  question: QuestionView;
  /** How many questions are open, this one included, of how many. */
  count: { left: number; of: number };
  name: string;
  setName: (name: string) => void;
  canAnswer: boolean;
  state: EditState;
  answer: (answer: Answer, attestedBy: string) => void;
  dismiss: () => void;
}

const words = wordsIn({
  en: {
    count: (number: number, of: number) => `Question ${number} of ${of}`,
    name: "Your name",
    hint: "Your name as you would sign it. It stands in the report beside your answer.",
    noName: "Type your name first: an answer needs someone who gives it.",
    notSaved: "Your answer was not saved",
    asNow: "The question is shown as it is asked now.",
  },
  es: {
    count: (number, of) => `Pregunta ${number} de ${of}`,
    name: "Su nombre",
    hint: "Su nombre tal como lo firmaría. Figura en el informe junto a su respuesta.",
    noName: "Escriba primero su nombre: una respuesta necesita a alguien que la dé.",
    notSaved: "Su respuesta no se guardó",
    asNow: "La pregunta se muestra como se hace ahora.",
  },
});

/** One question with what to look for, the name of who answers, and the answers. */
export function AskOne({ item, question, count, name, setName, canAnswer, state, answer, dismiss }: Props) {
  const id = useId();
  useShowsRefused(state.kind === "refused" ? item : null);
  const [isNameMissing, setNameMissing] = useState(false);
  const choose = (chosen: Answer): void => {
    const by = name.trim();
    const isName = isSignerName(by);
    setNameMissing(!isName);
    if (isName) answer(chosen, by);
    else document.getElementById(id)?.focus();
  };
  return (
    <div className={styles.ask}>
      {count.of < 2 ? null : <p className={styles.count}>{words().count(count.of - count.left + 1, count.of)}</p>}
      <h3 className={styles.text} id={`${id}-text`}>
        {question.text}
      </h3>
      <LookFor items={question.items} />
      <p className={styles.help}>
        {question.help.map(({ text, isEnglish }) => (
          <span key={text} lang={isEnglish ? "en" : undefined}>
            {text}
          </span>
        ))}
      </p>
      <SignerName
        id={id}
        label={words().name}
        hint={words().hint}
        error={isNameMissing ? words().noName : undefined}
        name={name}
        setName={setName}
        isDisabled={!canAnswer}
      />
      <div className={styles.answers} role="group" aria-labelledby={`${id}-text`}>
        {ANSWERS.map((each) => (
          <Button key={each} disabled={!canAnswer} onClick={() => choose(each)}>
            {answerInWords(each)}
          </Button>
        ))}
      </div>
      {state.kind === "refused" ? (
        <NotSaved title={words().notSaved} reason={state} insist={null} dismiss={dismiss}>
          <p>{words().asNow}</p>
        </NotSaved>
      ) : null}
      <div role="status">{state.kind === "refused" ? null : <SaveState state={state} />}</div>
    </div>
  );
}

/** Each figure on a line of its own: that is how one goes through a label. */
function LookFor({ items }: { items: QuestionView["items"] }) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.items}>
      {items.map(({ text, isEnglish }) => (
        <li key={text} lang={isEnglish ? "en" : undefined}>
          {text}
        </li>
      ))}
    </ul>
  );
}
