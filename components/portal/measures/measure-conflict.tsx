"use client";

import type { SelectionText } from "@/lib/domain/portal-edit";
import { NotSaved } from "@/components/portal/edits/not-saved";
import type { RefusedEdit } from "@/lib/portal-client/queue";
import { textOf } from "@/components/portal/measures/shared";
import { wordsIn } from "@/lib/views/language";
import type { MeasureState } from "@/lib/views/portal/field-year";
import type { MeasureText } from "@/lib/views/portal/measures";
import styles from "./measure-conflict.module.css";

const words = wordsIn({
  en: {
    notSaved: (measure: string) => `Not saved: ${measure}`,
    savedNow: "Saved now",
    yours: "Yours",
    notTicked: "Not ticked",
    ticked: "Ticked",
  },
  es: {
    notSaved: (measure) => `No se guardó: ${measure}`,
    savedNow: "Guardado ahora",
    yours: "Lo suyo",
    notTicked: "Sin marcar",
    ticked: "Marcada",
  },
});

type Text = SelectionText | null;

interface Props {
  measure: MeasureText;
  refused: RefusedEdit | undefined;
  saved: MeasureState | undefined;
  reason: { code: string; message: string };
  submit: (selection: Text, base: Text) => void;
  dismiss: () => void;
}

/** An edit that was not taken: what is saved, what was wanted, and the choice between them. Nothing typed is lost. */
export function MeasureConflict({ measure, refused, saved, reason, submit, dismiss }: Props) {
  if (refused?.body.kind !== "selection") return null;
  const wanted = refused.body.selection;
  return (
    <NotSaved
      title={words().notSaved(measure.label)}
      reason={reason}
      insist={reason.code === "CHANGED" ? () => submit(wanted, textOf(saved)) : null}
      dismiss={dismiss}
    >
      <dl className={styles.versions}>
        <Version title={words().savedNow} text={textOf(saved)} />
        <Version title={words().yours} text={wanted} />
      </dl>
    </NotSaved>
  );
}

function Version({ title, text }: { title: string; text: Text }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {text === null
          ? words().notTicked
          : `${words().ticked}${text.implementationDate === null ? "" : `, ${text.implementationDate}`}`}
        {text?.notes == null ? null : <span className={styles.notes}>{text.notes}</span>}
      </dd>
    </div>
  );
}
