"use client";

import { useEffect, useRef } from "react";
import { ClockNotice } from "@/components/portal/record/clock-notice";
import { FactForm } from "@/components/portal/record/fact-form";
import { Items } from "@/components/portal/record/items";
import { KeptWeather } from "@/components/portal/record/kept-weather";
import { Meter } from "@/components/portal/record/meter";
import { Photos } from "@/components/portal/record/photos";
import { Readings } from "@/components/portal/record/readings";
import { RefusedEntry } from "@/components/portal/record/refused-entry";
import { SignOff } from "@/components/portal/record/sign-off";
import { SIGNED_ID, SignedRecord } from "@/components/portal/record/signed-record";
import { useRecord, type RecordWork } from "@/components/portal/record/use-record";
import { SaveState } from "@/components/portal/edits/save-state";
import { Notice } from "@/components/ui/notice";
import type { EditState } from "@/lib/portal-client/queue";
import { wordsIn } from "@/lib/views/language";
import type { RecordView } from "@/lib/views/portal/record";
import styles from "./record.module.css";

const words = wordsIn({
  en: {
    noScript: "To write here, switch on JavaScript",
    noScriptText: "Everything can be read without it.",
    notSigned: "Not signed: no one has signed this record yet, and what it says can still change.",
    left: (entries: number) => `${entries} entries and photos are still on this device alone.`,
  },
  es: {
    noScript: "Para escribir aquí, active JavaScript",
    noScriptText: "Todo se puede leer sin él.",
    notSigned: "Sin firmar: nadie ha firmado aún este registro, y lo que dice todavía puede cambiar.",
    left: (entries) => `${entries} anotaciones y fotos siguen solo en este dispositivo.`,
  },
});

/** The record of an application: readings by big buttons, what is still asked, and the signature. */
export function RecordEditor({ view }: { view: RecordView }) {
  const work = useRecord(view);
  const { shown, refused } = work;
  const left = waitingIn(work);
  useWayToSignature(shown.signed !== null);
  return (
    <div className={styles.page}>
      <noscript>
        <Notice title={words().noScript}>
          <p>{words().noScriptText}</p>
        </Notice>
      </noscript>
      {refused.map((edit) => (
        <RefusedEntry key={edit.item} work={work} edit={edit} />
      ))}
      {shown.signed === null ? (
        <p className={styles.forPaper}>{words().notSigned}</p>
      ) : (
        <SignedRecord signed={shown.signed} additions={shown.additions} />
      )}
      <ClockNotice minutesAhead={work.minutesAhead} />
      <Readings work={work} />
      <Photos work={work} />
      <div role="status">
        <SaveState state={savingOf(work)} />
      </div>
      {/* Not read out: it counts down while a dozen photos are sent. */}
      {left > 1 ? <p className={styles.quiet}>{words().left(left)}</p> : null}
      <Meter shown={shown} />
      <FactForm work={work} />
      {shown.signed === null ? <SignOff work={work} /> : null}
      <Items shown={shown} />
      <KeptWeather weather={shown.weather} />
    </div>
  );
}

/** The form of the signature goes once it is saved, and the focus with it: what was signed stands at the top of the page. */
function useWayToSignature(isSigned: boolean): void {
  const wasSigned = useRef(isSigned);
  useEffect(() => {
    const isNew = isSigned && !wasSigned.current;
    wasSigned.current = isSigned;
    if (isNew && document.activeElement === document.body) document.getElementById(SIGNED_ID)?.focus();
  }, [isSigned]);
}

/** How many entries and photos wait to be sent. */
const waitingIn = ({ shown, photos }: RecordWork): number =>
  shown.waiting.size + photos.filter(({ isWaiting }) => isWaiting).length;

/** How what was written here stands, all of it together. */
function savingOf(work: RecordWork): EditState {
  const { edits, savedAt } = work;
  if (waitingIn(work) > 0) return { kind: edits.state.isOnline ? "saving" : "waiting" };
  return savedAt === null ? { kind: "idle" } : { kind: "saved", at: savedAt };
}
