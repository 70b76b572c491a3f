import { z } from "zod";
import { placeMembers, toPlace } from "@/lib/contracts/portal/edits/place";
import type { RedoEdit, UndoEdit } from "@/lib/domain/portal-edit";

export const undoEdit = z
  .strictObject({ kind: z.literal("undo"), ...placeMembers, change_id: z.uuid() })
  .transform((wire): UndoEdit => ({ kind: wire.kind, ...toPlace(wire), changeId: wire.change_id }));

/** `change_id` is that of the undo. */
export const redoEdit = z
  .strictObject({ kind: z.literal("redo"), ...placeMembers, change_id: z.uuid() })
  .transform((wire): RedoEdit => ({ kind: wire.kind, ...toPlace(wire), changeId: wire.change_id }));
