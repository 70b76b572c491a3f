"use client";

import { useId, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useFocusAfter } from "@/components/ui/use-focus-after";
import { wordsIn } from "@/lib/views/language";
import styles from "./record.module.css";

const words = wordsIn({
  en: {
    takeOut: "Take out",
    question: "Take this out of the record?",
    keep: "No, keep it",
    yes: "Yes, take it out",
  },
  es: {
    takeOut: "Retirar",
    question: "¿Retirar esto del registro?",
    keep: "No, dejarlo",
    yes: "Sí, retirarlo",
  },
});

interface Props {
  /** What would be taken out, read out with the button. */
  what: string;
  takeOut: () => void;
  /** Other buttons of the same entry; away while the question stands. */
  children?: ReactNode;
}

/**
 * Takes an entry out of a record after a second tap: what was struck stays in the record as struck, and a thumb in a glove hits what it
 * did not want. The question comes where the buttons were, so that a tap that bounces answers nothing.
 */
export function TakeOut({ what, takeOut, children }: Props) {
  const [isAsked, setAsked] = useState(false);
  const focusAfter = useFocusAfter();
  const id = useId();
  const [buttonId, questionId] = [`${id}-button`, `${id}-question`];
  const ask = (isNow: boolean): void => {
    setAsked(isNow);
    focusAfter(isNow ? questionId : buttonId);
  };
  if (isAsked) {
    return (
      <div className={styles.question} id={questionId} tabIndex={-1} role="group" aria-label={words().question}>
        <p className={styles.words}>{words().question}</p>
        <span className={styles.rowButtons}>
          <Button onClick={() => ask(false)}>{words().keep}</Button>
          <Button kind="danger" onClick={takeOut}>
            {words().yes}
            <span className="visually-hidden">: {what}</span>
          </Button>
        </span>
      </div>
    );
  }
  return (
    <span className={styles.rowButtons}>
      {children}
      <Button kind="quiet" id={buttonId} onClick={() => ask(true)}>
        {words().takeOut}
        <span className="visually-hidden">: {what}</span>
      </Button>
    </span>
  );
}
