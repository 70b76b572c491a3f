import type { Geometry } from "geojson";
import type { NewBasemapFeature } from "@/lib/data/imports/basemap";
import type { BasemapLayer } from "@/lib/domain/basemap";
import { standingOf } from "@/lib/imports/basemap/standing";
import { readLines, readPlace } from "@/lib/imports/read/lines";
import { readPolygons } from "@/lib/imports/read/polygons";
import { firstOf, isRecord, lowerCaseKeys, textOrNullSchema } from "@/lib/imports/read/values";

export type CheckedBasemapRecord =
  | { ok: true; feature: Omit<NewBasemapFeature, "featureNumber">; vertices: number }
  | { ok: false; kind: string; detail: string };

/** Where publishers keep the name: Census (roads, places), BLM (sections), USGS (waters, places), anyone else. */
const NAMES: Readonly<Record<BasemapLayer, readonly string[]>> = {
  road: ["fullname", "name", "label"],
  section: ["frstdivno", "frstdivlab", "section", "name", "label"],
  water: ["gnis_name", "fullname", "name", "label"],
  place: ["name", "feature_name", "gnis_name", "label"],
};
const LONGEST_NAME = 80;

const refused = (kind: string, detail = ""): CheckedBasemapRecord => ({ ok: false, kind, detail });

/**
 * A road, section, water, or place of a GeoJSON or ArcGIS record. A road is a line, a section and a water are lines or
 * polygons, a place may be anything: it becomes a point. Sections and places without a name are refused: the name is
 * all that anyone reads off them.
 */
export function checkBasemapRecord(value: unknown, layer: BasemapLayer): CheckedBasemapRecord {
  if (!isRecord(value)) return refused("is no feature");
  const row = lowerCaseKeys(value.attributes ?? value.properties);
  const named = textOrNullSchema.safeParse(firstOf(row, NAMES[layer]));
  const name = named.data?.slice(0, LONGEST_NAME) ?? null;
  if (name === null && (layer === "section" || layer === "place")) return refused("has no name");
  const shape = shapeOf(value.geometry, layer);
  if (typeof shape === "string") return refused("bad geometry", shape);
  const feature = { layer, name, ...standingOf(layer, row, name !== null), shape: JSON.stringify(shape.shape) };
  return { ok: true, feature, vertices: shape.vertices };
}

interface Shape {
  shape: Geometry;
  vertices: number;
}

function shapeOf(geometry: unknown, layer: BasemapLayer): Shape | string {
  const point = layer === "place" ? pointOf(geometry) : null;
  if (point !== null) return point;
  const lines = layer === "place" ? null : readLines(geometry);
  if (typeof lines === "string") return lines;
  if (lines !== null) return { shape: lines, vertices: lines.coordinates.flat().length };
  const polygons = readPolygons(geometry);
  if (!polygons.ok) return polygons.reason;
  return layer === "road" ? "is a polygon, and a road is a line" : polygons;
}

/** The one point of a place; null where the record is drawn otherwise. */
function pointOf(geometry: unknown): Shape | null {
  if (!isRecord(geometry)) return null;
  const { type, coordinates, x, y } = geometry;
  const first: unknown = type === "MultiPoint" && Array.isArray(coordinates) ? coordinates[0] : coordinates;
  const at = readPlace(type === undefined ? [x, y] : type === "Point" || type === "MultiPoint" ? first : null);
  return at === null ? null : { shape: { type: "Point", coordinates: at }, vertices: 1 };
}
