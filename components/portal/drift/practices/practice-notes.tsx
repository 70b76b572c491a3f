"use client";

import { useAutosave } from "@/components/portal/edits/use-autosave";
import { controlClass, Field } from "@/components/ui/field";
import { MAX_NOTES_LENGTH, type ClaimText } from "@/lib/domain/portal-edit";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({ en: { notes: "Notes on it" }, es: { notes: "Notas sobre ella" } });

interface Props {
  id: number;
  claim: ClaimText;
  canEdit: boolean;
  submit: (claim: ClaimText | null, base: ClaimText | null) => void;
}

/** Notes of a claimed practice, such as which hood. Saved when the writer pauses or leaves the field. */
export function PracticeNotes({ id, claim: { customValue, notes }, canEdit, submit }: Props) {
  const saved: ClaimText = { customValue, notes };
  const { draft, write, flush } = useAutosave(saved, {
    isSame: (a, b) => a.notes === b.notes,
    savable: (text) => text,
    save: submit,
  });
  return (
    <Field id={`practice-${id}-notes`} label={words().notes}>
      <textarea
        id={`practice-${id}-notes`}
        rows={2}
        maxLength={MAX_NOTES_LENGTH}
        className={controlClass}
        value={draft.notes ?? ""}
        disabled={!canEdit}
        onChange={({ target }) => write({ customValue, notes: target.value === "" ? null : target.value })}
        onBlur={flush}
      />
    </Field>
  );
}
