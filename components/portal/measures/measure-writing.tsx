"use client";

import { useAutosave } from "@/components/portal/edits/use-autosave";
import { dateFault, dateHint } from "@/components/portal/measures/dates";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import { MAX_NOTES_LENGTH, type SelectionText } from "@/lib/domain/portal-edit";
import { wordsIn } from "@/lib/views/language";
import type { MeasureState } from "@/lib/views/portal/field-year";
import type { MeasureText } from "@/lib/views/portal/measures";
import styles from "./measure-writing.module.css";

const words = wordsIn({
  en: { since: "In place since or from", notes: "Notes" },
  es: { since: "Implementada desde o a partir de", notes: "Notas" },
});

interface Props {
  measure: MeasureText;
  state: MeasureState;
  /** The day of the application that is shown; null without one. */
  applicationDate: string | null;
  canEdit: boolean;
  submit: (selection: SelectionText | null, base: SelectionText | null) => void;
}

const isSame = (a: SelectionText, b: SelectionText): boolean =>
  a.implementationDate === b.implementationDate && a.notes === b.notes;

/** Date and notes of a ticked measure. Saved when the writer pauses or leaves the field. */
export function MeasureWriting({ measure, state, applicationDate, canEdit, submit }: Props) {
  const saved: SelectionText = { implementationDate: state.implementationDate, notes: state.notes };
  const { draft, write, flush } = useAutosave(saved, {
    isSame,
    // A date that cannot be right waits in its field; the notes do not wait for it.
    savable: (text, base) =>
      dateFault(text.implementationDate) === null ? text : { ...text, implementationDate: base.implementationDate },
    save: (text, base) => submit(text, base),
  });
  const fault = dateFault(draft.implementationDate);
  const hint = fault === null ? dateHint(draft.implementationDate, applicationDate) : null;
  const said = { ...(hint === null ? {} : { hint }), ...(fault === null ? {} : { error: fault }) };
  const id = `measure-${measure.id}`;
  return (
    <div className={styles.writing}>
      <Field id={`${id}-date`} label={words().since} {...said}>
        <input
          id={`${id}-date`}
          type="date"
          min="1900-01-01"
          max="2200-12-31"
          className={controlClass}
          value={draft.implementationDate ?? ""}
          disabled={!canEdit}
          aria-invalid={fault !== null}
          aria-describedby={describedBy(`${id}-date`, said)}
          onChange={(event) => write({ ...draft, implementationDate: event.target.value || null })}
          onBlur={flush}
        />
      </Field>
      <Field id={`${id}-notes`} label={words().notes}>
        <textarea
          id={`${id}-notes`}
          rows={2}
          maxLength={MAX_NOTES_LENGTH}
          className={controlClass}
          value={draft.notes ?? ""}
          disabled={!canEdit}
          onChange={(event) => write({ ...draft, notes: event.target.value === "" ? null : event.target.value })}
          onBlur={flush}
        />
      </Field>
    </div>
  );
}
