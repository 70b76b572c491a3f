import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import type { EditBody } from "@/lib/portal-client/bodies";
import type { Outcome } from "@/lib/portal-client/edit-queue";
import { useEditOutcomes, type Edits } from "@/components/portal/edits/edits-provider";
import type { ManualClaim } from "@/lib/domain/drift";
import type { FieldYearRef } from "@/lib/domain/field-year";

/** The words for a claimed practice. */
export interface ClaimText {
  customValue: number | null;
  notes: string | null;
}

interface WireClaim {
  custom_value: number | null;
  notes: string | null;
}

export const claimItem = (applicationEventId: string, id: number): string => `drift_claim:${applicationEventId}:${id}`;

const wireOf = (claim: ClaimText | null): WireClaim | null =>
  claim === null ? null : { custom_value: claim.customValue, notes: claim.notes };

export const claimBody = (
  place: FieldYearRef,
  id: number,
  { base, claim }: { base: ClaimText | null; claim: ClaimText | null },
): EditBody => ({
  kind: "drift_claim",
  field_id: place.fieldId,
  year: place.year,
  application_event_id: place.applicationEventId,
  sub_option_id: id,
  base: wireOf(base),
  claim: wireOf(claim),
});

/** Claims with one edit of a claim made; any other edit changes none. */
export function withClaim(
  claims: readonly ManualClaim[],
  body: EditBody,
  applicationEventId: string,
): readonly ManualClaim[] {
  if (body.kind !== "drift_claim" || body.application_event_id !== applicationEventId) return claims;
  const { sub_option_id: id, claim } = body as unknown as { sub_option_id: number; claim: WireClaim | null };
  const others = claims.filter(({ subOptionId }) => subOptionId !== id);
  return claim === null
    ? others
    : [...others, { subOptionId: id, customValue: claim.custom_value, notes: claim.notes }];
}

/** What an edit of a claim wanted; undefined for any other. */
export function wantedClaim(body: EditBody | undefined): ClaimText | null | undefined {
  if (body?.kind !== "drift_claim") return undefined;
  const { claim } = body as unknown as { claim: WireClaim | null };
  return claim === null ? null : { customValue: claim.custom_value, notes: claim.notes };
}

interface Claims {
  /** As the server has them, as far as this page knows. */
  saved: readonly ManualClaim[];
  /** With what is on its way. */
  shown: readonly ManualClaim[];
}

/** The claims of an application: the page's own, with what was saved since it was loaded and what is on its way. */
export function useClaims(fromPage: readonly ManualClaim[], applicationEventId: string, edits: Edits): Claims {
  const router = useRouter();
  const [known, setKnown] = useState({ fromPage, claims: fromPage });
  if (known.fromPage !== fromPage) setKnown({ fromPage, claims: fromPage });
  useEditOutcomes(
    useCallback(
      ({ edit: { body }, verdict }: Outcome) => {
        if (verdict.kind === "saved") {
          setKnown((before) => ({ ...before, claims: withClaim(before.claims, body, applicationEventId) }));
        }
        // What an undo changed, or someone else did, comes with the page's own data.
        if (["undo", "redo", "drift_claim"].includes(body.kind)) router.refresh();
      },
      [router, applicationEventId],
    ),
  );
  const { queued } = edits.state;
  const shown = useMemo(
    () => queued.reduce((claims, { body }) => withClaim(claims, body, applicationEventId), known.claims),
    [queued, known.claims, applicationEventId],
  );
  return { saved: known.claims, shown };
}
