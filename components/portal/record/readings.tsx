"use client";

import { AfterSignature } from "@/components/portal/record/after-signature";
import { READING_FORM_ID, ReadingForm, type ReadingDraft } from "@/components/portal/record/reading-form";
import { TakeOut } from "@/components/portal/record/take-out";
import { useDraft } from "@/components/portal/record/use-draft";
import type { RecordWork } from "@/components/portal/record/use-record";
import { Button } from "@/components/ui/button";
import { useFieldZone } from "@/components/ui/field-clock";
import { Card } from "@/components/ui/card";
import { useFocusAfter } from "@/components/ui/use-focus-after";
import { READING_MOMENTS, type ReadingMoment } from "@/lib/domain/record-terms";
import { wordsIn } from "@/lib/views/language";
import { BY_MISTAKE, momentInWords, readingInWords } from "@/lib/views/portal/record-words";
import type { ReadingView } from "@/lib/views/portal/record";
import styles from "./record.module.css";

const words = wordsIn({
  en: {
    title: "Start, refills, end",
    list: "What is recorded",
    none: "Nothing is recorded yet. Read the air at boom height, at the start and at every refill.",
    waiting: " (on this device)",
    correct: "Correct",
  },
  es: {
    title: "Inicio, recargas y fin",
    list: "Lo que está registrado",
    none: "Todavía no hay nada registrado. Mida el viento y la temperatura a la altura del aguilón, al inicio y en cada recarga.",
    waiting: " (en este dispositivo)",
    correct: "Corregir",
  },
});

interface Open {
  moment: ReadingMoment;
  /** The reading that is corrected; null: a new one. */
  replaces: ReadingView | null;
  /** What was tapped so far; null: nothing. */
  draft: ReadingDraft | null;
}

export const READING_LIST_ID = "reading-list";
const buttonId = (moment: ReadingMoment): string => `record-${moment}`;

/** Start, refills and end, each with the air that was read. */
export function Readings({ work }: { work: RecordWork }) {
  const { shown, canWrite, write } = work;
  const [open, setOpen] = useDraft<Open>(`hedgerow-reading-${shown.applicationEventId}`);
  const focusAfter = useFocusAfter();
  const begin = (moment: ReadingMoment, replaces: ReadingView | null): void => {
    setOpen({ moment, replaces, draft: null });
    focusAfter(READING_FORM_ID);
  };
  const last = shown.readings.findLast(({ windSpeedMph }) => windSpeedMph !== null) ?? null;
  return (
    <Card title={words().title} id="readings">
      {shown.signed === null ? null : <AfterSignature />}
      {open === null ? (
        <Moments canWrite={canWrite} begin={(moment) => begin(moment, null)} />
      ) : (
        <ReadingForm
          key={open.replaces?.entryId ?? open.moment}
          moment={open.moment}
          corrected={open.replaces}
          last={last}
          draft={open.draft}
          keep={(draft) => setOpen({ ...open, draft })}
          close={() => {
            setOpen(null);
            focusAfter(open.replaces === null ? buttonId(open.moment) : READING_LIST_ID);
          }}
          save={(reading) => {
            write(reading, open.replaces?.entryId ?? null);
            setOpen(null);
            focusAfter(READING_LIST_ID);
          }}
        />
      )}
      <div id={READING_LIST_ID} tabIndex={-1} role="group" aria-label={words().list}>
        <ReadingList
          work={work}
          isOpen={open !== null}
          correct={(reading) => begin(reading.moment, reading)}
          struck={() => focusAfter(READING_LIST_ID)}
        />
      </div>
    </Card>
  );
}

const Moments = ({ canWrite, begin }: { canWrite: boolean; begin: (moment: ReadingMoment) => void }) => (
  <div className={styles.moments}>
    {READING_MOMENTS.map((moment) => (
      <button
        key={moment}
        id={buttonId(moment)}
        type="button"
        className={styles.big}
        disabled={!canWrite}
        onClick={() => begin(moment)}
      >
        {momentInWords(moment)}
      </button>
    ))}
  </div>
);

interface ListProps {
  work: RecordWork;
  /** A form stands open: nothing else is corrected meanwhile. */
  isOpen: boolean;
  correct: (reading: ReadingView) => void;
  /** A reading was just taken out, and its row goes. */
  struck: () => void;
}

function ReadingList({ work: { shown, canWrite, write }, isOpen, correct, struck }: ListProps) {
  if (shown.readings.length === 0) {
    return <p>{words().none}</p>;
  }
  return (
    <ol className={styles.list} data-readings={shown.readings.length}>
      {shown.readings.map((reading) => (
        <ReadingRow
          key={reading.entryId}
          reading={reading}
          isWaiting={shown.waiting.has(reading.entryId)}
          canWrite={canWrite && !isOpen}
          correct={() => correct(reading)}
          strike={() => {
            write({ kind: "strike", reason: BY_MISTAKE }, reading.entryId);
            struck();
          }}
        />
      ))}
    </ol>
  );
}

interface RowProps {
  reading: ReadingView;
  isWaiting: boolean;
  canWrite: boolean;
  correct: () => void;
  strike: () => void;
}

function ReadingRow({ reading, isWaiting, canWrite, correct, strike }: RowProps) {
  const line = readingInWords(reading, useFieldZone());
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        {line}
        {isWaiting ? <span className={styles.quiet}>{words().waiting}</span> : null}
      </span>
      {canWrite ? (
        <TakeOut what={line} takeOut={strike}>
          <Button kind="quiet" onClick={correct}>
            {words().correct}
            <span className="visually-hidden">: {line}</span>
          </Button>
        </TakeOut>
      ) : null}
    </li>
  );
}
