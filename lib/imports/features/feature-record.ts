import type { MultiLineString } from "geojson";
import { z } from "zod";
import type { NewFeature } from "@/lib/data/imports/features";
import { FEATURE_KINDS } from "@/lib/domain/drift";
import { isFeatureCategory, kindOfCategory } from "@/lib/domain/feature-categories";
import { M_PER_FT } from "@/lib/domain/units";
import { readLines } from "@/lib/imports/read/lines";
import { readPolygons } from "@/lib/imports/read/polygons";
import type { RefusedRecord } from "@/lib/imports/refused-ground";
import { firstOf, isRecord, lowerCaseKeys, textOrNullSchema } from "@/lib/imports/read/values";
import { describeFault } from "@/lib/imports/tally";

/** What the file says of all its records at once. */
export interface FeatureDefaults {
  /** Category of records that name none. */
  category: string | null;
  /** Width of lines of protected ground that name none, meters. */
  lineWidthM: number | null;
}

export type CheckedFeature =
  | {
      ok: true;
      feature: Omit<NewFeature, "featureNumber">;
      vertices: number;
      droppedRings: number;
      closedRings: number;
    }
  | { ok: false; kind: string; detail: string };

const LABEL_NAMES = ["label", "name", "gnis_name", "fullname"];
const MOST_WIDTH_M = 5000;
/** Wider lines are drawn in a plane in which their width would be wrong. */
const MOST_EXTENT_DEG = 5;

const widthSchema = z.preprocess(
  (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value),
  z.number("is no number").positive().max(MOST_WIDTH_M).nullish(),
);
const attributesSchema = z
  .object({
    category: textOrNullSchema,
    kind: textOrNullSchema,
    label: textOrNullSchema.transform((text) => text?.slice(0, 200) ?? null),
    width_m: widthSchema,
    width_ft: widthSchema,
  })
  .transform(({ width_m: widthM, width_ft: widthFt, ...rest }) => ({
    ...rest,
    widthM: widthM ?? (widthFt === null || widthFt === undefined ? null : widthFt * M_PER_FT),
  }));

const refused = (kind: string, detail = ""): CheckedFeature => ({ ok: false, kind, detail });

/**
 * Ground of a GeoJSON or ArcGIS record. Its category is its own, or the file's. A line becomes ground by a width of its own;
 * a line of protected ground may take the file's, which is marked. A line of managed ground may not: a width that
 * someone supposed would take part of a buffer away.
 */
export function checkFeature(value: unknown, defaults: FeatureDefaults): CheckedFeature {
  if (!isRecord(value)) return refused("is no feature");
  const row = lowerCaseKeys(value.attributes ?? value.properties);
  const parsed = attributesSchema.safeParse({ ...row, label: firstOf(row, LABEL_NAMES) });
  if (!parsed.success) return refused("bad attributes", describeFault(parsed.error));
  const named = nameOf(parsed.data, defaults);
  if ("ok" in named) return named;
  const lines = readNarrowLines(value.geometry);
  if (lines === null) return polygonFeature(value.geometry, named);
  if (typeof lines === "string") return refused("bad geometry", lines);
  return lineFeature(lines, named, { own: parsed.data.widthM, supposed: defaults.lineWidthM });
}

/** About 500 m: how far the ground of a line without a width may reach. */
const LINE_REACH_DEG = 0.005;

/**
 * What a refused record may have protected: its ground, or what it would be around a line. Null where it is managed ground, which
 * leaves a buffer whole when it is missing. A record that does not say what it is may be either.
 */
export function refusedGround(value: unknown, defaults: FeatureDefaults): RefusedRecord | null {
  const record = isRecord(value) ? value : {};
  const row = lowerCaseKeys(record.attributes ?? record.properties);
  const code = protectedCategory(row, defaults);
  if (code === "managed") return null;
  return {
    code,
    name: textOrNullSchema.catch(null).parse(firstOf(row, LABEL_NAMES))?.slice(0, 200) ?? null,
    geometry: geometryOf(record.geometry),
    marginDeg: readLines(record.geometry) === null ? 0 : LINE_REACH_DEG,
  };
}

/** A category of protected ground, `managed` for one of managed ground, or null where it may be either. */
function protectedCategory(row: Record<string, unknown>, defaults: FeatureDefaults): string | null {
  const own = textOrNullSchema.catch("unreadable").parse(row.category);
  const category = categoryOf(own?.toLowerCase() ?? null, defaults.category);
  if (category === null || !isFeatureCategory(category)) return null;
  if (kindOfCategory(category) === "non_managed") return category;
  const kind = textOrNullSchema.catch(null).parse(row.kind) ?? "";
  return /^non[\s_-]*managed$/i.test(kind) ? null : "managed";
}

/** Esri's lines as GeoJSON has them. */
const geometryOf = (geometry: unknown): unknown =>
  isRecord(geometry) && geometry.paths !== undefined ? { coordinates: geometry.paths } : geometry;

type Named = Pick<NewFeature, "kind" | "category" | "label">;

/** What a record is; a refusal where no one says, or where it contradicts itself. */
function nameOf(
  { category: own, kind: said, label }: z.output<typeof attributesSchema>,
  defaults: FeatureDefaults,
): Named | CheckedFeature {
  const category = categoryOf(own?.toLowerCase() ?? null, defaults.category);
  if (category === null) return refused("names no category");
  if (!isFeatureCategory(category)) return refused("names an unknown category", category);
  const kind = kindOfCategory(category);
  const saidKind = said?.toLowerCase().replaceAll(/[\s-]+/g, "_");
  // Another publisher's word for a kind says nothing here.
  if (FEATURE_KINDS.some((known) => known === saidKind && known !== kind)) {
    return refused("contradicts its category", `${category} is ${kind}, and the record says ${saidKind ?? ""}`);
  }
  return { kind, category, label };
}

/**
 * The record's own, or the file's. Other publishers' words for a category mean nothing here: in a file of protected ground
 * such a record is what the file is, and in one of managed ground it is refused, because it may be anything.
 */
const categoryOf = (own: string | null, ofFile: string | null): string | null => {
  const isForeign = own !== null && !isFeatureCategory(own);
  const isProtected = ofFile !== null && isFeatureCategory(ofFile) && kindOfCategory(ofFile) === "non_managed";
  return own === null || (isForeign && isProtected) ? ofFile : own;
};

function lineFeature(
  lines: MultiLineString,
  named: Named,
  { own, supposed }: { own: number | null; supposed: number | null },
): CheckedFeature {
  const isManaged = named.kind === "managed";
  const widthM = own ?? (isManaged ? null : supposed);
  if (widthM === null) {
    const remedy = isManaged ? "managed ground needs a width of its own" : "give it width_m, or the file a line width";
    return refused("is a line without a width", remedy);
  }
  const outline = own === null ? ("line_default" as const) : ("line_width" as const);
  return {
    ok: true,
    feature: { ...named, outline, shape: JSON.stringify(lines), halfWidthM: widthM / 2 },
    vertices: lines.coordinates.flat().length,
    droppedRings: 0,
    closedRings: 0,
  };
}

function polygonFeature(geometry: unknown, named: Named): CheckedFeature {
  const polygons = readPolygons(geometry);
  if (!polygons.ok) return refused("bad geometry", polygons.reason);
  const { shape, vertices, droppedRings, closedRings } = polygons;
  const feature = { ...named, outline: "polygon" as const, shape: JSON.stringify(shape), halfWidthM: null };
  return { ok: true, feature, vertices, droppedRings, closedRings };
}

/** Lines that are not too wide for the plane their width is drawn in. */
function readNarrowLines(geometry: unknown): MultiLineString | string | null {
  const lines = readLines(geometry);
  if (lines === null || typeof lines === "string") return lines;
  const isWide = [0, 1].some(
    (axis) => extentOf(lines.coordinates.flat().map((position) => position[axis] ?? 0)) > MOST_EXTENT_DEG,
  );
  return isWide ? `reaches over more than ${MOST_EXTENT_DEG} degrees; cut it up` : lines;
}

const extentOf = (values: readonly number[]): number => {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return most - least;
};
