import type { MultiPolygon } from "geojson";
import type { FieldSide } from "@/lib/domain/portal-views/field-map";
import { M_PER_FT } from "@/lib/domain/units";
import { fieldEdges, type FieldEdge } from "@/lib/engine/drift/edges";
import { compassWord } from "@/lib/geo/format";
import { planeAround } from "@/lib/geo/plane";

/** A shorter run belongs to its neighbour: a corner cut by a tractor is no side of the field. */
const SHORTEST_SIDE_FT = 30;
const SHORTEST_SHARE = 0.02;

interface Run {
  word: string;
  edges: FieldEdge[];
  lengthM: number;
}

/**
 * The sides of a field, as people speak of them: edges that follow each other and face the same one of eight compass
 * points. Every edge is in one side, so that whoever cannot click on edges can choose them all the same.
 */
export function fieldSides(boundary: MultiPolygon): FieldSide[] {
  const plane = planeAround(boundary.coordinates.flat());
  const flat = boundary.coordinates.map((rings) =>
    rings.map((ring) => ring.map((position) => [...plane.toPlane(position)])),
  );
  // An eighth of the compass forgives what the meridians converge by within a field.
  const sides = fieldEdges(flat, []).flatMap((ring) => {
    const inOrder = [...ring].sort((a, b) => a.edgeIndex - b.edgeIndex);
    return joinEnds(mergeShort(runsOf(inOrder))).map((run) => sideOf(run, boundary));
  });
  return numbered(sides);
}

function runsOf(edges: readonly FieldEdge[]): Run[] {
  const runs: Run[] = [];
  for (const edge of edges) {
    const word = compassWord(edge.outwardBearingDeg, 8);
    const last = runs.at(-1);
    if (last?.word === word) append(last, { word, edges: [edge], lengthM: edge.lengthM });
    else runs.push({ word, edges: [edge], lengthM: edge.lengthM });
  }
  return runs;
}

function append(run: Run, more: Run): void {
  run.edges.push(...more.edges);
  run.lengthM += more.lengthM;
}

/** Short runs join the one before them, and runs that then face the same way become one. */
function mergeShort(runs: readonly Run[]): Run[] {
  const around = runs.reduce((sum, { lengthM }) => sum + lengthM, 0);
  const shortestM = Math.max(SHORTEST_SIDE_FT * M_PER_FT, around * SHORTEST_SHARE);
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last !== undefined && (run.lengthM < shortestM || last.word === run.word)) append(last, run);
    else merged.push(run);
  }
  return merged;
}

/** A ring has no beginning: its first and last run may be one side. */
function joinEnds(runs: Run[]): Run[] {
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined || first === last || first.word !== last.word) return runs;
  append(last, first);
  return runs.slice(1);
}

function sideOf({ word, edges, lengthM }: Run, boundary: MultiPolygon): FieldSide {
  const [{ partIndex, ringIndex } = { partIndex: 0, ringIndex: 0 }] = edges;
  const part = boundary.coordinates.length > 1 ? `, part ${partIndex + 1}` : "";
  const hole = ringIndex > 0 ? `, hole ${ringIndex}` : "";
  return {
    name: `Side facing ${word}${part}${hole}`,
    partIndex,
    ringIndex,
    edgeIndexes: edges.map(({ edgeIndex }) => edgeIndex),
    lengthFt: lengthM / M_PER_FT,
  };
}

/** Sides of the same name are told apart by their order around the field. */
function numbered(sides: readonly FieldSide[]): FieldSide[] {
  return sides.map((side, index) => {
    const same = sides.filter(({ name }) => name === side.name);
    if (same.length === 1) return side;
    const place = sides.slice(0, index + 1).filter(({ name }) => name === side.name).length;
    return { ...side, name: `${side.name}, ${place} of ${same.length}` };
  });
}
