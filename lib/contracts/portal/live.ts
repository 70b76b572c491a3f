import { z } from "zod";
import { definePortalContract } from "@/lib/contracts/portal/contract";
import { fieldYearLiveSchema } from "@/lib/contracts/portal/field-year";
import type { FieldYearLive } from "@/lib/views/portal/field-year";

export const liveResponse = z.strictObject({ live: fieldYearLiveSchema });

/** What can change on the measures and exemptions pages: read again when a page comes back into view. */
export const portalLive = definePortalContract({
  method: "GET",
  path: "/portal/g/{grant}/api/fields/{fieldId}/live",
  body: null,
  query: z
    .strictObject({ application: z.uuid().optional(), year: z.coerce.number().int().min(1900).max(2200) })
    .transform(({ application, year }) => ({ applicationEventId: application ?? null, year })),
  params: z.strictObject({ grant: z.string(), fieldId: z.string() }),
  response: liveResponse,
  present: (live: FieldYearLive): z.input<typeof liveResponse> => ({ live }),
});
