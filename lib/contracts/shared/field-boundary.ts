import { z } from "zod";
import type { FieldBoundary } from "@/lib/domain/field";
import { checkBoundary, type BoundaryForm } from "@/lib/geo/boundary";
import type { ParseContext } from "@/lib/contracts/shared/contract";

/** The interface's limit over all rings of a boundary. */
export const MAX_POSITIONS = 5000;

const position = { type: "array", minItems: 2, items: { type: "number" }, description: "longitude, latitude" };
const ring = { type: "array", minItems: 4, items: position };
const polygon = { type: "array", minItems: 1, items: ring };
const geometryOf = (type: string, coordinates: object) => ({
  type: "object",
  required: ["type", "coordinates"],
  properties: { type: { const: type }, coordinates },
});

/** JSON Schema of a boundary, for OpenAPI: the rules it cannot say are in the description. */
const FEATURE_JSON_SCHEMA = {
  type: "object",
  description:
    "GeoJSON Feature with a Polygon or MultiPolygon in WGS84, longitude first. Rings closed, at most 5,000 positions " +
    "over all rings, valid as GEOS judges it, not across the antimeridian or a pole. Foreign members are allowed.",
  required: ["type", "geometry"],
  properties: {
    type: { const: "Feature" },
    properties: { type: ["object", "null"] },
    geometry: {
      oneOf: [
        geometryOf("Polygon", polygon),
        geometryOf("MultiPolygon", { type: "array", minItems: 1, items: polygon }),
      ],
    },
  },
} as const;

/** A field's boundary: parsed whole, or refused with every fault and its place. */
export const fieldBoundarySchema = ({ geos, maxAreaHa, sha256 }: ParseContext, form: BoundaryForm = "feature") =>
  z
    .unknown()
    .transform((value, context): FieldBoundary => {
      const found = checkBoundary(geos, value, { maxPositions: MAX_POSITIONS, maxAreaHa }, { form, sha256 });
      if (!("faults" in found)) return found;
      for (const fault of found.faults) {
        context.issues.push({
          code: "custom",
          path: fault.path,
          message: fault.message,
          params: { fault },
          input: value,
        });
      }
      return z.NEVER;
    })
    .meta({ id: "FieldBoundary", override: FEATURE_JSON_SCHEMA });
