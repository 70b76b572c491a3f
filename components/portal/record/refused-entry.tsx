"use client";

import type { RecordWork } from "@/components/portal/record/use-record";
import { PHOTO_LIST_ID } from "@/components/portal/record/photos";
import { READING_LIST_ID } from "@/components/portal/record/readings";
import { NotSaved } from "@/components/portal/edits/not-saved";
import { Button } from "@/components/ui/button";
import type { RefusedEdit } from "@/lib/portal-client/queue";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    notSaved: (what: string) => `Not saved: ${what}`,
    look: "Look at the record as it is now, and write it again if it is still missing.",
    stays: "It stays on this device. Once it is unlocked, it can be saved from here.",
    save: "Save it now",
  },
  es: {
    notSaved: (what) => `No se guardó: ${what}`,
    look: "Mire el registro como está ahora y escríbalo de nuevo si todavía falta.",
    stays: "Sigue en este dispositivo. Cuando la aplicación esté desbloqueada, se puede guardar desde aquí.",
    save: "Guardarlo ahora",
  },
});

/** An entry that the server did not take. A lock may be lifted, and what was read or photographed in the field cannot be had again. */
export function RefusedEntry({ work: { edits, canWrite }, edit }: { work: RecordWork; edit: RefusedEdit }) {
  const { item, label, body, reason } = edit;
  const isOfLock = reason.code === "LOCKED";
  // The notice goes away with its buttons.
  const focusList = (): void =>
    document.getElementById(body.kind === "record_photo" ? PHOTO_LIST_ID : READING_LIST_ID)?.focus();
  return (
    <NotSaved
      title={words().notSaved(label)}
      reason={reason}
      insist={null}
      dismiss={() => {
        focusList();
        edits.dismiss(item);
      }}
    >
      <p>{isOfLock ? words().stays : words().look}</p>
      {isOfLock && canWrite ? (
        <p>
          <Button
            kind="primary"
            onClick={() => {
              focusList();
              edits.submit({ item, label, body });
            }}
          >
            {words().save}
            <span className="visually-hidden">: {label}</span>
          </Button>
        </p>
      ) : null}
    </NotSaved>
  );
}
