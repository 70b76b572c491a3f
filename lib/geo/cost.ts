import type { MultiPolygon, Position } from "geojson";
import { decimalText } from "@/lib/domain/numbers";
import { CELLS_PER_DEGREE } from "@/lib/domain/soil-survey";
import type { FaultList } from "@/lib/geo/faults";

/**
 * Most times that all rings of a part may be as long as the outline of the part's extent. Of 5,373 real fields the most
 * folded has 1.5; a star of 5,000 positions has 600, and every line that is laid over it meets it thousands of times.
 */
const MAX_FOLDS = 20;
/** Of real fields the most has one; a statement on the soil of 990 holes takes some eight seconds. */
const MAX_HOLES = 200;
/**
 * Most positions times squares of the soil grid in the parts' extents. A field of 40,000 ha in one piece with 5,000
 * positions has 650,000, the most of real fields is 20,000; a thin line across a state with 5,000 has 100 million.
 */
const MAX_POSITION_SQUARES = 2_000_000;

interface Extent {
  width: number;
  height: number;
  squares: number;
}

/**
 * Refuses, before any work, a boundary that would cost far more than its number of positions lets expect.
 *
 * One pass over the positions. Units: degrees; both figures are ratios or counts, so latitude changes neither by much.
 * Source: measured, docs/security.md "Geometry". Missing data: none; the coordinates have been read. Throws: never.
 */
export function checkCost({ coordinates }: MultiPolygon, path: (string | number)[], faults: FaultList): void {
  const folds = Math.max(...coordinates.map(foldsOf));
  if (folds > MAX_FOLDS) {
    const message =
      `The rings are ${decimalText(Math.round(folds))} times as long as the outline of the extent they lie in; at most ` +
      `${decimalText(MAX_FOLDS)} times is accepted. Send the outline of the field without its spikes.`;
    faults.add({ path, code: "too_complex", message });
  }
  const holes = coordinates.reduce((sum, part) => sum + part.length - 1, 0);
  if (holes > MAX_HOLES) {
    const message =
      `The boundary has ${decimalText(holes)} holes; at most ${decimalText(MAX_HOLES)} are accepted. Leave out what is ` +
      "too small to be sprayed around.";
    faults.add({ path, code: "too_complex", message });
  }
  const positions = coordinates.flat(2).length;
  const squares = coordinates.reduce((sum, part) => sum + extentOf(part[0] ?? []).squares, 0);
  if (positions * squares > MAX_POSITION_SQUARES) {
    const message =
      `The boundary has ${decimalText(positions)} positions over an extent of ${decimalText(squares)} squares of ` +
      `0.02 degrees; their product may be at most ${decimalText(MAX_POSITION_SQUARES)}. Send fewer positions, or the ` +
      "parts that lie far from each other as polygons of their own.";
    faults.add({ path, code: "too_complex", message });
  }
}

function foldsOf(rings: readonly Position[][]): number {
  const { width, height } = extentOf(rings[0] ?? []);
  const outline = 2 * (width + height);
  const length = rings.reduce((sum, ring) => sum + lengthOf(ring), 0);
  return outline > 0 ? length / outline : 0;
}

const lengthOf = (ring: readonly Position[]): number =>
  ring.reduce((sum, [lon = 0, lat = 0], index) => {
    const [lonBefore = 0, latBefore = 0] = ring[index - 1] ?? [lon, lat];
    return sum + Math.hypot(lon - lonBefore, lat - latBefore);
  }, 0);

function extentOf(ring: readonly Position[]): Extent {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [lon = 0, lat = 0] of ring) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  if (west > east) return { width: 0, height: 0, squares: 0 };
  return { width: east - west, height: north - south, squares: squaresAlong(west, east) * squaresAlong(south, north) };
}

const squaresAlong = (from: number, to: number): number =>
  Math.floor(to * CELLS_PER_DEGREE) - Math.floor(from * CELLS_PER_DEGREE) + 1;
