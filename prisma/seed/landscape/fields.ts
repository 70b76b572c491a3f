import type { Feature, FeatureCollection } from "geojson";
import { Allotment, type MakeField } from "@/prisma/seed/landscape/allotment";
import {
  acrossRoad,
  alongStreams,
  type FieldShape,
  type Hole,
  type HoleKind,
  makeHoles,
  pivot,
  PIVOT_STYLES,
  square,
  withHoles,
} from "@/prisma/seed/landscape/field-shapes";
import { DEMO_COUNTY, northOf, type Point } from "@/prisma/seed/landscape/place";
import {
  cornerOf,
  middleOf,
  nearestStreamM,
  type Quarter,
  QUARTER_M,
  QUARTERS,
} from "@/prisma/seed/landscape/quarters";
import { polygonOf, rectangle } from "@/prisma/seed/landscape/shapes";
import type { Stream } from "@/prisma/seed/landscape/streams";
import type { Random } from "@/prisma/seed/random";

export const FIELD_COUNTS = {
  quarter: 18,
  half: 10,
  streamside: 12,
  pivot: 8,
  holes: 6,
  split: 4,
  county_line: 2,
} as const;
export type FieldKind = keyof typeof FIELD_COUNTS;

export interface FieldProperties {
  provider_field_id: string;
  field_name: string;
  kind: FieldKind;
}
export type FieldFeature = Feature<FieldShape, FieldProperties>;

export interface LaidOutFields {
  features: FeatureCollection<FieldShape, FieldProperties>;
  /** What lies in the holes of fields: later parts draw farmsteads, ponds and wetlands there. */
  holes: Hole[];
  /** Dry quarters that no field uses. */
  free: Quarter[];
}

const KIND_WORDS: Record<FieldKind, string> = {
  quarter: "quarter section",
  half: "half section",
  streamside: "along the stream",
  pivot: "center pivot",
  holes: "with excluded areas",
  split: "across the road",
  county_line: "at the county line",
};

const HOLE_SETS: readonly (readonly HoleKind[])[] = [
  ["farmstead"],
  ["pond"],
  ["wetland"],
  ["farmstead", "pond"],
  ["pond", "wetland"],
  ["farmstead", "pond", "wetland"],
];

/** Plain quarters that lie wholly in a stream's surroundings, beside those that a stream cuts. */
const BESIDE_STREAMS = 5;

export function makeFields(random: Random, quarters: readonly Quarter[], streams: readonly Stream[]): LaidOutFields {
  const allotment = new Allotment(quarters, random.fork("order").shuffled(quarters));
  const holes: Hole[] = [];
  // The order matters: whichever comes first has the choice of ground.
  const wide = layOutWide(random, allotment, streams);
  const dry = layOutDry(random, allotment, byWayToStream(quarters, streams), holes);
  const features = nameFields({ ...wide, ...dry, county_line: [0, 1].map(atCountyLine) });
  return { features, holes, free: allotment.free() };
}

/** Fields that need more than one quarter, or a stream. */
function layOutWide(random: Random, allotment: Allotment, streams: readonly Stream[]) {
  const squares = random.fork("half");
  const roads = random.fork("roads");
  return {
    streamside: allotment.layOut(FIELD_COUNTS.streamside, (quarter) => {
      const shape = quarter.isCrossed ? alongStreams(quarter, streams) : null;
      return shape === null ? null : { uses: [quarter], shape };
    }),
    half: allotment.layOut(FIELD_COUNTS.half, (quarter) => {
      const above = quarter.row % 2 === 0 ? allotment.at(quarter.column, quarter.row + 1) : null;
      if (!allotment.isDry(quarter) || !allotment.isDry(above)) return null;
      return { uses: [quarter, above], shape: square(squares, quarter, 1, 2) };
    }),
    split: allotment.layOut(FIELD_COUNTS.split, (quarter) => {
      const over = quarter.column % 2 === 1 ? allotment.at(quarter.column + 1, quarter.row) : null;
      if (!allotment.isDry(quarter) || !allotment.isDry(over)) return null;
      return { uses: [quarter, over], shape: acrossRoad(roads, quarter, over) };
    }),
  };
}

/** Fields on one dry quarter each. What lies in their holes goes to `holes`. */
function layOutDry(random: Random, allotment: Allotment, byStream: readonly Quarter[], holes: Hole[]) {
  const pivots = random.fork("pivots");
  const excluded = random.fork("holes");
  const squares = random.fork("squares");
  const onDry =
    (make: (quarter: Quarter, index: number) => FieldShape): MakeField =>
    (quarter, index) =>
      allotment.isDry(quarter) ? { uses: [quarter], shape: make(quarter, index) } : null;
  const plain = onDry((quarter) => square(squares, quarter));
  const style = (index: number) => PIVOT_STYLES[index % PIVOT_STYLES.length] ?? "circle";
  return {
    pivot: allotment.layOut(
      FIELD_COUNTS.pivot,
      onDry((quarter, index) => pivot(pivots, quarter, style(index))),
    ),
    holes: allotment.layOut(
      FIELD_COUNTS.holes,
      onDry((quarter, index) => {
        const made = makeHoles(excluded, quarter, HOLE_SETS[index % HOLE_SETS.length] ?? []);
        holes.push(...made);
        return withHoles(quarter, made);
      }),
    ),
    quarter: [
      ...allotment.layOut(BESIDE_STREAMS, plain, byStream),
      ...allotment.layOut(FIELD_COUNTS.quarter - BESIDE_STREAMS, plain),
    ],
  };
}

const byWayToStream = (quarters: readonly Quarter[], streams: readonly Stream[]): Quarter[] =>
  quarters
    .map((quarter) => ({ quarter, wayM: nearestStreamM(streams, middleOf(quarter)) }))
    .sort((a, b) => a.wayM - b.wayM)
    .map(({ quarter }) => quarter);

/**
 * Fields a few hundred meters inside the county's southern line. Coarse county shapes are good to 2 km, so their
 * checks take the county beyond the line in as well.
 */
function atCountyLine(index: number): FieldShape {
  const [west] = cornerOf(QUARTERS / 2 + 4 * index, 0);
  const south = northOf(DEMO_COUNTY.south) + 300 + 500 * index;
  const low: Point = [west + 13, south];
  return polygonOf(rectangle(low, [low[0] + QUARTER_M - 26, low[1] + QUARTER_M - 26]));
}

function nameFields(shapes: Record<FieldKind, FieldShape[]>): FeatureCollection<FieldShape, FieldProperties> {
  const kinds = Object.keys(FIELD_COUNTS) as FieldKind[];
  const all = kinds.flatMap((kind) => shapes[kind].map((shape) => ({ kind, shape })));
  return {
    type: "FeatureCollection",
    features: all.map(({ kind, shape }, index): FieldFeature => {
      const number = String(index + 1).padStart(3, "0");
      return {
        type: "Feature",
        id: `demo-field-${number}`,
        properties: {
          provider_field_id: `demo-field-${number}`,
          field_name: `DEMO Field ${index + 1} (${KIND_WORDS[kind]})`,
          kind,
        },
        geometry: shape,
      };
    }),
  };
}
