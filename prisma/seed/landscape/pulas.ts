import type { Feature, FeatureCollection, MultiPolygon, Polygon } from "geojson";
import { DEMO_COUNTY, type Point } from "@/prisma/seed/landscape/place";
import { blob, corridor, densify, polygonOf, thinned } from "@/prisma/seed/landscape/shapes";
import type { Stream } from "@/prisma/seed/landscape/streams";
import type { Random } from "@/prisma/seed/random";

/** Members as EPA's polygon layer has them; one PULA is one or many features. */
export interface PulaProperties {
  objectid: number;
  pula_id: number;
  polygon_pula_id: number;
  event_name: string;
  status: "effective";
  effective_date: string;
  published_time_stamp: string;
  codes: string;
}
export type PulaFeature = Feature<Polygon | MultiPolygon, PulaProperties>;

/** Made-up areas. The numbers lie far above any that EPA has given. */
export const DEMO_PULAS = {
  streamFish: {
    id: 990_001,
    name: "DEMO Prairie Stream Fish 2026",
    effective: "2025-03-03",
    codes: "DM901,DM902,DM905,DM906,DM907",
  },
  wetMeadow: { id: 990_002, name: "DEMO Wet Meadow Orchid 2026", effective: "2025-06-16", codes: "DM901,DM903" },
  butterfly: { id: 990_003, name: "DEMO Upland Butterfly 2026", effective: "2025-09-01", codes: "DM903" },
  /** In force only from this day: checks for an earlier application do not meet it. */
  later: { id: 990_004, name: "DEMO Mussel Beds 2029", effective: "2029-03-01", codes: "DM901" },
  /** Its code has no limitation row: every check on it asks for review. */
  unwritten: { id: 990_005, name: "DEMO Sand Prairie Plants 2026", effective: "2025-11-10", codes: "DM904" },
} as const;
type PulaName = keyof typeof DEMO_PULAS;

/** About 20 m: real stream corridors are drawn that finely, and the search has to cope with it. */
const FINE_DEGREES = 0.0002;

type Shape = Polygon | MultiPolygon;

export function makePulas(random: Random, streams: readonly Stream[]): FeatureCollection<Shape, PulaProperties> {
  const shapes: Record<PulaName, Shape[]> = {
    streamFish: [
      densify(
        corridor(
          streams.map(({ points }) => thinned(points, 2)),
          520,
        ),
        FINE_DEGREES,
      ),
    ],
    wetMeadow: meadows(streams),
    butterfly: uplands(random.fork("butterfly")),
    later: [
      corridor(
        streams.slice(0, 1).map(({ points }) => thinned(points.slice(380), 4)),
        1000,
        4,
      ),
    ],
    unwritten: sandPrairies(random.fork("sand")),
  };
  const names = Object.keys(shapes) as PulaName[];
  const all = names.flatMap((name) => shapes[name].map((shape) => ({ name, shape })));
  return {
    type: "FeatureCollection",
    features: all.map(({ name, shape }, index) => toFeature(name, shape, index + 1)),
  };
}

function toFeature(name: PulaName, geometry: Shape, objectId: number): PulaFeature {
  const { id, name: eventName, effective, codes } = DEMO_PULAS[name];
  return {
    type: "Feature",
    properties: {
      objectid: objectId,
      pula_id: id,
      polygon_pula_id: id,
      event_name: eventName,
      status: "effective",
      effective_date: effective,
      published_time_stamp: effective,
      codes,
    },
    geometry,
  };
}

/** Reaches of the tributaries, broad and overlapping the corridor along them: two features a tributary. */
function meadows(streams: readonly Stream[]): Shape[] {
  return streams
    .filter(({ order }) => order === 2)
    .flatMap(({ points: all }) => {
      const points = thinned(all, 3);
      const third = Math.floor(points.length / 3);
      // Two reaches that do not meet make one feature of two parts.
      const apart = [points.slice(0, Math.floor(third / 2)), points.slice(2 * third)].filter((run) => run.length >= 2);
      return [corridor([points.slice(third, 2 * third)], 820, 4), corridor(apart, 700, 4)];
    });
}

/** Round patches on the uplands; the larger ones have ground inside that does not belong to them. */
function uplands(random: Random): Shape[] {
  const middles: Point[] = [
    [-6900, 4900],
    [-4200, 8200],
    [6400, 6100],
    [3100, -5200],
    [7400, -6900],
    [-3600, -1900],
  ];
  const patches = middles.map((middle, index) => {
    const radiusM = random.between(700, 1250);
    const shell = blob(random, middle, radiusM, 180);
    return index % 2 === 0 ? polygonOf(shell, blob(random, middle, radiusM * 0.35, 60)) : polygonOf(shell);
  });
  return [
    { type: "MultiPolygon", coordinates: patches.slice(0, 4).map(({ coordinates }) => coordinates) },
    ...patches.slice(4),
  ];
}

const sandPrairies = (random: Random): Shape[] =>
  (
    [
      [-7300, -7400],
      [-3900, -8100],
    ] as const
  ).map((middle) => polygonOf(blob(random, middle, 1700, 140)));

/** The ground the demonstration speaks for: the county and a good deal around it. */
export function makeCoverage(): Polygon {
  const { west, south, east, north } = DEMO_COUNTY;
  const aroundDeg = 0.25;
  const [w, s, e, n] = [west - aroundDeg, south - aroundDeg, east + aroundDeg, north + aroundDeg].map(
    (degrees) => Math.round(degrees * 1e4) / 1e4,
  ) as [number, number, number, number];
  return {
    type: "Polygon",
    coordinates: [
      [
        [w, s],
        [e, s],
        [e, n],
        [w, n],
        [w, s],
      ],
    ],
  };
}
