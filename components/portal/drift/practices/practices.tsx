"use client";

import type { ReactNode } from "react";
import { useClaims } from "@/components/portal/drift/practices/claims";
import { PracticeRow } from "@/components/portal/drift/practices/practice-row";
import type { Edits } from "@/components/portal/edits/edits-provider";
import { Card } from "@/components/ui/card";
import { Fold } from "@/components/ui/fold";
import { Notice } from "@/components/ui/notice";
import { fieldYearRef } from "@/lib/domain/field-year";
import type { DriftAnswerView, DriftView, PracticeText } from "@/lib/views/portal/drift";
import { counted } from "@/lib/views/words";
import styles from "./practices.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    title: "Practices that reduce drift",
    what: "Anyone who has this link can claim a practice; the claim belongs to this application and your farm software sees it. A claim counts in the buffer and stays unverified, so it never settles the answer by itself.",
    canBeRead: "Claims can be read.",
    onYourWord: "In place, on your word",
    notHere: {
      what: (count: number) => `${counted(count, "practice that takes", "practices that take")} nothing off here`,
      why: "The label does not take them, or they are for another sprayer or wind. Claiming one gains nothing.",
    },
    unverified: {
      what: (count: number) =>
        `${counted(count, "practice that takes", "practices that take")} nothing off because no one could verify the figure`,
      why: "EPA's menu names them, but its figure has not been read. Claiming one can only leave the answer open.",
    },
    bySetup: "Shown by the set-up",
    bySetupWhy: "These count by themselves when the conditions above show them; you do not need to claim them.",
  },
  es: {
    title: "Prácticas que reducen la deriva",
    what: "Cualquiera que tenga este enlace puede declarar una práctica; la declaración pertenece a esta aplicación y su programa agrícola la ve. Una declaración cuenta en la zona de amortiguamiento y queda sin verificar, así que por sí sola nunca resuelve la respuesta.",
    canBeRead: "Las declaraciones se pueden leer.",
    onYourWord: "En uso, según lo que usted declara",
    notHere: {
      what: (count) => `${counted(count, "práctica que no descuenta", "prácticas que no descuentan")} nada aquí`,
      why: "La etiqueta no las acepta, o son para otra pulverizadora u otro viento. Declarar una no aporta nada.",
    },
    unverified: {
      what: (count) =>
        `${counted(count, "práctica que no descuenta", "prácticas que no descuentan")} nada porque nadie pudo verificar la cifra`,
      why: "El menú de la EPA las nombra, pero no se ha leído su cifra. Declarar una solo puede dejar la respuesta por resolver.",
    },
    bySetup: "Se ven en la configuración",
    bySetupWhy:
      "Estas cuentan por sí solas cuando las condiciones de arriba las muestran; usted no necesita declararlas.",
  },
});

interface Props {
  view: DriftView;
  answer: DriftAnswerView | null;
  edits: Edits;
}

/** What takes something off a buffer: what the set-up shows by itself, and what someone has to say is in place. */
export function Practices({ view, answer, edits }: Props) {
  const claims = useClaims(view.claims, view.applicationEventId, edits);
  const canEdit = edits.isReady && !view.lock.isLocked;
  const isClaimed = (id: number): boolean => claims.shown.some(({ subOptionId }) => subOptionId === id);
  // Without conditions nothing is known to take nothing off.
  const isIdle = ({ id, basis }: PracticeText): boolean =>
    basis === "claim" && !isClaimed(id) && answer?.practices.find((state) => state.id === id)?.helps === false;
  const idle = view.practices.filter(isIdle);
  const rows = (practices: readonly PracticeText[]) =>
    practices.map((practice) => (
      <PracticeRow
        key={practice.id}
        practice={practice}
        state={answer?.practices.find(({ id }) => id === practice.id) ?? null}
        shown={claims.shown.find(({ subOptionId }) => subOptionId === practice.id) ?? null}
        saved={claims.saved.find(({ subOptionId }) => subOptionId === practice.id) ?? null}
        subject={{
          kind: "drift_claim",
          ...fieldYearRef(view.live.place),
          applicationEventId: view.applicationEventId,
          subOptionId: practice.id,
        }}
        {...{ edits, canEdit }}
      />
    ));
  const ofBasis = (wanted: "setup" | "claim") =>
    rows(view.practices.filter((practice) => practice.basis === wanted && !isIdle(practice)));
  return (
    <Card title={words().title} id="practices">
      {view.practiceNote === null ? null : <Notice title={view.practiceNote} />}
      <p>{words().what}</p>
      {view.lock.isLocked ? <p>{`${view.lock.text ?? ""} ${words().canBeRead}`}</p> : null}
      <h3>{words().onYourWord}</h3>
      <div className={styles.rows}>{ofBasis("claim")}</div>
      {APART.map((kind) => {
        const practices = idle.filter(({ isUnverified }) => isUnverified === (kind === "unverified"));
        return (
          <Apart key={kind} count={practices.length} kind={kind}>
            {rows(practices)}
          </Apart>
        );
      })}
      <h3>{words().bySetup}</h3>
      <p>{words().bySetupWhy}</p>
      <div className={styles.rows}>{ofBasis("setup")}</div>
    </Card>
  );
}

const APART = ["notHere", "unverified"] as const;

/** Apart, because to claim one can only hurt. */
function Apart({ count, kind, children }: { count: number; kind: (typeof APART)[number]; children: ReactNode }) {
  if (count === 0) return null;
  const { what, why } = words()[kind];
  return (
    <Fold summary={what(count)}>
      <p>{why}</p>
      <div className={styles.rows}>{children}</div>
    </Fold>
  );
}
