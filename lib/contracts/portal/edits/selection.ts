import { z } from "zod";
import { placeMembers, toPlace } from "@/lib/contracts/portal/edits/place";
import { calendarDate } from "@/lib/contracts/shared/text";
import { RUNOFF_SYSTEMS } from "@/lib/domain/product";
import type { SelectionEdit } from "@/lib/domain/portal-edit";

/** Lines are kept; other control characters and halves of characters are what no database holds. */
const NOTES = /^(?:[^\p{Cc}\p{Cs}]|\n|\t)*$/u;
export const MAX_NOTES = 2000;
/** What someone writes about a measure or practice. */
export const notesText = z.string().min(1).max(MAX_NOTES).regex(NOTES, "must not contain control characters");

const written = z
  .strictObject({
    implementation_date: calendarDate.nullable(),
    notes: notesText.nullable(),
  })
  .transform((wire) => ({ implementationDate: wire.implementation_date, notes: wire.notes }));

/** `base` is what the editor saw of this measure: the edit is refused if it is something else by now. */
export const selectionEdit = z
  .strictObject({
    kind: z.literal("selection"),
    ...placeMembers,
    system: z.enum(RUNOFF_SYSTEMS),
    sub_option_id: z.int().positive(),
    base: written.nullable(),
    selection: written.nullable(),
  })
  .transform((wire): SelectionEdit => ({
    kind: wire.kind,
    ...toPlace(wire),
    system: wire.system,
    subOptionId: wire.sub_option_id,
    base: wire.base,
    selection: wire.selection,
  }));
