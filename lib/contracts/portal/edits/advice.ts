import { z } from "zod";
import { placeMembers, toPlace } from "@/lib/contracts/portal/edits/place";
import { RUNOFF_SYSTEMS } from "@/lib/domain/product";
import type { AdviceEdit } from "@/lib/domain/portal-edit";

const hasNoRepeats = (ids: readonly number[]): boolean => new Set(ids).size === ids.length;

/** A set closes a gap only with what was selected when it was advised, so any other change since refuses it. */
export const adviceEdit = z
  .strictObject({
    kind: z.literal("advice"),
    ...placeMembers,
    system: z.enum(RUNOFF_SYSTEMS),
    sub_option_ids: z.array(z.int().positive()).min(1).max(10).refine(hasNoRepeats, "must not repeat a measure"),
    base_revision: z.int().positive(),
  })
  .transform((wire): AdviceEdit => ({
    kind: wire.kind,
    ...toPlace(wire),
    system: wire.system,
    subOptionIds: wire.sub_option_ids,
    baseRevision: wire.base_revision,
  }));
