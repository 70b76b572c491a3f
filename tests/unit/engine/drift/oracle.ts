import type { MultiPolygon, Position } from "geojson";
import geodesic from "geographiclib-geodesic";

/**
 * What the placement must agree with, worked out another way: bearings, offsets and distances by geographiclib on the
 * ellipsoid, inside and outside by crossing counts in degrees. Nothing here comes from lib/geo or lib/engine.
 */
const { WGS84 } = geodesic.Geodesic;
const M_PER_FT = 0.3048;
/** Edges whose outward bearing lies this near to the threshold may go either way: meridians converge. */
const UNSURE_DEG = 0.3;
/**
 * An outline is looked at from its outer side, so far from it: a side of a kilometer, straight on the ellipsoid, lies
 * up to 0.05 ft beside the straight line in degrees.
 */
const NUDGE_FT = 0.1;
/** A point on the line counts as within: places are that exact. */
const EVEN_FT = 0.02;

export const distanceFt = ([lon1 = 0, lat1 = 0]: Position, [lon2 = 0, lat2 = 0]: Position): number =>
  (WGS84.Inverse(lat1, lon1, lat2, lon2).s12 ?? Number.NaN) / M_PER_FT;

export const areaSqm = ({ coordinates }: MultiPolygon): number =>
  coordinates.reduce((sum, rings) => sum + ringsArea(rings), 0);

const ringsArea = (rings: Position[][]): number =>
  rings.reduce((sum, ring, index) => {
    const polygon = WGS84.Polygon(false);
    for (const [lon = 0, lat = 0] of ring.slice(0, -1)) polygon.AddPoint(lat, lon);
    const area = Math.abs(polygon.Compute(false, true).area ?? Number.NaN);
    return index === 0 ? sum + area : sum - area;
  }, 0);

export function isInside(point: Position, { coordinates }: MultiPolygon): boolean {
  let inside = false;
  for (const ring of coordinates.flat()) {
    for (let index = 0; index + 1 < ring.length; index += 1) {
      if (crosses(point, ring[index] ?? [], ring[index + 1] ?? [])) inside = !inside;
    }
  }
  return inside;
}

const crosses = ([lon = 0, lat = 0]: Position, [lon1 = 0, lat1 = 0]: Position, [lon2 = 0, lat2 = 0]: Position) =>
  lat1 > lat !== lat2 > lat && lon < lon1 + ((lat - lat1) / (lat2 - lat1)) * (lon2 - lon1);

const go = ([lon = 0, lat = 0]: Position, bearingDeg: number, ft: number): Position => {
  const { lon2 = 0, lat2 = 0 } = WGS84.Direct(lat, lon, bearingDeg, ft * M_PER_FT);
  return [lon2, lat2];
};

const turnDeg = (from: number, to: number): number => ((((to - from) % 360) + 540) % 360) - 180;

interface Side {
  from: Position;
  to: Position;
  lengthFt: number;
  outwardDeg: number;
  alongDeg: number;
  picked: boolean;
  sure: boolean;
  /** Whether the corner with the next side opens to the outside, so that their strips leave a sector. */
  next: Side | null;
}

export interface OracleQuestion {
  field: MultiPolygon;
  widthFt: number;
  /** Null: every edge, as for omni-directional buffers and in calm air. */
  windDirectionDeg: number | null;
  managed?: MultiPolygon;
}

const outwardOffDeg = ({ outwardDeg }: Pick<Side, "outwardDeg">, windDirectionDeg: number): number =>
  Math.abs(turnDeg(windDirectionDeg + 180, outwardDeg));

/** Twice the area in square degrees, positive against the clock: enough to know which way a ring runs. */
const turnOf = (ring: Position[]): number =>
  ring.slice(1).reduce((sum, [lon = 0, lat = 0], index) => {
    const [[lon0 = 0, lat0 = 0] = [], [lon1 = 0, lat1 = 0] = []] = [ring[0], ring[index]];
    return sum + (lon1 - lon0) * (lat - lat0) - (lon - lon0) * (lat1 - lat0);
  }, 0);

function sidesOf(ring: Position[], isHole: boolean, windDirectionDeg: number | null): Side[] {
  // Against the clock the inside is on the left; the inside of a hole is outside.
  const outwardTurn = turnOf(ring) > 0 === isHole ? -90 : 90;
  const sides = ring.slice(0, -1).map((from, index): Side => {
    const to = ring[index + 1] ?? from;
    const { azi1 = 0, s12 = 0 } = WGS84.Inverse(from[1] ?? 0, from[0] ?? 0, to[1] ?? 0, to[0] ?? 0);
    const outwardDeg = azi1 + outwardTurn;
    const offDeg = windDirectionDeg === null ? 0 : outwardOffDeg({ outwardDeg }, windDirectionDeg);
    return {
      from,
      to,
      lengthFt: s12 / M_PER_FT,
      outwardDeg,
      alongDeg: azi1,
      picked: offDeg < 89.5,
      sure: Math.abs(offDeg - 89.5) > UNSURE_DEG,
      next: null,
    };
  });
  sides.forEach((side, index) => {
    const next = sides[(index + 1) % sides.length];
    if (next === undefined) return;
    const isRightOutside = turnDeg(side.alongDeg, side.outwardDeg) > 0;
    const turn = turnDeg(side.outwardDeg, next.outwardDeg);
    side.next = turn !== 0 && turn < 0 === isRightOutside ? next : null;
  });
  return sides;
}

/** Where a point lies seen from another: feet along a bearing, and feet to a bearing beside it. Exact within 0.02 ft. */
function seenFrom([lon0 = 0, lat0 = 0]: Position, [lon = 0, lat = 0]: Position): [eastFt: number, northFt: number] {
  const middle = (((lat0 + lat) / 2) * Math.PI) / 180;
  const sinSq = Math.sin(middle) ** 2;
  const e2 = 0.0066943799901413165;
  const normalFt = 6_378_137 / Math.sqrt(1 - e2 * sinSq) / M_PER_FT;
  const meridianFt = (normalFt * (1 - e2)) / (1 - e2 * sinSq);
  const rad = Math.PI / 180;
  return [(lon - lon0) * rad * normalFt * Math.cos(middle), (lat - lat0) * rad * meridianFt];
}

/** Fewer feet than a degree of latitude has anywhere, and than one of longitude has at the equator. */
const LEAST_FT_PER_DEG = 362_000;

interface Box {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** Holds every point that `seenFrom` sees within so many feet, and some farther ones: cheap to ask before it. */
function boxAround([lon = 0, lat = 0]: Position, reachFt: number): Box {
  const latDeg = reachFt / LEAST_FT_PER_DEG;
  const lonDeg = latDeg / Math.cos(Math.min((Math.abs(lat) + latDeg) * (Math.PI / 180), 1.5));
  return { west: lon - lonDeg, east: lon + lonDeg, south: lat - latDeg, north: lat + latDeg };
}

const isIn = ({ west, east, south, north }: Box, [lon = 0, lat = 0]: Position): boolean =>
  lon >= west && lon <= east && lat >= south && lat <= north;

const part = ([eastFt, northFt]: readonly [number, number], bearingDeg: number): number =>
  eastFt * Math.sin((bearingDeg * Math.PI) / 180) + northFt * Math.cos((bearingDeg * Math.PI) / 180);

function isInStrip(point: Position, { from, alongDeg, outwardDeg, lengthFt }: Side, widthFt: number): boolean {
  const seen = seenFrom(from, point);
  const [along, out] = [part(seen, alongDeg), part(seen, outwardDeg)];
  return along >= -EVEN_FT && along <= lengthFt + EVEN_FT && out >= 0 && out <= widthFt + EVEN_FT;
}

function isInSector(point: Position, { to, outwardDeg, next }: Side, widthFt: number): boolean {
  if (next === null) return false;
  const seen = seenFrom(to, point);
  if (Math.hypot(...seen) > widthFt + EVEN_FT) return false;
  const bearing = (Math.atan2(seen[0], seen[1]) * 180) / Math.PI;
  const [turn, at] = [turnDeg(outwardDeg, next.outwardDeg), turnDeg(outwardDeg, bearing)];
  return turn < 0 === at < 0 && Math.abs(at) <= Math.abs(turn);
}

/** Edges near the threshold are left out (`surely`) or counted (`possibly`): meridians converge. */
export type Certainty = "surely" | "possibly";

/** A place where protected ground may be, and whether it is: found out when asked for. */
interface Candidate {
  point: Position;
  side: Side | null;
  isProtected: Partial<Record<Certainty, boolean>>;
}

/**
 * What must be kept away from, as an outline of points that may belong to it: just outside of every edge, and along
 * the sides and outer ends of the strips and sectors of picked ones, and along managed ground. The nearest point of
 * any ground lies on its outline, so the nearest of these that is protected tells the distance within a step.
 */
export interface Protection {
  nearestFt: (point: Position, certainty: Certainty, withinFt: number) => number;
}

/** Of a ring with more sides the far ends of strips are looked at for so many. */
const MOST_STRIPS = 150;

export function protection(question: OracleQuestion, stepFt: number): Protection {
  const { field, managed, widthFt } = question;
  const rings = field.coordinates.flatMap((polygon) =>
    polygon.map((ring, index) => sidesOf(ring, index > 0, question.windDirectionDeg)),
  );
  const sides = rings.flat();
  // No point of a strip or sector is farther from where its side begins than this; the foot is for rounding.
  const boxed = sides.map((side) => ({ side, box: boxAround(side.from, side.lengthFt + widthFt + 1) }));
  const covers = (side: Side, point: Position, certainty: Certainty): boolean =>
    isPicked(side, certainty) &&
    (isInStrip(point, side, widthFt) ||
      (side.next !== null && isPicked(side.next, certainty) && isInSector(point, side, widthFt)));
  const isProtected = ({ point, side }: Candidate, certainty: Certainty): boolean =>
    !isInside(point, field) &&
    !(managed !== undefined && isInside(point, managed)) &&
    ((side !== null && covers(side, point, certainty)) ||
      boxed.some((other) => isIn(other.box, point) && covers(other.side, point, certainty)));
  const candidates = [
    ...sides.flatMap((side) => edgePoints(side, stepFt)),
    ...(managed?.coordinates.flat() ?? []).flatMap((ring) => outlinePoints(ring, stepFt)),
    ...rings.flatMap((ring) =>
      ring
        .filter((side, index) => isPicked(side, "possibly") && index % Math.ceil(ring.length / MOST_STRIPS) === 0)
        .flatMap((side) => farPoints(side, widthFt, stepFt)),
    ),
  ].map((found): Candidate => ({ ...found, isProtected: {} }));
  return {
    nearestFt: (point, certainty, withinFt) =>
      nearest(point, candidates, {
        withinFt,
        holds: (candidate) => (candidate.isProtected[certainty] ??= isProtected(candidate, certainty)),
      }),
  };
}

type Found = Pick<Candidate, "point" | "side">;

const spread = (steps: number): number[] =>
  Array.from({ length: steps + 1 }, (_unused, step) => Math.min(Math.max(step / steps, 1e-6), 1 - 1e-6));

/** In the notch of a sharp corner the outside begins only so far from it. */
const CORNER_FT = [0.2, 1, 3];

/** Along an edge, seen from outside, both ends nearly included. */
function edgePoints(side: Side, stepFt: number): Found[] {
  const { lengthFt } = side;
  const corners = CORNER_FT.filter((ft) => ft < lengthFt / 2 && lengthFt > stepFt);
  return [
    ...spread(Math.max(1, Math.ceil(lengthFt / stepFt))).map((share) => lengthFt * share),
    ...corners.flatMap((ft) => [ft, lengthFt - ft]),
  ].map((alongFt) => ({
    point: go(go(side.from, side.alongDeg, alongFt), side.outwardDeg, NUDGE_FT),
    side,
  }));
}

function outlinePoints(ring: Position[], stepFt: number): Found[] {
  return ring.slice(1).flatMap((to, index): Found[] => {
    const from = ring[index] ?? to;
    const { azi1 = 0, s12 = 0 } = WGS84.Inverse(from[1] ?? 0, from[0] ?? 0, to[1] ?? 0, to[0] ?? 0);
    const lengthFt = s12 / M_PER_FT;
    return spread(Math.ceil(lengthFt / stepFt)).flatMap((share) =>
      [-90, 90].map((aside) => ({
        point: go(go(from, azi1, lengthFt * share), azi1 + aside, NUDGE_FT),
        side: null,
      })),
    );
  });
}

/** Both flat ends and the outer line of a strip, and the arc of a sector. */
function farPoints(side: Side, widthFt: number, stepFt: number): Found[] {
  const { from, to, alongDeg, outwardDeg, lengthFt, next } = side;
  const up = spread(Math.ceil(widthFt / stepFt)).flatMap((share) =>
    [from, to].map((corner) => go(corner, outwardDeg, widthFt * share)),
  );
  const along = spread(Math.ceil(lengthFt / stepFt)).map((share) =>
    go(go(from, alongDeg, lengthFt * share), outwardDeg, widthFt * (1 - 1e-6)),
  );
  const turn = next === null ? 0 : turnDeg(outwardDeg, next.outwardDeg);
  const arc = next === null ? [] : spread(Math.ceil(((Math.abs(turn) * Math.PI) / 180) * (widthFt / stepFt)) + 1);
  return [...up, ...along, ...arc.map((share) => go(to, outwardDeg + turn * share, widthFt * (1 - 1e-6)))].map(
    (point) => ({ point, side }),
  );
}

const isPicked = ({ picked, sure }: Side, certainty: Certainty): boolean => (sure ? picked : certainty === "possibly");

function nearest(
  point: Position,
  candidates: readonly Candidate[],
  { withinFt, holds }: { withinFt: number; holds: (candidate: Candidate) => boolean },
): number {
  const box = boxAround(point, withinFt);
  const near = candidates
    .filter((candidate) => isIn(box, candidate.point))
    .map((candidate) => ({ candidate, roughFt: Math.hypot(...seenFrom(point, candidate.point)) }))
    .filter(({ roughFt }) => roughFt <= withinFt)
    .sort((a, b) => a.roughFt - b.roughFt);
  const found = near.find(({ candidate }) => holds(candidate));
  return found === undefined ? Infinity : distanceFt(point, found.candidate.point);
}

/** Points of a shape: its middle ones by a grid, and points just inside its outline, where laws break first. */
export function pointsOf(shape: MultiPolygon, perSide: number): Position[] {
  const all = shape.coordinates.flat(2);
  const [lons, lats] = [all.map(([lon = 0]) => lon), all.map(([, lat = 0]) => lat)];
  const [west, east, south, north] = [Math.min(...lons), Math.max(...lons), Math.min(...lats), Math.max(...lats)];
  const grid = Array.from({ length: perSide * perSide }, (_unused, index): Position => [
    west + ((east - west) * ((index % perSide) + 0.5)) / perSide,
    south + ((north - south) * (Math.floor(index / perSide) + 0.5)) / perSide,
  ]);
  const stride = Math.max(1, Math.floor(all.length / (perSide * 6)));
  const outline = all.filter((_position, index) => index % stride === 0);
  return [...grid.filter((point) => isInside(point, shape)), ...outline];
}
