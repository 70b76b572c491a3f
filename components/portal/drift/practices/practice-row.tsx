"use client";

import { lazy, Suspense, type ReactNode } from "react";
import { textOf } from "@/components/portal/drift/practices/claims";
import type { Edits } from "@/components/portal/edits/edits-provider";
import { useShowsRefused } from "@/components/portal/edits/shown-here";
import { SaveState } from "@/components/portal/edits/save-state";
import { Citations } from "@/components/portal/measures/citations";
import { Boundary } from "@/components/ui/boundary";
import { Choice } from "@/components/ui/choice";
import { Fold } from "@/components/ui/fold";
import { Icon, type IconName } from "@/components/ui/icon";
import type { ClaimText, DriftClaimEdit } from "@/lib/domain/portal-edit";
import { itemOf } from "@/lib/portal-client/items";
import type { PracticeState, PracticeText } from "@/lib/views/portal/drift";
import styles from "./practices.module.css";

interface Props {
  practice: PracticeText;
  /** What its figures and their source are folded behind. */
  details: string;
  /** Null: no conditions are known to judge it by. */
  state: PracticeState | null;
  /** With what is on its way; null: not claimed. */
  shown: ClaimText | null;
  saved: ClaimText | null;
  /** The edit of this practice, but for what it changes. */
  subject: Omit<DriftClaimEdit, "base" | "claim">;
  edits: Edits;
  canEdit: boolean;
}

/** Fetched with the first claim that is refused: until then, and where it cannot be had, the row says why it is not saved. */
const RefusedClaim = lazy(async () => ({
  default: (await import("@/components/portal/drift/practices/refused-claim")).RefusedClaim,
}));

/** Fetched with the first practice that is claimed. */
const PracticeNotes = lazy(async () => ({
  default: (await import("@/components/portal/drift/practices/practice-notes")).PracticeNotes,
}));

const ICONS: Record<PracticeState["standing"], IconName> = {
  verified: "check",
  claimed: "question",
  no_effect: "dash",
  disallowed: "alert",
  not_in_use: "dash",
};

/** One practice: what it gives, how it stands, and for a claimed one its notes. */
export function PracticeRow({ practice, details, state, shown, saved, subject, edits, canEdit }: Props) {
  const { id, label, basis } = practice;
  const item = itemOf(subject);
  const editState = edits.stateOf(item);
  useShowsRefused(editState.kind === "refused" ? item : null);
  const submit = (claim: ClaimText | null, base: ClaimText | null): void =>
    edits.submit({ item, label, body: { ...subject, base, claim } });
  return (
    <div className={styles.row} data-practice={id}>
      {basis === "setup" ? (
        <div className={styles.setup}>
          <p className={styles.label}>{label}</p>
          <Verdict practice={practice} state={state} />
        </div>
      ) : (
        <Choice
          type="checkbox"
          id={`practice-${id}`}
          label={label}
          checked={shown !== null}
          disabled={!canEdit}
          onChange={({ target }) => submit(target.checked ? { customValue: null, notes: null } : null, textOf(shown))}
          description={<Verdict practice={practice} state={state} />}
        />
      )}
      {shown === null ? null : (
        <LazyPart fallback={null}>
          <PracticeNotes id={id} claim={shown} canEdit={canEdit} submit={submit} />
        </LazyPart>
      )}
      {editState.kind === "refused" ? (
        <LazyPart fallback={<SaveState state={editState} />}>
          <RefusedClaim
            label={label}
            reason={editState}
            refused={edits.state.refused.find((each) => each.item === item)?.body}
            saved={saved}
            submit={submit}
            dismiss={() => edits.dismiss(item)}
          />
        </LazyPart>
      ) : (
        <SaveState state={editState} />
      )}
      <Details {...{ practice, details }} />
    </div>
  );
}

/** What is fetched when it is needed; `fallback`: until then, and where it cannot be had. */
const LazyPart = ({ fallback, children }: { fallback: ReactNode; children: ReactNode }) => (
  <Boundary fallback={fallback}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </Boundary>
);

function Verdict({ practice, state }: Pick<Props, "practice" | "state">) {
  const { helperText, gives, ruledOut } = practice;
  return (
    <>
      {helperText === null ? null : <span className={styles.part}>{helperText}</span>}
      {ruledOut === null ? null : (
        <span className={styles.part}>
          <Icon name="alert" /> {ruledOut}
        </span>
      )}
      {state === null ? (
        <span className={styles.part}>{gives.join("; ")}</span>
      ) : (
        <span className={styles.part} data-practice-standing={state.standing}>
          <Icon name={ICONS[state.standing]} /> <strong>{state.badge}.</strong> {state.text}
        </span>
      )}
    </>
  );
}

function Details({ practice: { label, gives, evidence, citations }, details }: Pick<Props, "practice" | "details">) {
  return (
    <Fold
      summary={
        <>
          {details} <span className="visually-hidden">: {label}</span>
        </>
      }
    >
      <ul>
        {gives.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{evidence}.</p>
      <Citations citations={citations} />
    </Fold>
  );
}
