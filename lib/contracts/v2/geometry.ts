import type { Geometry } from "geojson";
import { z } from "zod";
import { GEOMETRY } from "@/lib/contracts/shared/geojson";

/** A GeoJSON geometry of an answer; coordinates are longitude first. */
export const geometrySchema = z
  .custom<Geometry>((value) => typeof value === "object" && value !== null && "type" in value)
  .meta({ id: "Geometry", override: GEOMETRY });
