"use client";

import { useState } from "react";
import { TreatedArea } from "@/components/portal/exemptions/treated-area";
import { Citations } from "@/components/portal/measures/citations";
import { Card } from "@/components/ui/card";
import { Choice } from "@/components/ui/choice";
import { Icon } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import type { ExemptionQuestion } from "@/lib/views/portal/exemptions";
import type { ExemptionState } from "@/lib/views/portal/field-year";
import styles from "./questions.module.css";

/** Takes the focus where a notice goes with its buttons. */
export const QUESTIONS_ID = "exemption-questions";

const words = wordsIn({
  en: {
    title: "Does any of these apply?",
    unanswered: "Not answered yet: points are needed until an exemption is claimed.",
    answers: "Exemption answers",
    noneApply: "None apply",
    pointsNeeded: "Runoff points are needed for this application.",
    toChange: "Runoff points are needed for this application. To change your answer, tick one that applies.",
    others: (count: number) => `${count} more, for other application methods`,
    whence: "Where this comes from",
  },
  es: {
    title: "¿Corresponde alguna de estas?",
    unanswered: "Todavía sin respuesta: se necesitan puntos hasta que se declare una exención.",
    answers: "Respuestas sobre la exención",
    noneApply: "Ninguna corresponde",
    pointsNeeded: "Se necesitan puntos de escorrentía para esta aplicación.",
    toChange:
      "Se necesitan puntos de escorrentía para esta aplicación. Para cambiar su respuesta, marque una que corresponda.",
    others: (count) => `${count} más, para otros métodos de aplicación`,
    whence: "De dónde viene esto",
  },
});

interface Props {
  questions: readonly ExemptionQuestion[];
  /** Null: not known. */
  fieldAcres: number | null;
  exemption: ExemptionState;
  canEdit: boolean;
  answer: (reasons: string[], treatedAcres: number | null) => void;
}

/**
 * "None apply" stands first and is an answer like any other. It is not ticked off: only another answer, or the list of changes, takes it
 * back, and a round mark says so.
 */
export function Questions({ questions, fieldAcres, exemption, canEdit, answer }: Props) {
  const chosen = exemption.answer === "exempt" ? exemption.reasons : [];
  const asksAcres = (code: string): boolean =>
    questions.some((question) => question.code === code && question.acresBelow !== null);
  const say = (reasons: string[], acres: number | null): void =>
    answer(reasons, reasons.some(asksAcres) ? acres : null);
  const toggle = (code: string, isChosen: boolean): void =>
    say(isChosen ? [...chosen, code] : chosen.filter((each) => each !== code), exemption.treatedAcres);
  const claimArea = (code: string, acres: number): void => say([...new Set([...chosen, code])], acres);
  // One that no longer fits the method stays in sight while it is chosen.
  const isRuledOut = ({ code, isAllowed }: ExemptionQuestion): boolean => !isAllowed && !chosen.includes(code);
  const others = questions.filter(isRuledOut);
  const list = (part: readonly ExemptionQuestion[]) =>
    part.map((question) => (
      <Question
        key={question.code}
        question={question}
        isChosen={chosen.includes(question.code)}
        canEdit={canEdit}
        toggle={toggle}
        area={{ fieldAcres, acres: exemption.treatedAcres, claim: claimArea }}
      />
    ));
  return (
    <Card title={words().title}>
      {exemption.answer === "unanswered" ? <p>{words().unanswered}</p> : null}
      <fieldset className={styles.questions} id={QUESTIONS_ID} tabIndex={-1}>
        <legend className="visually-hidden">{words().answers}</legend>
        <Choice
          type="radio"
          id="exemption-none"
          label={words().noneApply}
          description={exemption.answer === "none_apply" ? words().toChange : words().pointsNeeded}
          checked={exemption.answer === "none_apply"}
          disabled={!canEdit}
          onChange={() => say([], null)}
        />
        {list(questions.filter((question) => !isRuledOut(question)))}
        {others.length === 0 ? null : (
          <details className={styles.others}>
            <summary>{words().others(others.length)}</summary>
            {list(others)}
          </details>
        )}
      </fieldset>
    </Card>
  );
}

interface QuestionProps {
  question: ExemptionQuestion;
  isChosen: boolean;
  canEdit: boolean;
  toggle: (code: string, isChosen: boolean) => void;
  area: { fieldAcres: number | null; acres: number | null; claim: (code: string, acres: number) => void };
}

function Question({ question, isChosen, canEdit, toggle, area }: QuestionProps) {
  const { code, label, refusal, acresBelow } = question;
  // Ticked, and the area is not entered yet: nothing is claimed until it is.
  const [isAsking, setIsAsking] = useState(false);
  const tick = (isTicked: boolean): void => {
    const asks = isTicked && acresBelow !== null;
    setIsAsking(asks);
    if (!asks && (isTicked || isChosen)) toggle(code, isTicked);
  };
  const claim = (acres: number): void => {
    setIsAsking(false);
    area.claim(code, acres);
  };
  return (
    <div className={styles.question}>
      <Choice
        type="checkbox"
        id={`exemption-${code}`}
        className={styles.choice}
        label={label}
        checked={isChosen || isAsking}
        // One that no longer fits the method can still be taken back.
        disabled={!canEdit || (!question.isAllowed && !isChosen)}
        onChange={(event) => tick(event.target.checked)}
        description={
          <>
            <span className={styles.part}>{question.question}</span>
            {refusal === null ? null : (
              <span className={styles.part}>
                <Icon name="dash" /> {refusal}
              </span>
            )}
          </>
        }
      />
      {acresBelow !== null && (isAsking || isChosen) ? (
        <TreatedArea
          id={`exemption-${code}-acres`}
          acresBelow={acresBelow}
          fieldAcres={area.fieldAcres}
          acres={isChosen ? area.acres : null}
          isClaimed={isChosen}
          canEdit={canEdit}
          save={claim}
        />
      ) : null}
      <Whence question={question} />
    </div>
  );
}

const Whence = ({ question: { label, evidence, note, citations } }: Pick<QuestionProps, "question">) => (
  <details className={styles.details}>
    <summary>
      {words().whence} <span className="visually-hidden">: {label}</span>
    </summary>
    <p>
      {evidence}. {note}
    </p>
    <Citations citations={citations} />
  </details>
);
