import { z } from "zod";
import { definePortalContract } from "@/lib/contracts/portal/contract";
import { geometrySchema } from "@/lib/contracts/v2/geometry";
import { FEATURE_CATEGORIES } from "@/lib/domain/feature-categories";
import type { MappedGround } from "@/lib/usecases/portal/list-mapped-areas";

export const mappedAreasResponse = z.strictObject({
  areas: z.array(
    z.strictObject({
      category: z.enum(FEATURE_CATEGORIES),
      label: z.string().nullable(),
      distanceFt: z.number().min(0),
      geometry: geometrySchema,
    }),
  ),
  roads: z.array(
    z.strictObject({
      label: z.string().nullable(),
      distanceFt: z.number().min(0),
      line: z.array(z.tuple([z.number(), z.number()])).min(2),
    }),
  ),
});

/** The ground and the roads' lines that the loaded data have beside a field, to be taken over into a drawing. */
export const portalMappedAreas = definePortalContract({
  method: "GET",
  path: "/portal/g/{grant}/api/fields/{fieldId}/mapped-areas",
  body: null,
  query: z.strictObject({}),
  params: z.strictObject({ grant: z.string(), fieldId: z.string() }),
  response: mappedAreasResponse,
  present: ({ areas, roads }: MappedGround): z.input<typeof mappedAreasResponse> => ({
    areas,
    roads: roads.map(({ line, ...road }) => ({ ...road, line: line.map(([lon = 0, lat = 0]) => [lon, lat]) })),
  }),
});
