"use client";

import { useRef } from "react";
import { useSave, type Wanted } from "@/components/portal/drift/answer/use-save";
import { reasonsAgainst } from "@/components/portal/drift/answer/why-not";
import { LocalTime } from "@/components/ui/local-time";
import type { Preview } from "@/components/portal/drift/conditions/use-preview";
import type { Edits } from "@/components/portal/edits/edits-provider";
import { useShowsRefused } from "@/components/portal/edits/shown-here";
import { NextStepHere } from "@/components/portal/shell/next-step";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import type { FieldYearRef } from "@/lib/domain/field-year";
import type { ConditionsNote, MomentBody } from "@/lib/portal-client/moment";
import { notedNow } from "@/lib/portal-client/server-clock";
import type { EditState, QueuedBody, QueuedEdit, RefusedEdit } from "@/lib/portal-client/queue";
import type { DriftPageWords } from "@/lib/views/portal/drift-page-words";
import styles from "./save-conditions.module.css";

type SaveWords = DriftPageWords["save"];

interface Props {
  words: DriftPageWords;
  edits: Edits;
  place: FieldYearRef;
  applicationEventId: string;
  body: MomentBody | null;
  observedAt: Wanted["observedAt"];
  read: Wanted["read"];
  preview: Preview;
  lock: { isLocked: boolean; text: string | null };
  missing: "wind" | "fault" | null;
  /** The wind is that of a forecast, of a station, or of an earlier time, and no one has measured it at the sprayer now. */
  isPlanOnly: boolean;
}

/**
 * Puts the conditions on record, once their answer is in sight. Without a network they are noted with their time and put
 * on record later. Whatever is refused, what was typed stays.
 */
export function SaveConditions({ words, edits, place, applicationEventId, ...asked }: Props) {
  const text = words.save;
  const saving = { edits, place, applicationEventId, wind: words.bar.wind, lookAgain: asked.preview.retry };
  const { state, waiting, refused, run } = useSave(saving);
  const button = useRef<HTMLButtonElement>(null);
  const { isNote, wanted } = wantedOf(edits, asked);
  const isSaving = state.kind === "saving";
  const canPress = wanted !== null && !asked.lock.isLocked && !asked.isPlanOnly && !isSaving;
  const press = (what: Wanted | null): void => {
    // Every other button goes with its message: the focus stays with the way to save.
    button.current?.focus({ preventScroll: true });
    if (canPress && what !== null) run(what);
  };
  const [name, what] = isNote ? [text.note, text.noteWhat] : [text.use, text.useWhat];
  const reasons = reasonsAgainst({ ...asked, isNote, isRunning: edits.isReady }, words);
  return (
    <div className={styles.saving}>
      <Button
        ref={button}
        kind="primary"
        aria-disabled={!canPress}
        aria-describedby={reasons.length === 0 ? "use-what" : "use-why"}
        onClick={() => press(wanted)}
      >
        {isSaving ? text.saving : name}
      </Button>
      <Why {...{ what, reasons }} />
      <div role="status">
        {state.kind === "saved" ? <Saved at={state.at} text={text} /> : null}
        {isSaving ? null : <Waiting notes={waiting} {...{ state, text }} />}
      </div>
      {refused.map((each) => {
        const note = noteInForm(each.body, asked.body);
        const again = note === null || wanted === null || !canPress ? null : againOf(each, note, wanted);
        return (
          <Refused
            key={each.item}
            {...{ each, text }}
            isInForm={note !== null}
            again={again === null ? null : () => press(again)}
            letGo={() => {
              press(null);
              edits.dismiss(each.item);
            }}
          />
        );
      })}
    </div>
  );
}

/** What the button does, or why it cannot be pressed. The former keeps its room: a page that moves with each turn of the dial reads another direction. */
const Why = ({ what, reasons }: { what: string; reasons: readonly string[] }) => (
  <div className={styles.why}>
    <p id="use-what" className={classNames(styles.words, reasons.length > 0 && styles.unsaid)}>
      {what}
    </p>
    <p id="use-why" className={styles.words}>
      {reasons.join(" ")}
    </p>
  </div>
);

/** What pressing the button would send; null while something is missing. Without a server there is no answer to rest on. */
function wantedOf(
  { isReady, state }: Edits,
  { body, observedAt, read, preview }: Pick<Props, "body" | "observedAt" | "read" | "preview">,
): { isNote: boolean; wanted: Wanted | null } {
  const isNote = isReady && (!state.isOnline || preview.isUnreachable);
  if (!isReady || body === null) return { isNote, wanted: null };
  const basis = !isNote && preview.isCurrent ? (preview.answer?.basis ?? null) : null;
  return { isNote, wanted: basis === null && !isNote ? null : { moment: body, basis, observedAt, read } };
}

/** What was refused, while it still stands in the form. Null: something else does. */
const noteInForm = (refused: QueuedBody, form: MomentBody | null): ConditionsNote | null =>
  refused.kind === "conditions" && JSON.stringify(refused.moment) === JSON.stringify(form) ? refused : null;

/** The same once more, as of when it was read: the longest ago that the clock of then or that of now says. */
const againOf = ({ madeAt }: RefusedEdit, note: ConditionsNote, wanted: Wanted): Wanted => ({
  ...wanted,
  observedAt: note.observedAt,
  read: {
    agoMs: () => {
      const [readAt, notedAt] = [Date.parse(note.windSetAt ?? note.notedAt), Date.parse(note.notedAt)];
      return Math.max(notedNow() - readAt, Date.now() - Date.parse(madeAt) + notedAt - readAt);
    },
  },
});

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
  /** What was refused still stands in the form. */
  isInForm: boolean;
  /** Null: it cannot be sent again. */
  again: (() => void) | null;
  letGo: () => void;
}

function Refused({ text, each, isInForm, again, letGo }: RefusedProps) {
  useShowsRefused(each.item);
  return (
    <Notice tone="warn" title={text.notSaved} isLive="alert">
      <p>
        {each.label}
        {text.noted} <LocalTime at={each.madeAt} isTimeOnly />: {each.reason.message} {isInForm ? text.stillHere : ""}
      </p>
      <div className={styles.choices}>
        <Button disabled={again === null} onClick={() => again?.()}>
          {text.again}
        </Button>
        <Button onClick={letGo}>{text.letGo}</Button>
      </div>
    </Notice>
  );
}
