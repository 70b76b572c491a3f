"use client";

import styles from "@/components/portal/attestations/questions.module.css";
import { NotSaved } from "@/components/portal/edits/not-saved";
import { useShowsRefused } from "@/components/portal/edits/shown-here";
import { SaveState } from "@/components/portal/edits/save-state";
import { Button } from "@/components/ui/button";
import { LocalTime } from "@/components/ui/local-time";
import type { AttestationEdit } from "@/lib/domain/portal-edit";
import type { EditState } from "@/lib/portal-client/queue";
import { answerInWords } from "@/lib/views/attestations/answers";
import { wordsIn } from "@/lib/views/language";
import type { QuestionView } from "@/lib/views/portal/questions";

const words = wordsIn({
  en: {
    takeBack: "Take back",
    notSaved: "This was not saved",
    savedNow: "What is saved now is shown.",
    youSaid: "You said:",
  },
  es: {
    takeBack: "Retirar",
    notSaved: "Esto no se guardó",
    savedNow: "Se muestra lo que está guardado ahora.",
    youSaid: "Usted dijo:",
  },
});

interface Props {
  item: string;
  question: QuestionView;
  /** What is on its way to the server; null: nothing. */
  pending: AttestationEdit["said"];
  state: EditState;
  /** Null: nothing can be changed here now. */
  takeBack: (() => void) | null;
  dismiss: () => void;
}

/** One answer as it was given, and the way back. */
export function SaidOne({ item, question: { text, said }, pending, state, takeBack, dismiss }: Props) {
  useShowsRefused(state.kind === "refused" ? item : null);
  return (
    <li className={styles.saidOne}>
      {pending === null ? <Said said={said} /> : <SayingNow said={pending} />}
      <p className={styles.help}>{text}</p>
      {takeBack === null ? null : (
        <Button kind="quiet" icon="undo" onClick={takeBack}>
          {words().takeBack}
          <span className="visually-hidden">: {text}</span>
        </Button>
      )}
      {state.kind === "refused" ? (
        <NotSaved title={words().notSaved} reason={state} insist={null} dismiss={dismiss}>
          <p>{words().savedNow}</p>
        </NotSaved>
      ) : null}
      <div role="status">{state.kind === "refused" ? null : <SaveState state={state} />}</div>
    </li>
  );
}

function Said({ said }: { said: QuestionView["said"] }) {
  if (said === null) return null;
  return (
    <>
      <p className={styles.text}>
        {words().youSaid} <strong>{answerInWords(said.answer)}</strong> ({said.statement})
      </p>
      <p className={styles.help}>
        <span translate="no">{said.by}</span>, <LocalTime at={said.at} />
      </p>
    </>
  );
}

/** On its way to the server. */
function SayingNow({ said }: { said: NonNullable<AttestationEdit["said"]> }) {
  return (
    <>
      <p className={styles.text}>
        {words().youSaid} <strong>{answerInWords(said.answer)}</strong>
      </p>
      <p className={styles.help} translate="no">
        {said.attestedBy}
      </p>
    </>
  );
}
