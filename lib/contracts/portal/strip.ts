import type { MultiPolygon } from "geojson";
import { z } from "zod";
import { definePortalContract } from "@/lib/contracts/portal/contract";
import { edgeKey, position } from "@/lib/contracts/portal/drawing";
import { geometrySchema } from "@/lib/contracts/v2/geometry";

const widthFt = z.number().min(1).max(1320);
const body = z.union([
  z.strictObject({ edges: z.array(edgeKey).min(1).max(5000), widthFt }),
  z.strictObject({ line: z.array(position).min(2).max(500), widthFt }),
]);

export const stripResponse = z.strictObject({ geometry: geometrySchema });

/** The ground along edges of a field or along a line, to be looked at before it is saved as a drawing. Saves nothing. */
export const portalStrip = definePortalContract({
  method: "POST",
  path: "/portal/g/{grant}/api/fields/{fieldId}/strip",
  body: () => body,
  query: z.strictObject({}),
  params: z.strictObject({ grant: z.string(), fieldId: z.string() }),
  response: stripResponse,
  present: (geometry: MultiPolygon): z.input<typeof stripResponse> => ({ geometry }),
});
