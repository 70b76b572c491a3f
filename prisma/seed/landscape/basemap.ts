import type { Feature, FeatureCollection, Geometry, LineString, Point as PointShape, Polygon } from "geojson";
import { BLOCK_EDGE_M, SECTION_M, SECTIONS, toPosition } from "@/prisma/seed/landscape/place";
import { polygonOf, rectangle } from "@/prisma/seed/landscape/shapes";

/** Members as Census and BLM name them, so that the demonstration goes the way that a real extract goes. */
type Named<Shape extends Geometry> = FeatureCollection<Shape, Record<string, string | number>>;

/** Roads, section lines, and places under the map, all made up; its waters are the landscape's streams. */
export interface Basemap {
  roadLines: Named<LineString>;
  sections: Named<Polygon>;
  places: Named<PointShape>;
}

/** Past the block, so that a road does not end where the demonstration does. */
const BEYOND_M = 1200;
/** Sections on a side of a township. */
const TOWNSHIP = 6;
/** The road through the middle is a state's. */
const HIGHWAY = SECTIONS / 2;

const collection = <Shape extends Geometry>(
  features: readonly { shape: Shape; properties: Record<string, string | number> }[],
): Named<Shape> => ({
  type: "FeatureCollection",
  features: features.map(({ shape, properties }): Feature<Shape, Record<string, string | number>> => ({
    type: "Feature",
    properties,
    geometry: shape,
  })),
});

export const makeBasemap = (): Basemap => ({ roadLines: roadLines(), sections: sections(), places: places() });

function roadLines(): Basemap["roadLines"] {
  const [low, high] = [-BLOCK_EDGE_M - BEYOND_M, BLOCK_EDGE_M + BEYOND_M];
  const numbers = Array.from({ length: SECTIONS + 1 }, (_, index) => index);
  return collection(
    numbers.flatMap((number) => {
      const at = -BLOCK_EDGE_M + number * SECTION_M;
      const MTFCC = number === HIGHWAY ? "S1200" : "S1400";
      const nameOf = (word: string): string =>
        number === HIGHWAY ? `DEMO Highway ${word === "Street" ? 30 : 17}` : `DEMO ${word} ${number + 1}`;
      const eastWest: LineString = { type: "LineString", coordinates: [toPosition([low, at]), toPosition([high, at])] };
      const northSouth: LineString = {
        type: "LineString",
        coordinates: [toPosition([at, low]), toPosition([at, high])],
      };
      return [
        { shape: eastWest, properties: { FULLNAME: nameOf("Street"), MTFCC } },
        { shape: northSouth, properties: { FULLNAME: nameOf("Avenue"), MTFCC } },
      ];
    }),
  );
}

/** Numbered as surveys do it: from a township's northeast corner to the west, then back to the east. */
function sections(): Basemap["sections"] {
  return collection(
    Array.from({ length: SECTIONS * SECTIONS }, (_, index) => {
      const [column, row] = [index % SECTIONS, Math.floor(index / SECTIONS)];
      const [west, south] = [-BLOCK_EDGE_M + column * SECTION_M, -BLOCK_EDGE_M + row * SECTION_M];
      const fromNorth = TOWNSHIP - 1 - (row % TOWNSHIP);
      const fromWest = column % TOWNSHIP;
      const along = fromNorth % 2 === 0 ? TOWNSHIP - fromWest : fromWest + 1;
      return {
        shape: polygonOf(rectangle([west, south], [west + SECTION_M, south + SECTION_M])),
        properties: { FRSTDIVNO: String(fromNorth * TOWNSHIP + along) },
      };
    }),
  );
}

const PLACES = [
  { NAME: "DEMO Heron Mills", POP2020: 3100, at: [250, 300] },
  { NAME: "DEMO Plum Corner", POP2020: 140, at: [-4900, 3300] },
] as const;

const places = (): Basemap["places"] =>
  collection(
    PLACES.map(({ at, ...properties }) => ({
      shape: { type: "Point" as const, coordinates: toPosition(at) },
      properties,
    })),
  );
