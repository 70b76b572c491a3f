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
  const ofBasis = (basis: "setup" | "claim") =>
    rows(view.practices.filter((practice) => practice.basis === basis && !isIdle(practice)));
  return (
    <Card title="Practices that reduce drift" id="practices">
      {view.practiceNote === null ? null : <Notice title={view.practiceNote} />}
      <p>
        Anyone who has this link can claim a practice; the claim belongs to this application and your farm software sees
        it. A claim counts in the buffer and stays unverified, so it never settles the answer by itself.
      </p>
      {view.lock.isLocked ? <p>{view.lock.text} Claims can be read.</p> : null}
      <h3>In place, on your word</h3>
      <div className={styles.rows}>{ofBasis("claim")}</div>
      {APART.map(({ isUnverified, what, why }) => {
        const practices = idle.filter((practice) => practice.isUnverified === isUnverified);
        return (
          <Apart key={what} count={practices.length} what={what} why={why}>
            {rows(practices)}
          </Apart>
        );
      })}
      <h3>Shown by the set-up</h3>
      <p>These count by themselves when the conditions above show them; you do not need to claim them.</p>
      <div className={styles.rows}>{ofBasis("setup")}</div>
    </Card>
  );
}

const APART = [
  {
    isUnverified: false,
    what: "nothing off here",
    why: "The label does not take them, or they are for another sprayer or wind. Claiming one gains nothing.",
  },
  {
    isUnverified: true,
    what: "nothing off because no one could verify the figure",
    why: "EPA's menu names them, but its figure has not been read. Claiming one can only leave the answer open.",
  },
];

/** Apart, because to claim one can only hurt. */
function Apart({ count, what, why, children }: { count: number; what: string; why: string; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <Fold summary={`${counted(count, "practice")} that ${count === 1 ? "takes" : "take"} ${what}`}>
      <p>{why}</p>
      <div className={styles.rows}>{children}</div>
    </Fold>
  );
}
