"use client";

import { useClaims } from "@/components/portal/drift/practices/claims";
import { PracticeRow } from "@/components/portal/drift/practices/practice-row";
import type { Edits } from "@/components/portal/edits/edits-provider";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { fieldYearRef } from "@/lib/domain/field-year";
import type { DriftAnswerView, DriftView } from "@/lib/views/portal/drift";
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
  const rows = (basis: "setup" | "claim") =>
    view.practices
      .filter((practice) => practice.basis === basis)
      .map((practice) => (
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
  return (
    <Card title="Practices that reduce drift" id="practices">
      {view.practiceNote === null ? null : <Notice title={view.practiceNote} />}
      <p>
        Anyone who has this link can claim a practice; the claim belongs to this application and your farm software sees
        it. A claim counts in the buffer and stays unverified, so it never settles the answer by itself.
      </p>
      {view.lock.isLocked ? <p>{view.lock.text} Claims can be read.</p> : null}
      <h3>In place, on your word</h3>
      <div className={styles.rows}>{rows("claim")}</div>
      <h3>Shown by the set-up</h3>
      <p>These count by themselves when the conditions above show them; you do not need to claim them.</p>
      <div className={styles.rows}>{rows("setup")}</div>
    </Card>
  );
}
