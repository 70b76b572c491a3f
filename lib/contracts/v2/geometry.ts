import type { Geometry } from "geojson";
import { z } from "zod";

/** A GeoJSON geometry of an answer; coordinates are longitude first. */
export const geometrySchema = z
  .custom<Geometry>((value) => typeof value === "object" && value !== null && "type" in value)
  .meta({
    id: "Geometry",
    override: {
      type: "object",
      required: ["type", "coordinates"],
      properties: { type: { type: "string" }, coordinates: { type: "array" } },
    },
  });
