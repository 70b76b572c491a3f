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
import type { DriftPageWords } from "@/lib/views/portal/drift-page-words";
import { counted } from "@/lib/views/words";
import styles from "./practices.module.css";

interface Props {
  view: DriftView;
  answer: DriftAnswerView | null;
  edits: Edits;
}

/** What takes something off a buffer: what the set-up shows by itself, and what someone has to say is in place. */
export function Practices({ view, answer, edits }: Props) {
  const text = view.words.practices;
  const claims = useClaims(view.claims, view.applicationEventId, edits);
  const canEdit = edits.isReady && !view.lock.isLocked;
  // Without conditions nothing is known to take nothing off.
  const isIdle = ({ id, basis }: PracticeText): boolean =>
    basis === "claim" &&
    !claims.shown.some(({ subOptionId }) => subOptionId === id) &&
    !isRefused(id, { edits, view }) &&
    answer?.practices.find((state) => state.id === id)?.helps === false;
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
        {...{ edits, canEdit, details: text.details }}
      />
    ));
  const ofBasis = (wanted: "setup" | "claim") =>
    rows(view.practices.filter((practice) => practice.basis === wanted && !isIdle(practice)));
  return (
    <Card title={text.title} id="practices">
      {view.practiceNote === null ? null : <Notice title={view.practiceNote} />}
      <p>{text.what}</p>
      {view.lock.isLocked ? <p>{`${view.lock.text ?? ""} ${text.canBeRead}`}</p> : null}
      <h3>{text.onYourWord}</h3>
      <div className={styles.rows}>{ofBasis("claim")}</div>
      {APART.map((kind) => {
        const practices = idle.filter(({ isUnverified }) => isUnverified === (kind === "unverified"));
        return (
          <Apart key={kind} count={practices.length} text={text[kind]}>
            {rows(practices)}
          </Apart>
        );
      })}
      <h3>{text.bySetup}</h3>
      <p>{text.bySetupWhy}</p>
      <div className={styles.rows}>{ofBasis("setup")}</div>
    </Card>
  );
}

/** Behind a fold no one would see that a claim was not saved, which no other part of the page says. */
const isRefused = (id: number, { edits, view }: Pick<Props, "edits" | "view">): boolean =>
  edits.state.refused.some(
    ({ body }) =>
      body.kind === "drift_claim" && body.subOptionId === id && body.applicationEventId === view.applicationEventId,
  );

const APART = ["notHere", "unverified"] as const;

interface ApartProps {
  count: number;
  text: DriftPageWords["practices"]["notHere"];
  children: ReactNode;
}

/** Apart, because to claim one can only hurt. */
function Apart({ count, text: { one, several, why }, children }: ApartProps) {
  if (count === 0) return null;
  return (
    <Fold summary={counted(count, one, several)}>
      <p>{why}</p>
      <div className={styles.rows}>{children}</div>
    </Fold>
  );
}
