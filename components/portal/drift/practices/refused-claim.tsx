import { useEffect, useRef } from "react";
import { textOf, wantedClaim } from "@/components/portal/drift/practices/claims";
import { NotSaved } from "@/components/portal/edits/not-saved";
import type { ClaimText } from "@/lib/domain/portal-edit";
import type { QueuedBody } from "@/lib/portal-client/queue";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    notSaved: (practice: string) => `Not saved: ${practice}`,
    both: (saved: string, own: string) => `Saved now: ${saved}. Yours: ${own}.`,
    notClaimed: "not claimed",
    withoutNotes: "claimed, without notes",
    withNotes: (notes: string) => `claimed, “${notes}”`,
  },
  es: {
    notSaved: (practice) => `No se guardó: ${practice}`,
    both: (saved, own) => `Guardado ahora: ${saved}. Lo suyo: ${own}.`,
    notClaimed: "no declarada",
    withoutNotes: "declarada, sin notas",
    withNotes: (notes) => `declarada, “${notes}”`,
  },
});

interface Props {
  label: string;
  reason: { code: string; message: string };
  /** The edit that was refused. */
  refused: QueuedBody | undefined;
  saved: ClaimText | null;
  submit: (claim: ClaimText | null, base: ClaimText | null) => void;
  dismiss: () => void;
}

/** A claim that was not taken: what was wanted stays here until its maker has seen to it. */
export function RefusedClaim({ label, reason, refused, saved, submit, dismiss }: Props) {
  const wanted = wantedClaim(refused);
  const keepFocus = useKeptFocus(refused);
  const canInsist = reason.code === "CHANGED" && wanted !== undefined;
  return (
    <NotSaved
      title={words().notSaved(label)}
      reason={reason}
      insist={canInsist ? () => submit(wanted, textOf(saved)) : null}
      dismiss={() => {
        keepFocus();
        dismiss();
      }}
    >
      <p>{words().both(inWords(saved), inWords(wanted ?? null))}</p>
    </NotSaved>
  );
}

/**
 * The button goes with its message, and the row goes back to where it stood: the focus goes along, to what the row is folded behind or
 * else to its own details. Its box may be locked.
 */
function useKeptFocus(refused: QueuedBody | undefined): () => void {
  const isLetGo = useRef(false);
  const id = refused?.kind === "drift_claim" ? refused.subOptionId : null;
  useEffect(
    () => () => {
      const row = isLetGo.current ? document.querySelector(`[data-practice="${id}"]`) : null;
      (row?.parentElement?.closest("details") ?? row)?.querySelector("summary")?.focus();
    },
    [id],
  );
  return () => {
    isLetGo.current = true;
  };
}

const inWords = (claim: ClaimText | null): string => {
  if (claim === null) return words().notClaimed;
  return claim.notes === null ? words().withoutNotes : words().withNotes(claim.notes);
};
