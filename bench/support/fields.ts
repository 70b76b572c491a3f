import { createHash } from "node:crypto";
import type { MultiPolygon, Position } from "geojson";
import type { FieldBoundary } from "@/lib/domain/field";
import { checkBoundary } from "@/lib/geo/boundary";
import { type Geos, startGeos } from "@/lib/geo/kernel";
import { type PolygonFeature, readFeatures } from "@/bench/support/shared-files";

/** Real mapped fields have some 20 positions, nine in ten under 60; digitised pivots have hundreds. */
export const FIELD_SIZES = ["ordinary", "large"] as const;
export type FieldSize = (typeof FIELD_SIZES)[number];

/** A field as a provider sends it and as the service reads it. */
export interface BenchField {
  name: string;
  size: FieldSize;
  /** GeoJSON Feature. */
  feature: PolygonFeature;
  boundary: FieldBoundary;
}

export const LIMITS = { maxPositions: 5000, maxAreaHa: 40_000 };
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
/** Fields of a size, half of them among the real areas and half along the large made-up ones. */
const EACH = 200;

/** Real field shapes laid inside, beside and away from the real Alabama areas, and along the edges of the large ones. */
export async function loadFields(): Promise<BenchField[]> {
  const geos = await startGeos();
  const pivots = readFeatures("fields/derived_alabama_fields_with_expected_pulas.geojson.gz");
  const places = [
    ...pick(pivots, EACH / 2).map(firstPosition),
    ...edgePlaces(readFeatures("pula/synthetic_stream_corridor_pulas_nc.geojson.gz"), EACH / 2),
  ];
  const shapes = {
    ordinary: ["fields/usda_csb_1724_sample.geojson", "fields/ca_crop_mapping_2023_sample.geojson"].flatMap(
      readFeatures,
    ),
    large: pick(pivots, EACH / 2),
  };
  return FIELD_SIZES.flatMap((size) => {
    const usable = shapes[size].filter((shape) => boundaryOf(geos, shape) !== null);
    return places.map((place, index) => laid(geos, usable[index % usable.length], place, `${size} ${index + 1}`, size));
  });
}

export const ofSize = (fields: readonly BenchField[], size: FieldSize): BenchField[] =>
  fields.filter((field) => field.size === size);

/** Evenly chosen, so that a few stand for all of them. */
export const pick = <T>(items: readonly T[], count: number): T[] =>
  Array.from({ length: Math.min(count, items.length) }, (_, index) => {
    const item = items[Math.floor((index * items.length) / Math.min(count, items.length))];
    if (item === undefined) throw new RangeError("picked beyond the end");
    return item;
  });

export const positionsOf = ({ boundary }: BenchField): number => boundary.geometry.coordinates.flat(2).length;

const ringsOf = ({ geometry }: PolygonFeature): Position[][] =>
  geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat();
const firstPosition = (shape: PolygonFeature): Position => ringsOf(shape)[0]?.[0] ?? [];

/** Places spread evenly over the edges of some areas, the same number on each. */
const edgePlaces = (areas: readonly PolygonFeature[], count: number): Position[] =>
  areas.flatMap((area) => pick(ringsOf(area).flat(), Math.floor(count / areas.length)));

/** Null: a shape that the service refuses, as some of the public ones cross themselves. */
function boundaryOf(geos: Geos, { geometry }: PolygonFeature): FieldBoundary | null {
  const feature = { type: "Feature", properties: {}, geometry };
  const boundary = checkBoundary(geos, feature, LIMITS, { form: "feature", sha256 });
  return "faults" in boundary ? null : boundary;
}

/** A shape with its first position at another place; sizes in degrees are kept. */
function laid(
  geos: Geos,
  shape: PolygonFeature | undefined,
  place: Position,
  name: string,
  size: FieldSize,
): BenchField {
  if (shape === undefined) throw new RangeError("there is no shape to lay");
  const parts: MultiPolygon["coordinates"] =
    shape.geometry.type === "Polygon" ? [shape.geometry.coordinates] : shape.geometry.coordinates;
  const from = firstPosition(shape);
  const [east, north] = [(place[0] ?? 0) - (from[0] ?? 0), (place[1] ?? 0) - (from[1] ?? 0)];
  const coordinates = parts.map((rings) =>
    rings.map((ring) => ring.map(([lon = 0, lat = 0]): Position => [lon + east, lat + north])),
  );
  const feature: PolygonFeature = { type: "Feature", properties: {}, geometry: { type: "MultiPolygon", coordinates } };
  const boundary = boundaryOf(geos, feature);
  if (boundary === null) throw new Error(`field ${name} turned invalid where it was laid`);
  return { name, size, feature, boundary };
}
