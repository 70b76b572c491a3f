import type { FeatureCollection, LineString } from "geojson";
import { BLOCK_EDGE_M, type Point, toPosition } from "@/prisma/seed/landscape/place";
import type { Random } from "@/prisma/seed/random";

/** A stream of the demonstration, from its mouth up or from top to bottom; order as hydrographers count it. */
export interface Stream {
  name: string;
  order: number;
  points: Point[];
}

export interface StreamProperties {
  name: string;
  ftype: "StreamRiver";
  stream_order: number;
  category: "water";
  /** From bank to bank. */
  width_m: number;
}

/** By order, as small rivers of the Middle West have it. */
const WIDTH_M = [2, 5, 8, 12] as const;

const STEP_M = 40;
/** Beyond this the landscape ends. */
const LIMIT_M = BLOCK_EDGE_M + 1500;

interface Course {
  from: Point;
  /** General direction, radians counter-clockwise from east. */
  heading: number;
  lengthM: number;
  /** How far the direction swings, radians, and over what way. */
  swing: number;
  waveM: number;
}

/** A sine-generated curve, which is how rivers meander: the direction swings as a sine along the way. */
function meander(random: Random, { from, heading, lengthM, swing, waveM }: Course): Point[] {
  const phase = random.between(0, 2 * Math.PI);
  const slowPhase = random.between(0, 2 * Math.PI);
  const points: Point[] = [from];
  let [east, north] = from;
  for (let way = STEP_M; way <= lengthM; way += STEP_M) {
    const fast = swing * Math.sin((2 * Math.PI * way) / waveM + phase);
    const slow = 0.25 * Math.sin((2 * Math.PI * way) / (waveM * 7) + slowPhase);
    const direction = heading + fast + slow + random.between(-0.12, 0.12);
    east += STEP_M * Math.cos(direction);
    north += STEP_M * Math.sin(direction);
    if (Math.abs(east) > LIMIT_M || Math.abs(north) > LIMIT_M) break;
    points.push([east, north]);
  }
  return points;
}

const NAMES = ["Otter", "Willow", "Heron", "Plum", "Badger", "Sedge"] as const;

/** Where a tributary meets the main stem, as a share of its length, and the side it comes from. */
const CONFLUENCES = [0.14, 0.27, 0.42, 0.55, 0.7, 0.84] as const;

export function makeStreams(random: Random): Stream[] {
  const main = meander(random.fork("main"), {
    from: [-600, BLOCK_EDGE_M + 1200],
    heading: -Math.PI / 2,
    lengthM: 40_000,
    swing: 1.05,
    waveM: 1700,
  });
  const tributaries = NAMES.map((name, index): Stream => {
    const own = random.fork(name);
    const from = main[Math.floor(main.length * (CONFLUENCES[index] ?? 0))] ?? [0, 0];
    const isEast = index % 2 === 0;
    const heading = (isEast ? 0.35 : Math.PI - 0.35) + own.between(-0.12, 0.12);
    const course = { from, heading, lengthM: own.between(6500, 10_500), swing: 0.85, waveM: own.between(900, 1300) };
    return { name: `DEMO ${name} Branch`, order: 2, points: meander(own, course) };
  });
  return [{ name: "DEMO Creek", order: 4, points: main }, ...tributaries, ...sideChannels(main)];
}

/** Channels that leave the main stem and come back to it, so that corridors around both enclose an island. */
function sideChannels(main: readonly Point[]): Stream[] {
  return [0.2, 0.5, 0.78].flatMap((share, index) => {
    const first = Math.floor(main.length * share);
    const [from, to] = [main[first], main[first + 75]];
    if (from === undefined || to === undefined) return [];
    const outM = 2300 + 300 * index;
    const side = index % 2 === 0 ? 1 : -1;
    const points = Array.from({ length: 41 }, (_, step): Point => {
      const along = step / 40;
      const bulge = side * outM * Math.sin(Math.PI * along);
      return [from[0] + (to[0] - from[0]) * along + bulge, from[1] + (to[1] - from[1]) * along];
    });
    return [{ name: `DEMO Creek side channel ${index + 1}`, order: 3, points }];
  });
}

export const streamFeatures = (streams: readonly Stream[]): FeatureCollection<LineString, StreamProperties> => ({
  type: "FeatureCollection",
  features: streams.map(({ name, order, points }, index) => ({
    type: "Feature",
    id: `demo-stream-${index + 1}`,
    properties: {
      name,
      ftype: "StreamRiver",
      stream_order: order,
      category: "water",
      width_m: WIDTH_M[order - 1] ?? WIDTH_M[0],
    },
    geometry: { type: "LineString", coordinates: points.map(toPosition) },
  })),
});
