import { z } from "zod";
import { definePortalContract } from "@/lib/contracts/portal/contract";
import { geometrySchema } from "@/lib/contracts/v2/geometry";
import { FEATURE_CATEGORIES } from "@/lib/domain/feature-categories";
import type { MappedArea } from "@/lib/usecases/portal/list-mapped-areas";

export const mappedAreasResponse = z.strictObject({
  areas: z.array(
    z.strictObject({
      category: z.enum(FEATURE_CATEGORIES),
      label: z.string().nullable(),
      distanceFt: z.number().min(0),
      geometry: geometrySchema,
    }),
  ),
});

/** The ground that the loaded data have beside a field, to be taken over into a drawing. */
export const portalMappedAreas = definePortalContract({
  method: "GET",
  path: "/portal/g/{grant}/api/fields/{fieldId}/mapped-areas",
  body: null,
  query: z.strictObject({}),
  params: z.strictObject({ grant: z.string(), fieldId: z.string() }),
  response: mappedAreasResponse,
  present: (areas: MappedArea[]): z.input<typeof mappedAreasResponse> => ({ areas }),
});
