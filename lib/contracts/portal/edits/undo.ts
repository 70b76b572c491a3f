import { z } from "zod";
import { placeMembers, toPlace } from "@/lib/contracts/portal/edits/place";
import type { UndoEdit } from "@/lib/usecases/portal/edits/edit";

export const undoEdit = z
  .strictObject({ kind: z.literal("undo"), ...placeMembers, change_id: z.uuid() })
  .transform((wire): UndoEdit => ({ kind: wire.kind, ...toPlace(wire), changeId: wire.change_id }));
