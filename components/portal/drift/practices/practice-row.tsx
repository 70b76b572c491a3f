"use client";

import { lazy, Suspense } from "react";
import { wantedClaim } from "@/components/portal/drift/practices/claims";
import type { Edits } from "@/components/portal/edits/edits-provider";
import { NotSaved } from "@/components/portal/edits/not-saved";
import { SaveState } from "@/components/portal/edits/save-state";
import { Citations } from "@/components/portal/measures/citations";
import { Choice } from "@/components/ui/choice";
import { Fold } from "@/components/ui/fold";
import { Icon, type IconName } from "@/components/ui/icon";
import type { ClaimText, DriftClaimEdit } from "@/lib/domain/portal-edit";
import { itemOf } from "@/lib/portal-client/items";
import type { PracticeState, PracticeText } from "@/lib/views/portal/drift";
import styles from "./practices.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    ruledOut: (products: readonly string[]) => `The label of ${products.join(" and of ")} rules it out.`,
    notSaved: (practice: string) => `Not saved: ${practice}`,
    both: (saved: string, own: string) => `Saved now: ${saved}. Yours: ${own}.`,
    notClaimed: "not claimed",
    withoutNotes: "claimed, without notes",
    withNotes: (notes: string) => `claimed, “${notes}”`,
  },
  es: {
    ruledOut: (products) => `La etiqueta de ${products.join(" y de ")} la descarta.`,
    notSaved: (practice) => `No se guardó: ${practice}`,
    both: (saved, own) => `Guardado ahora: ${saved}. Lo suyo: ${own}.`,
    notClaimed: "no declarada",
    withoutNotes: "declarada, sin notas",
    withNotes: (notes) => `declarada, “${notes}”`,
  },
});

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
        <Suspense>
          <PracticeNotes id={id} claim={shown} canEdit={canEdit} submit={submit} />
        </Suspense>
      )}
      {editState.kind === "refused" ? (
        <Refused
          label={label}
          reason={editState}
          wanted={wantedClaim(edits.state.refused.find((each) => each.item === item)?.body)}
          saved={saved}
          submit={submit}
          dismiss={() => edits.dismiss(item)}
        />
      ) : (
        <SaveState state={editState} />
      )}
      <Details {...{ practice, details }} />
    </div>
  );
}

/** A claim as an edit names it: without the number of its practice. */
const textOf = (claim: ClaimText | null): ClaimText | null =>
  claim === null ? null : { customValue: claim.customValue, notes: claim.notes };

function Verdict({ practice, state }: Pick<Props, "practice" | "state">) {
  const { helperText, gives, ruledOutBy } = practice;
  return (
    <>
      {helperText === null ? null : <span className={styles.part}>{helperText}</span>}
      {ruledOutBy.length === 0 ? null : (
        <span className={styles.part}>
          <Icon name="alert" /> {words().ruledOut(ruledOutBy)}
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

interface RefusedProps {
  label: string;
  reason: { code: string; message: string };
  wanted: ClaimText | null | undefined;
  saved: ClaimText | null;
  submit: (claim: ClaimText | null, base: ClaimText | null) => void;
  dismiss: () => void;
}

/** A claim that was not taken: what was wanted stays here until its maker has seen to it. */
function Refused({ label, reason, wanted, saved, submit, dismiss }: RefusedProps) {
  const canInsist = reason.code === "CHANGED" && wanted !== undefined;
  return (
    <NotSaved
      title={words().notSaved(label)}
      reason={reason}
      insist={canInsist ? () => submit(wanted, textOf(saved)) : null}
      dismiss={dismiss}
    >
      <p>{words().both(inWords(saved), inWords(wanted ?? null))}</p>
    </NotSaved>
  );
}

const inWords = (claim: ClaimText | null): string => {
  if (claim === null) return words().notClaimed;
  return claim.notes === null ? words().withoutNotes : words().withNotes(claim.notes);
};
