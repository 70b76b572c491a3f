import { z } from "zod";
import { placeMembers, toPlace } from "@/lib/contracts/portal/edits/place";
import { notesText } from "@/lib/contracts/portal/edits/selection";
import type { DriftClaimEdit } from "@/lib/domain/portal-edit";

const claim = z.strictObject({
  custom_value: z.number().min(0).max(1_000_000).nullable(),
  notes: notesText.nullable(),
});
type Claim = z.output<typeof claim>;

const toClaim = (wire: Claim | null) => (wire === null ? null : { customValue: wire.custom_value, notes: wire.notes });

/** A claim saved with a figure by an earlier version may keep it, and earns nothing by it. */
const bringsNoFigure = (edit: { base: Claim | null; claim: Claim | null }): boolean => {
  const figure = edit.claim?.custom_value ?? null;
  return figure === null || figure === edit.base?.custom_value;
};

/** `base` is the claim that the editor saw, null for none; `claim` null takes it back. */
export const driftClaimEdit = z
  .strictObject({
    kind: z.literal("drift_claim"),
    ...placeMembers,
    application_event_id: z.uuid(),
    sub_option_id: z.int().positive(),
    base: claim.nullable(),
    claim: claim.nullable(),
  })
  .refine(bringsNoFigure, {
    path: ["claim", "custom_value"],
    message: "must be null: what a practice takes off stands in the menu or the label",
  })
  .transform((wire): DriftClaimEdit => ({
    kind: wire.kind,
    ...toPlace(wire),
    applicationEventId: wire.application_event_id,
    subOptionId: wire.sub_option_id,
    base: toClaim(wire.base),
    claim: toClaim(wire.claim),
  }));
