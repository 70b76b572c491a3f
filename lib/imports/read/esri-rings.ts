/**
 * ArcGIS writes a polygon as one flat list of rings: clockwise rings are outer, the others are holes, and which hole
 * lies in which outer ring is not said.
 */

type Ring = readonly unknown[];

interface Outer {
  ring: Ring;
  holes: Ring[];
  areaDeg2: number;
}

const x = (position: unknown): number => (Array.isArray(position) ? Number((position as unknown[])[0]) : NaN);
const y = (position: unknown): number => (Array.isArray(position) ? Number((position as unknown[])[1]) : NaN);

/** Signed area, square degrees: below zero is clockwise. A ring that does not end where it begins is closed by a last side. */
function signedArea(ring: Ring): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
    sum += x(ring[j]) * y(ring[i]) - x(ring[i]) * y(ring[j]);
  }
  return sum / 2;
}

/** Ray casting; a point exactly on the line may fall either way. */
function contains(ring: Ring, point: unknown): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
    const a = ring[i];
    const b = ring[j];
    if (y(a) > y(point) === y(b) > y(point)) continue;
    const crossing = ((x(b) - x(a)) * (y(point) - y(a))) / (y(b) - y(a)) + x(a);
    if (x(point) < crossing) inside = !inside;
  }
  return inside;
}

/** Most of a hole's corners decide: single corners may lie on the outer ring's line. */
function liesIn(hole: Ring, outer: Ring): boolean {
  const step = Math.max(1, Math.floor(hole.length / 16));
  let votes = 0;
  for (let i = 0; i < hole.length; i += step) votes += contains(outer, hole[i]) ? 1 : -1;
  return votes > 0;
}

/** The rings as GeoJSON polygons. A hole that lies in no outer ring is taken as ground: leaving it out would harm. */
export function esriRings(rings: readonly unknown[]): unknown[] {
  const lists = rings.filter((ring): ring is Ring => Array.isArray(ring));
  const outers: Outer[] = [];
  const holes: Ring[] = [];
  for (const ring of lists) {
    const area = signedArea(ring);
    if (area > 0) holes.push(ring);
    else outers.push({ ring, holes: [], areaDeg2: -area });
  }
  // The smallest outer ring around a hole is its own: islands in lakes have outer rings inside outer rings.
  outers.sort((a, b) => a.areaDeg2 - b.areaDeg2);
  for (const hole of holes) {
    const own = outers.find(({ ring }) => liesIn(hole, ring));
    if (own === undefined) outers.push({ ring: hole, holes: [], areaDeg2: 0 });
    else own.holes.push(hole);
  }
  return outers.map(({ ring, holes: inner }) => [ring, ...inner]);
}
