import type { Feature, FeatureCollection, Polygon } from "geojson";
import type { SoilGroup } from "@/lib/domain/soil";
import { BLOCK_EDGE_M, type Point } from "@/prisma/seed/landscape/place";
import { nearestStreamM } from "@/prisma/seed/landscape/quarters";
import { polygonOf } from "@/prisma/seed/landscape/shapes";
import type { Stream } from "@/prisma/seed/landscape/streams";
import type { Random } from "@/prisma/seed/random";

/** A map unit polygon in the words of the soil survey. Nulls are real: water has neither group nor slope. */
export interface SoilProperties {
  areasymbol: string;
  mupolygonkey: string;
  mukey: string;
  musym: string | null;
  muname: string | null;
  hydgrpdcd: SoilGroup | null;
  slopegradwta: number | null;
}

type MapUnit = Pick<SoilProperties, "musym" | "muname" | "hydgrpdcd" | "slopegradwta">;

const unit = (musym: string, muname: string, hydgrpdcd: SoilGroup | null, slopegradwta: number | null): MapUnit => ({
  musym,
  muname: `DEMO ${muname}`,
  hydgrpdcd,
  slopegradwta,
});

/** From the water's edge up to the hills, so that neighbors in the list are neighbors on the ground. */
export const MAP_UNITS: readonly [MapUnit, ...MapUnit[]] = [
  unit("W", "Water", null, null),
  unit("31A", "silty clay, frequently flooded", "D", 0.5),
  unit("23A", "silty clay loam, pothole, 0 to 1 percent slopes", "C/D", 0.4),
  unit("12A", "loamy sand, high water table, 0 to 2 percent slopes", "A/D", 0.8),
  unit("24A", "clay loam, 0 to 2 percent slopes", "B/D", 1),
  unit("21A", "silt loam, 0 to 2 percent slopes", "B", 1.1),
  unit("21B", "silt loam, 2 to 5 percent slopes", "B", 3.4),
  unit("25B", "loam over sand, 2 to 5 percent slopes", "A/B", 3.1),
  unit("22B", "clay loam, 2 to 5 percent slopes", "C", 3.6),
  unit("22D", "clay loam, 9 to 14 percent slopes", "C", 11.5),
  unit("11C", "sand, 5 to 9 percent slopes", "A", 6.8),
  unit("31F", "clay, 18 to 25 percent slopes", "D", 21),
  unit("UL", "Urban land", null, 2.5),
];
/** Ground drawn on the survey's map whose unit the survey's tables do not have: no data, which is not zero. */
const UNMAPPED: MapUnit = { musym: null, muname: null, hydgrpdcd: null, slopegradwta: null };

const CELLS = 42;
const REACH_M = BLOCK_EDGE_M + 800;
const CELL_M = (2 * REACH_M) / CELLS;
const PARTS = 4;
const NODE_JITTER_M = 90;
const EDGE_JITTER_M = 38;
const FIRST_KEY = 9_900_000;

/** The block cut into patches without gaps or overlaps: neighbors share the very same wavering edge. */
export function makeSoil(random: Random, streams: readonly Stream[]): FeatureCollection<Polygon, SoilProperties> {
  const mesh = makeMesh(random.fork("mesh"));
  const choose = makeChooser(random.fork("units"), streams);
  const cells = Array.from(
    { length: CELLS * CELLS },
    (_, index) => [index % CELLS, Math.floor(index / CELLS)] as const,
  );
  return {
    type: "FeatureCollection",
    features: cells.map(([column, row], index): Feature<Polygon, SoilProperties> => {
      const middle: Point = [-REACH_M + (column + 0.5) * CELL_M, -REACH_M + (row + 0.5) * CELL_M];
      const isUnmapped = index === 700;
      const place = isUnmapped ? MAP_UNITS.length : choose(middle);
      return {
        type: "Feature",
        id: `demo-soil-${index + 1}`,
        properties: {
          areasymbol: "DM015",
          mupolygonkey: String(FIRST_KEY + 1000 + index),
          mukey: String(FIRST_KEY + place),
          ...(MAP_UNITS[place] ?? UNMAPPED),
        },
        geometry: polygonOf(mesh(column, row)),
      };
    }),
  };
}

/** Rings of the cells. Nodes and edges are made once, in a fixed order, and looked up by both cells they part. */
function makeMesh(random: Random): (column: number, row: number) => Point[] {
  const jitter = (mostM: number): number => random.between(-mostM, mostM);
  const nodes = Array.from({ length: (CELLS + 1) ** 2 }, (_, index): Point => [
    -REACH_M + (index % (CELLS + 1)) * CELL_M + jitter(NODE_JITTER_M),
    -REACH_M + Math.floor(index / (CELLS + 1)) * CELL_M + jitter(NODE_JITTER_M),
  ]);
  const nodeAt = (column: number, row: number): Point => nodes[row * (CELLS + 1) + column] ?? [0, 0];
  const waver = (from: Point, to: Point): Point[] =>
    Array.from({ length: PARTS }, (_, part): Point => {
      const share = part / PARTS;
      const off = part === 0 ? 0 : EDGE_JITTER_M;
      return [from[0] + (to[0] - from[0]) * share + jitter(off), from[1] + (to[1] - from[1]) * share + jitter(off)];
    });
  const eastward = nodes.map((node, index) => waver(node, nodes[index + 1] ?? node));
  const northward = nodes.map((node, index) => waver(node, nodes[index + CELLS + 1] ?? node));
  const edge = (edges: readonly Point[][], column: number, row: number): Point[] =>
    edges[row * (CELLS + 1) + column] ?? [];
  // Edges hold their first node but not their last, so that a ring repeats none.
  return (column, row) => [
    ...edge(eastward, column, row),
    ...edge(northward, column + 1, row),
    nodeAt(column + 1, row + 1),
    ...edge(eastward, column, row + 1)
      .slice(1)
      .reverse(),
    nodeAt(column, row + 1),
    ...edge(northward, column, row).slice(1).reverse(),
  ];
}

/** Which map unit lies at a place: wet and flat by the streams, drier and steeper away from them, patchy everywhere. */
function makeChooser(random: Random, streams: readonly Stream[]): (at: Point) => number {
  const waves = Array.from({ length: 5 }, () => ({
    east: random.between(-1, 1) / 900,
    north: random.between(-1, 1) / 900,
    phase: random.between(0, 2 * Math.PI),
  }));
  const last = MAP_UNITS.length - 1;
  return (at) => {
    const wayM = nearestStreamM(streams, at);
    if (wayM < 60) return 0;
    if (random.between(0, 1) < 0.015) return last;
    const patch = waves.reduce(
      (sum, { east, north, phase }) => sum + Math.sin(at[0] * east + at[1] * north + phase),
      0,
    );
    // Square root, because ground far from any stream is rarer than ground beside one.
    const place = 1 + Math.sqrt(wayM / 6500) * (last - 2) + patch + random.between(-1.5, 1.5);
    return Math.min(last - 1, Math.max(1, Math.round(place)));
  };
}
