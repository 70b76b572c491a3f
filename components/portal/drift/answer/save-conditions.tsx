"use client";

import { useRef } from "react";
import { useSave, type Wanted } from "@/components/portal/drift/answer/use-save";
import { LocalTime } from "@/components/ui/local-time";
import type { Preview } from "@/components/portal/drift/conditions/use-preview";
import type { Edits } from "@/components/portal/edits/edits-provider";
import { NextStepHere } from "@/components/portal/shell/next-step";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import type { FieldYearRef } from "@/lib/domain/field-year";
import type { MomentBody } from "@/lib/portal-client/moment";
import type { EditState, QueuedEdit, RefusedEdit } from "@/lib/portal-client/queue";
import styles from "./save-conditions.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    use: "Use these conditions",
    useWhat: "Puts wind, set-up and buffers on record for this application. A record is not a clearance to apply.",
    note: "Note these conditions",
    noteWhat:
      "Keeps wind and set-up on this device with the time. The buffer is worked out and put on record when the connection is back. A note is not a clearance to apply.",
    saving: "Saving",
    saved: "Saved",
    noted: ", noted",
    waits: ": kept on this device, waiting for a connection",
    notSaved: "Not saved",
    stillHere: "What you typed is still here.",
    again: "Save these conditions again",
    letGo: "Let it go",
  },
  es: {
    use: "Usar estas condiciones",
    useWhat:
      "Pone el viento, la configuración y las zonas de amortiguamiento en el registro de esta aplicación. Un registro no es una autorización para aplicar.",
    note: "Anotar estas condiciones",
    noteWhat:
      "Guarda el viento y la configuración en este dispositivo con la hora. La zona de amortiguamiento se calcula y se pone en el registro cuando vuelva la conexión. Una nota no es una autorización para aplicar.",
    saving: "Guardando",
    saved: "Guardado,",
    noted: ", anotado,",
    waits: ": guardado en este dispositivo, esperando conexión",
    notSaved: "No se guardó",
    stillHere: "Lo que usted escribió sigue aquí.",
    again: "Guardar estas condiciones de nuevo",
    letGo: "Descartar",
  },
});

interface Props {
  edits: Edits;
  place: FieldYearRef;
  applicationEventId: string;
  body: MomentBody | null;
  /** When the wind was read, UTC; null: when it is saved. */
  observedAt: string | null;
  preview: Preview;
  lock: { isLocked: boolean; text: string | null };
}

/**
 * Puts the conditions on record, once their answer is in sight. Without a network they are noted with their time and put
 * on record later. Whatever is refused, what was typed stays.
 */
export function SaveConditions({ edits, place, applicationEventId, lock, ...asked }: Props) {
  const { state, waiting, refused, run } = useSave({
    edits,
    place,
    applicationEventId,
    lookAgain: asked.preview.retry,
  });
  const button = useRef<HTMLButtonElement>(null);
  const { isNote, wanted } = wantedOf(edits, asked);
  const isSaving = state.kind === "saving";
  const canPress = wanted !== null && !lock.isLocked && !isSaving;
  const press = (): void => {
    // The other button goes with its message: the focus stays with the way to save.
    button.current?.focus({ preventScroll: true });
    if (canPress) run(wanted);
  };
  const [name, what] = isNote ? [words().note, words().noteWhat] : [words().use, words().useWhat];
  return (
    <div className={styles.saving}>
      <Button ref={button} kind="primary" aria-disabled={!canPress} onClick={press}>
        {isSaving ? words().saving : name}
      </Button>
      <p className={styles.words}>{lock.isLocked ? lock.text : what}</p>
      <div role="status">
        {state.kind === "saved" ? <Saved at={state.at} /> : null}
        {isSaving ? null : <Waiting notes={waiting} state={state} />}
      </div>
      {refused.map((each) => (
        <Refused key={each.item} {...{ each, canPress, press }} letGo={() => edits.dismiss(each.item)} />
      ))}
    </div>
  );
}

/** What pressing the button would send; null while something is missing. Without a server there is no answer to rest on. */
function wantedOf(
  { isReady, state }: Edits,
  { body, observedAt, preview }: Pick<Props, "body" | "observedAt" | "preview">,
): { isNote: boolean; wanted: Wanted | null } {
  const isNote = isReady && (!state.isOnline || preview.isUnreachable);
  if (!isReady || body === null) return { isNote, wanted: null };
  if (isNote) return { isNote, wanted: { moment: body, basis: null, observedAt } };
  const basis = preview.isCurrent ? (preview.answer?.basis ?? null) : null;
  return { isNote, wanted: basis === null ? null : { moment: body, basis, observedAt } };
}

const Saved = ({ at }: { at: string }) => (
  <>
    <p className={styles.saved} data-save-state="saved">
      <Icon name="check" /> {words().saved} <LocalTime at={at} isTimeOnly />
    </p>
    <NextStepHere />
  </>
);

/** What is still on this device alone, each with its time. */
function Waiting({ notes, state }: { notes: readonly QueuedEdit[]; state: EditState }) {
  return notes.map(({ item, label, madeAt }) => (
    <p key={item} className={styles.words} data-save-state={state.kind === "retrying" ? "retrying" : "waiting"}>
      <Icon name="offline" /> {label}
      {words().noted} <LocalTime at={madeAt} isTimeOnly />
      {words().waits}
    </p>
  ));
}

interface RefusedProps {
  each: RefusedEdit;
  canPress: boolean;
  press: () => void;
  letGo: () => void;
}

const Refused = ({ each, canPress, press, letGo }: RefusedProps) => (
  <Notice tone="warn" title={words().notSaved} isLive>
    <p>
      {each.label}
      {words().noted} <LocalTime at={each.madeAt} isTimeOnly />: {each.reason.message} {words().stillHere}
    </p>
    <div className={styles.choices}>
      <Button disabled={!canPress} onClick={press}>
        {words().again}
      </Button>
      <Button onClick={letGo}>{words().letGo}</Button>
    </div>
  </Notice>
);
