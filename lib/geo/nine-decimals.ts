import type { MultiPolygon, Position } from "geojson";
import type { ShapeKernel } from "@/lib/geo/kernel";
import type { Shape, Shapes } from "@/lib/geo/shapes";

/** A billionth of a degree, a tenth of a millimeter: the finest that a file of ISO 11783-10 holds. */
const CELL_DEG = 1e-9;
/**
 * How far ground is drawn in before it is put on the grid. Rounding moves a line by 0.71 of a cell at most, and one
 * chord to the quarter circle leaves 0.71 of this, 2.1 cells: what comes out lies inside what went in.
 */
const DRAWN_IN_DEG = 3 * CELL_DEG;

/** A field and its parts as files hold them. */
export interface FieldParts {
  boundary: MultiPolygon;
  buffer: MultiPolygon | null;
  treatable: MultiPolygon;
}

/** No ground that may be treated is left once it is drawn in by a third of a millimeter. */
export class NothingLeft extends Error {}

/**
 * The parts of a field with nine decimals, so that every file format holds the very same positions. The treatable ground
 * is drawn in by a third of a millimeter first: rounding takes off it and never adds to it.
 *
 * Units: degrees in and out; exterior rings against the clock, holes with it. Source: RFC 7946; `onGrid`.
 * Missing data: no buffer stays none, as does one that vanishes on the grid. Throws NothingLeft when no treatable ground
 * is left, or Error as the kernel does.
 */
export function atNineDecimals(kernel: ShapeKernel, parts: FieldParts): FieldParts {
  return kernel.withShapes((shapes) => {
    const rounded = (shape: Shape): MultiPolygon | null => wound(shapes, shapes.onGrid(shape, CELL_DEG));
    const whole = ({ coordinates }: MultiPolygon): Shape => shapes.polygons(coordinates);
    const treatable = rounded(shapes.buffer(whole(parts.treatable), -DRAWN_IN_DEG, 1));
    const boundary = rounded(whole(parts.boundary));
    if (treatable === null || boundary === null) throw new NothingLeft("no treatable ground is left");
    return { boundary, buffer: parts.buffer === null ? null : rounded(whole(parts.buffer)), treatable };
  });
}

function wound(shapes: Shapes, shape: Shape): MultiPolygon | null {
  const coordinates = shapes
    .read(shape)
    .map((rings) => rings.map((ring, index) => (isAgainstTheClock(ring) === (index === 0) ? ring : ring.toReversed())));
  return coordinates.length === 0 ? null : { type: "MultiPolygon", coordinates };
}

/** By twice the area, from the first position: far from it products of degrees lose the digits that decide. */
export function isAgainstTheClock(ring: readonly Position[]): boolean {
  const [lon0 = 0, lat0 = 0] = ring[0] ?? [];
  let sum = 0;
  for (let index = 1; index + 1 < ring.length; index += 1) {
    const [lon1 = 0, lat1 = 0] = ring[index] ?? [];
    const [lon2 = 0, lat2 = 0] = ring[index + 1] ?? [];
    sum += (lon1 - lon0) * (lat2 - lat0) - (lon2 - lon0) * (lat1 - lat0);
  }
  return sum > 0;
}
