import type { MultiPolygon } from "geojson";
import type { FieldSide } from "@/lib/views/portal/field-map";
import { M_PER_FT } from "@/lib/domain/units";
import { fieldEdges, type FieldEdge } from "@/lib/engine/drift/edges";
import { compassPoint, pointWord, type CompassPoint } from "@/lib/views/figures";
import { wordsIn } from "@/lib/views/language";
import { planeAround } from "@/lib/geo/plane";

/**
 * A shorter run belongs to its neighbor: a corner cut by a tractor is no side of the field. Bearings are taken over
 * twice as much of the edge, so that a wavering line faces one way.
 */
const SHORTEST_SIDE_FT = 30;
const SHORTEST_SHARE = 0.02;

interface SideName {
  facing: CompassPoint;
  /** Null in a field of one part. */
  part: number | null;
  /** Null for a side of the outer boundary. */
  hole: number | null;
}

const words = wordsIn<{
  name: (side: SideName) => string;
  numbered: (name: string, place: number, of: number) => string;
}>({
  en: {
    name: ({ facing, part, hole }) =>
      `Side facing ${pointWord(facing)}${part === null ? "" : `, part ${part}`}${hole === null ? "" : `, hole ${hole}`}`,
    numbered: (name, place, of) => `${name}, ${place} of ${of}`,
  },
  es: {
    name: ({ facing, part, hole }) =>
      `Lado que da al ${pointWord(facing)}${part === null ? "" : `, parte ${part}`}${hole === null ? "" : `, hueco ${hole}`}`,
    numbered: (name, place, of) => `${name}, ${place} de ${of}`,
  },
});

/** Eight points of the compass. */
const POINT_DEG = 45;

interface Run {
  /** One of the eight points of the compass. */
  towardDeg: number;
  edges: FieldEdge[];
  lengthM: number;
}

/**
 * The sides of a field, as people speak of them: edges that follow each other and face about the same one of eight
 * compass points. Every edge is in one side, so that anyone who cannot click on edges can choose them all the same.
 */
export function fieldSides(boundary: MultiPolygon): FieldSide[] {
  const plane = planeAround(boundary.coordinates.flat());
  const flat = boundary.coordinates.map((rings) =>
    rings.map((ring) => ring.map((position) => [...plane.toPlane(position)])),
  );
  // An eighth of the compass forgives what the meridians converge by within a field.
  const sides = fieldEdges(flat, []).flatMap((ring) => sidesOfRing(ring).map((run) => sideOf(run, boundary)));
  return numbered(sides);
}

function sidesOfRing(ring: readonly FieldEdge[]): Run[] {
  const edges = [...ring].sort((a, b) => a.edgeIndex - b.edgeIndex);
  const around = edges.reduce((sum, { lengthM }) => sum + lengthM, 0);
  const shortestM = Math.max(SHORTEST_SIDE_FT * M_PER_FT, around * SHORTEST_SHARE);
  const facing = smoothedDegs(edges, shortestM);
  const runs = joinEnds(runsOf(edges, (index) => facing[index] ?? 0));
  const merged = joinEnds(shareShort(fromLongest(runs), shortestM));
  const first = ({ edges: own }: Run): number => Math.min(...own.map(({ edgeIndex }) => edgeIndex));
  return merged.sort((a, b) => first(a) - first(b));
}

/** How far a ring faces east and north, summed over its edges' lengths up to a place along it. */
interface Facing {
  east: number;
  north: number;
}

/**
 * The point of the compass that the outline faces at each edge, over a stretch that reaches so far to either side of the
 * edge's middle. By running sums, so that a ring of many edges costs no more for each of them.
 */
function smoothedDegs(edges: readonly FieldEdge[], reachM: number): number[] {
  const starts: number[] = [];
  const sums: Facing[] = [];
  let aroundM = 0;
  const all: Facing = { east: 0, north: 0 };
  const turnOf = ({ outwardBearingDeg }: FieldEdge): number => (outwardBearingDeg * Math.PI) / 180;
  for (const edge of edges) {
    starts.push(aroundM);
    sums.push({ ...all });
    aroundM += edge.lengthM;
    all.east += edge.lengthM * Math.sin(turnOf(edge));
    all.north += edge.lengthM * Math.cos(turnOf(edge));
  }
  const upTo = (placeM: number): Facing => {
    const laps = Math.floor(placeM / aroundM);
    const restM = placeM - laps * aroundM;
    const index = lastAtMost(starts, restM);
    const [edge, before] = [edges[index], sums[index]];
    if (edge === undefined || before === undefined) throw new RangeError(`no edge ${index}`);
    const intoM = restM - (starts[index] ?? 0);
    return {
      east: laps * all.east + before.east + intoM * Math.sin(turnOf(edge)),
      north: laps * all.north + before.north + intoM * Math.cos(turnOf(edge)),
    };
  };
  return edges.map((own, index) => {
    const moreM = Math.max(0, Math.min(reachM, aroundM / 2) - own.lengthM / 2);
    const startM = starts[index] ?? 0;
    const [from, to] = [upTo(startM - moreM), upTo(startM + own.lengthM + moreM)];
    const [east, north] = [to.east - from.east, to.north - from.north];
    // A spike goes out and comes back: it faces as its own edge does.
    const isNowhere = Math.hypot(east, north) < own.lengthM / 1e3;
    const facingDeg = isNowhere ? own.outwardBearingDeg : (Math.atan2(east, north) * 180) / Math.PI;
    return (Math.floor(facingDeg / POINT_DEG + 0.5) * POINT_DEG + 360) % 360;
  });
}

/** The last of ascending values that is not above one; 0 when all are. */
function lastAtMost(values: readonly number[], wanted: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((values[middle] ?? Infinity) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

function runsOf(edges: readonly FieldEdge[], facing: (index: number) => number): Run[] {
  const runs: Run[] = [];
  for (const [index, edge] of edges.entries()) {
    const run = { towardDeg: facing(index), edges: [edge], lengthM: edge.lengthM };
    const last = runs.at(-1);
    if (last?.towardDeg === run.towardDeg) append(last, run.edges);
    else runs.push(run);
  }
  return runs;
}

function append(run: Run, edges: readonly FieldEdge[]): void {
  for (const edge of edges) {
    run.edges.push(edge);
    run.lengthM += edge.lengthM;
  }
}

/** The same ring, begun at its longest run: a short one then always has one before it. */
function fromLongest(runs: readonly Run[]): Run[] {
  const longest = Math.max(...runs.map(({ lengthM }) => lengthM));
  const start = runs.findIndex(({ lengthM }) => lengthM === longest);
  return [...runs.slice(start), ...runs.slice(0, start)];
}

/** Edges of short runs go to the long ones on both sides of them, and runs that then face the same way become one. */
function shareShort([first, ...others]: readonly Run[], shortestM: number): Run[] {
  if (first === undefined) return [];
  const merged = [first];
  let last = first;
  let waiting: FieldEdge[] = [];
  for (const run of others) {
    if (run.lengthM < shortestM) {
      waiting.push(...run.edges);
      continue;
    }
    const [before, after] = shared(waiting, last, run);
    waiting = [];
    append(last, before);
    if (last.towardDeg === run.towardDeg) append(last, [...after, ...run.edges]);
    else {
      last = { towardDeg: run.towardDeg, edges: [], lengthM: 0 };
      append(last, [...after, ...run.edges]);
      merged.push(last);
    }
  }
  const [before, after] = last === first ? [waiting, []] : shared(waiting, last, first);
  append(last, before);
  const own = first.edges.splice(0);
  first.lengthM = 0;
  append(first, [...after, ...own]);
  return merged;
}

/** Parts edges in two where they fit their neighbors best: a round corner is parted in its middle. */
function shared(edges: readonly FieldEdge[], before: Run, after: Run): [FieldEdge[], FieldEdge[]] {
  const fit = ({ outwardBearingDeg, lengthM }: FieldEdge, { towardDeg }: Run): number =>
    lengthM * Math.cos(((outwardBearingDeg - towardDeg) * Math.PI) / 180);
  let gain = 0;
  const best = { gain: 0, at: 0 };
  for (const [index, edge] of edges.entries()) {
    gain += fit(edge, before) - fit(edge, after);
    if (gain >= best.gain) Object.assign(best, { gain, at: index + 1 });
  }
  return [edges.slice(0, best.at), edges.slice(best.at)];
}

/** A ring has no beginning: its first and last run may be one side. */
function joinEnds(runs: Run[]): Run[] {
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined || first === last || first.towardDeg !== last.towardDeg) return runs;
  append(last, first.edges);
  return runs.slice(1);
}

function sideOf({ towardDeg, edges, lengthM }: Run, boundary: MultiPolygon): FieldSide {
  const [{ partIndex, ringIndex } = { partIndex: 0, ringIndex: 0 }] = edges;
  const facing = compassPoint(towardDeg, 8);
  return {
    name: words().name({
      facing,
      part: boundary.coordinates.length > 1 ? partIndex + 1 : null,
      hole: ringIndex > 0 ? ringIndex : null,
    }),
    facing,
    partIndex,
    ringIndex,
    edgeIndexes: edges.map(({ edgeIndex }) => edgeIndex),
    lengthFt: lengthM / M_PER_FT,
  };
}

/** Sides of the same name differ by their order around the field. */
function numbered(sides: readonly FieldSide[]): FieldSide[] {
  return sides.map((side, index) => {
    const same = sides.filter(({ name }) => name === side.name);
    if (same.length === 1) return side;
    const place = sides.slice(0, index + 1).filter(({ name }) => name === side.name).length;
    return { ...side, name: words().numbered(side.name, place, same.length) };
  });
}
