import type { MultiPolygon } from "geojson";
import type { BufferFeature } from "@/lib/domain/drift";
import { M_PER_FT } from "@/lib/domain/units";
import { countFeatures } from "@/lib/engine/drift/managed";
import { binding, layOut, onGround, partField, placeSetback, type Setback } from "@/lib/engine/drift/placement";
import { startGeos } from "@/lib/geo/kernel";
import { planeAround } from "@/lib/geo/plane";
import type { Shape, Shapes } from "@/lib/geo/shapes";

export const kernel = await startGeos();

export interface Wind {
  windDirectionDeg: number;
  windSpeedMph: number;
}
export const CALM: Wind = { windDirectionDeg: 0, windSpeedMph: 0 };
export const wind = (windDirectionDeg: number): Wind => ({ windDirectionDeg, windSpeedMph: 8 });

export const setback = (widthFt: number, members: Partial<Setback> = {}): Setback => ({
  type: "wind_directional",
  widthFt,
  exclusionCategories: [],
  ...members,
});

export const feature = (geometry: MultiPolygon, members: Partial<BufferFeature> = {}): BufferFeature => ({
  kind: "managed",
  category: "road",
  label: null,
  geometry,
  origin: "global",
  isConfirmed: true,
  ...members,
});

export interface PlacedField {
  buffer: MultiPolygon | null;
  treatable: MultiPolygon | null;
  fieldSqm: number;
  bufferSqm: number;
  treatableSqm: number;
}

export const place = (
  boundary: MultiPolygon,
  setbacks: readonly Setback[],
  air: Wind,
  features: readonly BufferFeature[] = [],
): PlacedField =>
  kernel.withShapes((shapes) => {
    const counted = countFeatures({ hasGlobalSet: true, features }, []);
    const field = layOut(shapes, { boundary, counted, isDownslope: () => true });
    const parted = partField(
      field,
      binding(setbacks).map((each) => placeSetback(field, each, air).within),
    );
    return {
      buffer: onGround(field, parted.buffer),
      treatable: onGround(field, parted.treatable),
      fieldSqm: field.areaSqm,
      bufferSqm: parted.bufferSqm,
      treatableSqm: parted.treatableSqm,
    };
  });

/** Both shapes on one plane around them, so that what is left of a difference is no distortion of two planes. */
const onOnePlane = (
  one: MultiPolygon,
  other: MultiPolygon | null,
  measure: (shapes: Shapes, a: Shape, b: Shape) => number,
): number =>
  kernel.withShapes((shapes) => {
    const plane = planeAround([...one.coordinates, ...(other?.coordinates ?? [])].flat());
    const laidOut = (shape: MultiPolygon | null) =>
      shapes.polygons(
        (shape?.coordinates ?? []).map((rings) => rings.map((ring) => ring.map((position) => plane.toPlane(position)))),
      );
    return measure(shapes, laidOut(one), laidOut(other));
  });

const isEmpty = (shape: MultiPolygon | null): shape is null => shape === null || shape.coordinates.length === 0;

/** What lies in the first shape and not in the second, square meters. */
export const beyondSqm = (one: MultiPolygon | null, other: MultiPolygon | null): number =>
  isEmpty(one) ? 0 : onOnePlane(one, other, (shapes, a, b) => shapes.area(shapes.difference(a, b)));

/** How much ground lies in one shape and not in the other, square meters. Both lie near each other. */
export const differenceSqm = (one: MultiPolygon | null, other: MultiPolygon | null): number =>
  beyondSqm(one, other) + beyondSqm(other, one);

/** Ground of one shape that lies farther than so many feet from another, square meters. */
export const fartherSqm = (one: MultiPolygon | null, other: MultiPolygon | null, ft: number): number =>
  isEmpty(one)
    ? 0
    : onOnePlane(one, other, (shapes, a, b) => shapes.area(shapes.difference(a, shapes.buffer(b, ft * M_PER_FT, 8))));
