import { createHash } from "node:crypto";
import type { MultiPolygon, Position } from "geojson";
import type { FieldBoundary } from "@/lib/domain/field";
import { checkBoundary } from "@/lib/geo/boundary";
import { startGeos } from "@/lib/geo/kernel";
import { type PolygonFeature, readFeatures } from "@/bench/support/shared-files";

/** A field as a provider sends it and as the service reads it. */
export interface BenchField {
  name: string;
  /** GeoJSON Feature. */
  feature: PolygonFeature;
  boundary: FieldBoundary;
  near: "Alabama" | "North Carolina";
}

export const LIMITS = { maxPositions: 5000, maxAreaHa: 40_000 };
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
/** Fields laid on the large areas, as many as there are real ones. */
const LAID = 200;

/** Real field shapes among the real Alabama areas, and the same shapes laid along the large made-up ones. */
export async function loadFields(): Promise<BenchField[]> {
  const geos = await startGeos();
  const shapes = readFeatures("fields/derived_alabama_fields_with_expected_pulas.geojson.gz");
  const places = edgePlaces(readFeatures("pula/synthetic_stream_corridor_pulas_nc.geojson.gz"), LAID);
  const laid = places.map((place, index) => moveTo(shapes[index % shapes.length], place));
  const read = (feature: PolygonFeature, index: number, near: BenchField["near"]): BenchField => {
    const boundary = checkBoundary(geos, feature, LIMITS, { form: "feature", sha256 });
    if ("faults" in boundary) throw new Error(`field ${index} near ${near}: ${JSON.stringify(boundary.faults)}`);
    return { name: `${near} ${index + 1}`, feature, boundary, near };
  };
  return [
    ...shapes.map(({ geometry }, index) => read({ type: "Feature", properties: {}, geometry }, index, "Alabama")),
    ...laid.map((feature, index) => read(feature, index, "North Carolina")),
  ];
}

/** Evenly chosen fields, so that a few stand for all of them. */
export const pick = <T>(items: readonly T[], count: number): T[] =>
  Array.from({ length: Math.min(count, items.length) }, (_, index) => {
    const item = items[Math.floor((index * items.length) / Math.min(count, items.length))];
    if (item === undefined) throw new RangeError("picked beyond the end");
    return item;
  });

const ringsOf = ({ geometry }: PolygonFeature): Position[][] =>
  geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat();

/** Places spread evenly over the edges of some areas, the same number on each. */
function edgePlaces(areas: readonly PolygonFeature[], count: number): Position[] {
  return areas.flatMap((area) => pick(ringsOf(area).flat(), Math.floor(count / areas.length)));
}

/** A shape with its first position at another place; sizes in degrees are kept. */
function moveTo(shape: PolygonFeature | undefined, place: Position): PolygonFeature {
  if (shape === undefined) throw new RangeError("there is no shape to move");
  const parts: MultiPolygon["coordinates"] =
    shape.geometry.type === "Polygon" ? [shape.geometry.coordinates] : shape.geometry.coordinates;
  const [from = []] = ringsOf(shape)[0] ?? [];
  const [east, north] = [(place[0] ?? 0) - (from[0] ?? 0), (place[1] ?? 0) - (from[1] ?? 0)];
  const moved = parts.map((rings) =>
    rings.map((ring) => ring.map(([lon = 0, lat = 0]): Position => [lon + east, lat + north])),
  );
  return { type: "Feature", properties: {}, geometry: { type: "MultiPolygon", coordinates: moved } };
}
