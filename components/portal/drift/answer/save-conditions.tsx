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
import type { DriftPageWords } from "@/lib/views/portal/drift-page-words";
import styles from "./save-conditions.module.css";

type SaveWords = DriftPageWords["save"];

interface Props {
  text: SaveWords;
  edits: Edits;
  place: FieldYearRef;
  applicationEventId: string;
  body: MomentBody | null;
  /** When the wind was read, UTC; null: when it is saved. */
  observedAt: string | null;
  preview: Preview;
  lock: { isLocked: boolean; text: string | null };
  /** The wind is that of a forecast, of a station, or of an earlier time, and no one has measured it at the sprayer now. */
  isPlanOnly: boolean;
}

/**
 * Puts the conditions on record, once their answer is in sight. Without a network they are noted with their time and put
 * on record later. Whatever is refused, what was typed stays.
 */
export function SaveConditions({ text, edits, place, applicationEventId, lock, isPlanOnly, ...asked }: Props) {
  const { state, waiting, refused, run } = useSave({
    edits,
    place,
    applicationEventId,
    lookAgain: asked.preview.retry,
  });
  const button = useRef<HTMLButtonElement>(null);
  const { isNote, wanted } = wantedOf(edits, asked);
  const isSaving = state.kind === "saving";
  const canPress = wanted !== null && !lock.isLocked && !isPlanOnly && !isSaving;
  const press = (): void => {
    // The other button goes with its message: the focus stays with the way to save.
    button.current?.focus({ preventScroll: true });
    if (canPress) run(wanted);
  };
  const [name, what] = isNote ? [text.note, text.noteWhat] : [text.use, text.useWhat];
  return (
    <div className={styles.saving}>
      <Button ref={button} kind="primary" aria-disabled={!canPress} aria-describedby="use-what" onClick={press}>
        {isSaving ? text.saving : name}
      </Button>
      <p id="use-what" className={styles.words}>
        {lock.isLocked ? lock.text : isPlanOnly ? text.confirmFirst : what}
      </p>
      <div role="status">
        {state.kind === "saved" ? <Saved at={state.at} text={text} /> : null}
        {isSaving ? null : <Waiting notes={waiting} {...{ state, text }} />}
      </div>
      {refused.map((each) => (
        <Refused key={each.item} {...{ each, canPress, press, text }} letGo={() => edits.dismiss(each.item)} />
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

const Saved = ({ at, text }: { at: string; text: SaveWords }) => (
  <>
    <p className={styles.saved} data-save-state="saved">
      <Icon name="check" /> {text.saved} <LocalTime at={at} isTimeOnly />
    </p>
    <NextStepHere />
  </>
);

interface WaitingProps {
  notes: readonly QueuedEdit[];
  state: EditState;
  text: SaveWords;
}

/** What is still on this device alone, each with its time. */
function Waiting({ notes, state, text }: WaitingProps) {
  return notes.map(({ item, label, madeAt }) => (
    <p key={item} className={styles.words} data-save-state={state.kind === "retrying" ? "retrying" : "waiting"}>
      <Icon name="offline" /> {label}
      {text.noted} <LocalTime at={madeAt} isTimeOnly />
      {text.waits}
    </p>
  ));
}

interface RefusedProps {
  text: SaveWords;
  each: RefusedEdit;
  canPress: boolean;
  press: () => void;
  letGo: () => void;
}

const Refused = ({ text, each, canPress, press, letGo }: RefusedProps) => (
  <Notice tone="warn" title={text.notSaved} isLive="alert">
    <p>
      {each.label}
      {text.noted} <LocalTime at={each.madeAt} isTimeOnly />: {each.reason.message} {text.stillHere}
    </p>
    <div className={styles.choices}>
      <Button disabled={!canPress} onClick={press}>
        {text.again}
      </Button>
      <Button onClick={letGo}>{text.letGo}</Button>
    </div>
  </Notice>
);
