import type { MultiPolygon, Position } from "geojson";
import { decimalText } from "@/lib/domain/numbers";
import { CELLS_PER_DEGREE } from "@/lib/domain/soil-survey";
import type { FaultList } from "@/lib/geo/faults";

/**
 * Most times that all rings of a part may be as long as the outline of the part's extent. Of 5,373 real fields the most
 * folded has 1.6; a star of 5,000 positions has 600, and every line that is laid over it meets it thousands of times.
 */
const MAX_FOLDS = 10;
/**
 * Most holes times positions. Of real fields the most has one hole of a hundred; what is near to a hole overlaps what is
 * near to the next, so that 50 small holes of 98 positions take as long as a boundary that is jagged at every position.
 */
const MAX_HOLE_POSITIONS = 100_000;
/**
 * Most full turns of all rings times positions. A round field of 5,000 has 5,000, one of a raster with 882 has 147,000,
 * the longest line of a recorder that we have 308,000, and a boundary that is jagged at each of 5,000 positions millions:
 * there every edge faces another way than the next, and each is placed by itself.
 */
const MAX_TURN_POSITIONS = 1_000_000;
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
 * Three passes over the positions. Units: degrees; all figures are ratios or counts, so latitude changes none by much.
 * Source: measured, docs/security.md "Geometry". Missing data: none; the coordinates have been read. Throws: never.
 */
export function checkCost({ coordinates }: MultiPolygon, path: (string | number)[], faults: FaultList): void {
  const refuse = (message: string): void => faults.add({ path, code: "too_complex", message });
  const folds = Math.max(...coordinates.map(foldsOf));
  if (folds > MAX_FOLDS) {
    refuse(
      `The rings are ${decimalText(Math.round(folds))} times as long as the outline of the extent they lie in; at most ` +
        `${decimalText(MAX_FOLDS)} times is accepted. Send the outline of the field without its spikes.`,
    );
  }
  const positions = coordinates.flat(2).length;
  const holes = coordinates.reduce((sum, part) => sum + part.length - 1, 0);
  if (positions * holes > MAX_HOLE_POSITIONS) {
    refuse(
      `The boundary has ${decimalText(holes)} holes and ${decimalText(positions)} positions; their product may be at most ` +
        `${decimalText(MAX_HOLE_POSITIONS)}. Leave out holes that are too small to be sprayed around.`,
    );
  }
  const turns = Math.round(coordinates.flat().reduce((sum, ring) => sum + turnsOf(ring), 0));
  if (positions * turns > MAX_TURN_POSITIONS) {
    refuse(
      `The rings turn ${decimalText(turns)} times around over ${decimalText(positions)} positions; the product may be at ` +
        `most ${decimalText(MAX_TURN_POSITIONS)}. Send the line smoothed, or with fewer positions.`,
    );
  }
  const squares = coordinates.reduce((sum, part) => sum + extentOf(part[0] ?? []).squares, 0);
  if (positions * squares > MAX_POSITION_SQUARES) {
    refuse(
      `The boundary has ${decimalText(positions)} positions over an extent of ${decimalText(squares)} squares of ` +
        `0.02 degrees; their product may be at most ${decimalText(MAX_POSITION_SQUARES)}. Send fewer positions, or the ` +
        "parts that lie far from each other as polygons of their own.",
    );
  }
}

const FULL_TURN_RAD = 2 * Math.PI;

/** How often a ring turns about, either way, in full turns: a round one once, one of right angles a quarter a corner. */
function turnsOf(ring: readonly Position[]): number {
  const headings = headingsOf(ring);
  const turned = headings.reduce((sum, heading, index) => sum + turnBetween(headings.at(index - 1) ?? 0, heading), 0);
  return turned / FULL_TURN_RAD;
}

/** Where each edge leads, radians. A place that comes twice in a row is no edge. */
function headingsOf(ring: readonly Position[]): number[] {
  const eastward = Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180);
  const headings: number[] = [];
  for (const [index, [lon = 0, lat = 0]] of ring.entries()) {
    const [lonBefore = 0, latBefore = 0] = ring[index - 1] ?? [lon, lat];
    const [east, north] = [(lon - lonBefore) * eastward, lat - latBefore];
    if (east !== 0 || north !== 0) headings.push(Math.atan2(north, east));
  }
  return headings;
}

/** The angle between two headings, at most half a turn. */
function turnBetween(from: number, to: number): number {
  const turn = Math.abs(to - from);
  return Math.min(turn, FULL_TURN_RAD - turn);
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
