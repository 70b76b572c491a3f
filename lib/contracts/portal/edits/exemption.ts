import { z } from "zod";
import { placeMembers, toPlace } from "@/lib/contracts/portal/edits/place";
import { text } from "@/lib/contracts/shared/text";
import type { ExemptionEdit } from "@/lib/domain/portal-edit";

const hasNoRepeats = (reasons: readonly string[]): boolean => new Set(reasons).size === reasons.length;

/** `base_answered_at` is the time of the answer that the editor saw, null where there was none. */
export const exemptionEdit = z
  .strictObject({
    kind: z.literal("exemption"),
    ...placeMembers,
    application_event_id: z.uuid(),
    reasons: z.array(text(100)).max(20).refine(hasNoRepeats, "must not repeat a reason"),
    base_answered_at: z.iso.datetime().nullable(),
  })
  .transform((wire): ExemptionEdit => ({
    kind: wire.kind,
    ...toPlace(wire),
    applicationEventId: wire.application_event_id,
    baseAnsweredAt: wire.base_answered_at,
    reasons: wire.reasons,
  }));
