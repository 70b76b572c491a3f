"use client";

import { useState } from "react";
import { editInWords } from "@/lib/portal-client/words";
import type { UnsentEdit } from "@/lib/portal-client/unsent";
import { wordsIn } from "@/lib/views/language";
import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import styles from "./unsent-changes.module.css";

const words = wordsIn({
  en: {
    title: (changes: number) => (changes === 1 ? "1 change was not saved" : `${changes} changes were not saved`),
    linkEnded:
      "The link ended before they could be sent. They are kept on this device alone: open a new link to the field to save them, or copy the text.",
    earlierLink: "An earlier link to this field ended before they could be sent. They are kept on this device alone.",
    saveNow: "Save them now",
    sure: "Remove this text from this device for good?",
    remove: "Remove from this device",
    what: "What was not saved",
    copied: "Copied.",
    copy: "Copy the text",
  },
  es: {
    title: (changes) => (changes === 1 ? "1 cambio no se guardó" : `${changes} cambios no se guardaron`),
    linkEnded:
      "El enlace terminó antes de que se pudieran enviar. Están solo en este dispositivo: abra un nuevo enlace al campo para guardarlos, o copie el texto.",
    earlierLink:
      "Un enlace anterior a este campo terminó antes de que se pudieran enviar. Están solo en este dispositivo.",
    saveNow: "Guardarlos ahora",
    sure: "¿Eliminar este texto de este dispositivo para siempre?",
    remove: "Eliminar de este dispositivo",
    what: "Lo que no se guardó",
    copied: "Copiado.",
    copy: "Copiar el texto",
  },
});

interface Props {
  edits: readonly UnsentEdit["edit"][];
  /** Makes the edits again; null where there is no session that can. */
  again: (() => void) | null;
  forget: () => void;
}

/** What was not saved, as text to copy, with what can be done about it. */
export function UnsentNotice({ edits, again, forget }: Props) {
  return (
    <Notice tone="warn" title={words().title(edits.length)}>
      <p>{again === null ? words().linkEnded : words().earlierLink}</p>
      <Kept text={edits.map((edit) => editInWords(edit)).join("\n\n")} />
      <div className={styles.choices}>
        {again === null ? null : (
          <Button kind="primary" onClick={again}>
            {words().saveNow}
          </Button>
        )}
        <Button onClick={() => window.confirm(words().sure) && forget()}>{words().remove}</Button>
      </div>
    </Notice>
  );
}

function Kept({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <>
      <Field id="unsent-text" label={words().what}>
        <textarea
          id="unsent-text"
          className={controlClass}
          readOnly
          rows={Math.min(12, text.split("\n").length + 1)}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
      <p role="status">{isCopied ? words().copied : ""}</p>
      <div className={styles.choices}>
        <Button icon="document" onClick={copy}>
          {words().copy}
        </Button>
      </div>
    </>
  );
}
