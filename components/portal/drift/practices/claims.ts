import { useCallback, useMemo, useState } from "react";
import type { Outcome } from "@/lib/portal-client/queue-host";
import { useEditOutcomes, type Edits } from "@/components/portal/edits/edits-provider";
import { useRefresh } from "@/components/portal/offline/use-refresh";
import type { ManualClaim } from "@/lib/domain/drift";
import type { ClaimText } from "@/lib/domain/portal-edit";
import type { QueuedBody } from "@/lib/portal-client/queue";

/** Claims with one edit of a claim made; any other edit changes none. */
export function withClaim(
  claims: readonly ManualClaim[],
  edit: QueuedBody,
  applicationEventId: string,
): readonly ManualClaim[] {
  if (edit.kind !== "drift_claim" || edit.applicationEventId !== applicationEventId) return claims;
  const { subOptionId, claim } = edit;
  const others = claims.filter((each) => each.subOptionId !== subOptionId);
  return claim === null ? others : [...others, { subOptionId, ...claim }];
}

/** What an edit of a claim wanted; undefined for any other. */
export const wantedClaim = (edit: QueuedBody | undefined): ClaimText | null | undefined =>
  edit?.kind === "drift_claim" ? edit.claim : undefined;

/** A claim as an edit names it: without the number of its practice. */
export const textOf = (claim: ClaimText | null): ClaimText | null =>
  claim === null ? null : { customValue: claim.customValue, notes: claim.notes };

interface Claims {
  /** As the server has them, as far as this page knows. */
  saved: readonly ManualClaim[];
  /** With what is on its way. */
  shown: readonly ManualClaim[];
}

/** The claims of an application: the page's own, with what was saved since it was loaded and what is on its way. */
export function useClaims(fromPage: readonly ManualClaim[], applicationEventId: string, edits: Edits): Claims {
  const refresh = useRefresh();
  const [known, setKnown] = useState({ fromPage, claims: fromPage });
  if (known.fromPage !== fromPage) setKnown({ fromPage, claims: fromPage });
  useEditOutcomes(
    useCallback(
      ({ edit: { body }, verdict }: Outcome) => {
        if (verdict.kind === "saved") {
          setKnown((before) => ({ ...before, claims: withClaim(before.claims, body, applicationEventId) }));
        }
        // What an undo changed, or someone else did, comes with the page's own data.
        if (["undo", "redo", "drift_claim"].includes(body.kind)) void refresh();
      },
      [refresh, applicationEventId],
    ),
  );
  const { queued } = edits.state;
  const shown = useMemo(
    () => queued.reduce((claims, { body }) => withClaim(claims, body, applicationEventId), known.claims),
    [queued, known.claims, applicationEventId],
  );
  return { saved: known.claims, shown };
}
