import { z } from "zod";
import { placeMembers, toPlace } from "@/lib/contracts/portal/edits/place";
import { text } from "@/lib/contracts/shared/text";
import type { ReviewedEdit } from "@/lib/domain/portal-edit";

/** `text_hash` names the text that was on the page: the mark is refused if it is another one by now. */
export const reviewedEdit = z
  .strictObject({
    kind: z.literal("reviewed"),
    ...placeMembers,
    application_event_id: z.uuid(),
    product: text(),
    pula_id: z.int(),
    limitation_id: z.int(),
    text_hash: z.string().regex(/^[0-9a-f]{64}$/),
    reviewed: z.boolean(),
  })
  .transform((wire): ReviewedEdit => ({
    kind: wire.kind,
    ...toPlace(wire),
    applicationEventId: wire.application_event_id,
    product: wire.product,
    pulaId: wire.pula_id,
    limitationId: wire.limitation_id,
    textHash: wire.text_hash,
    reviewed: wire.reviewed,
  }));
