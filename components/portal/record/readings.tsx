"use client";

import { ReadingForm, type ReadingDraft } from "@/components/portal/record/reading-form";
import { useDraft } from "@/components/portal/record/use-draft";
import type { RecordWork } from "@/components/portal/record/use-record";
import { Button } from "@/components/ui/button";
import { useFieldZone } from "@/components/ui/field-clock";
import { Card } from "@/components/ui/card";
import { READING_MOMENTS, type ReadingMoment } from "@/lib/domain/record-terms";
import { wordsIn } from "@/lib/views/language";
import { BY_MISTAKE, momentInWords, readingInWords } from "@/lib/views/portal/record-words";
import type { ReadingView } from "@/lib/views/portal/record";
import styles from "./record.module.css";

const words = wordsIn({
  en: {
    title: "Start, refills, end",
    none: "Nothing is recorded yet. Read the air at boom height, at the start and at every refill.",
    waiting: " (on this device)",
    correct: "Correct",
    takeOut: "Take out",
  },
  es: {
    title: "Inicio, recargas y fin",
    none: "Todavía no hay nada registrado. Mida el viento y la temperatura a la altura del aguilón, al inicio y en cada recarga.",
    waiting: " (en este dispositivo)",
    correct: "Corregir",
    takeOut: "Retirar",
  },
});

interface Open {
  moment: ReadingMoment;
  /** The reading that is corrected; null: a new one. */
  replaces: ReadingView | null;
  /** What was tapped so far; null: nothing. */
  draft: ReadingDraft | null;
}

/** Start, refills and end, each with the air that was read. */
export function Readings({ work }: { work: RecordWork }) {
  const { shown, canWrite, write } = work;
  const [open, setOpen] = useDraft<Open>(`hedgerow-reading-${shown.applicationEventId}`);
  const last = shown.readings.findLast(({ windSpeedMph }) => windSpeedMph !== null) ?? null;
  return (
    <Card title={words().title} id="readings">
      {open === null ? (
        <div className={styles.moments}>
          {READING_MOMENTS.map((moment) => (
            <button
              key={moment}
              type="button"
              className={styles.big}
              disabled={!canWrite}
              onClick={() => setOpen({ moment, replaces: null, draft: null })}
            >
              {momentInWords(moment)}
            </button>
          ))}
        </div>
      ) : (
        <ReadingForm
          key={open.replaces?.entryId ?? open.moment}
          moment={open.moment}
          corrected={open.replaces}
          last={last}
          draft={open.draft}
          keep={(draft) => setOpen({ ...open, draft })}
          close={() => setOpen(null)}
          save={(reading) => {
            write(reading, open.replaces?.entryId ?? null);
            setOpen(null);
          }}
        />
      )}
      <ReadingList
        work={work}
        isOpen={open !== null}
        correct={(reading) => setOpen({ moment: reading.moment, replaces: reading, draft: null })}
      />
    </Card>
  );
}

interface ListProps {
  work: RecordWork;
  /** A form stands open: nothing else is corrected meanwhile. */
  isOpen: boolean;
  correct: (reading: ReadingView) => void;
}

function ReadingList({ work: { shown, canWrite, write }, isOpen, correct }: ListProps) {
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
          strike={() => write({ kind: "strike", reason: BY_MISTAKE }, reading.entryId)}
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
        <span className={styles.rowButtons}>
          <Button kind="quiet" onClick={correct}>
            {words().correct}
            <span className="visually-hidden">: {line}</span>
          </Button>
          <Button kind="quiet" onClick={strike}>
            {words().takeOut}
            <span className="visually-hidden">: {line}</span>
          </Button>
        </span>
      ) : null}
    </li>
  );
}
