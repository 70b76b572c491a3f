import type { FeatureCollection, LineString, MultiPolygon, Polygon } from "geojson";
import { type Basemap, makeBasemap } from "@/prisma/seed/landscape/basemap";
import { type FieldProperties, makeFields } from "@/prisma/seed/landscape/fields";
import { type LimitationRow, makeLimitations } from "@/prisma/seed/landscape/limitations";
import { makeCoverage, makePulas, type PulaProperties } from "@/prisma/seed/landscape/pulas";
import { makeQuarters } from "@/prisma/seed/landscape/quarters";
import { makeSoil, type SoilProperties } from "@/prisma/seed/landscape/soil";
import { makeStreams, streamFeatures, type StreamProperties } from "@/prisma/seed/landscape/streams";
import {
  makeFarmsteads,
  makeHabitat,
  makeRoads,
  makeWater,
  type Surroundings,
} from "@/prisma/seed/landscape/surroundings";
import { createRandom } from "@/prisma/seed/random";

type Shape = Polygon | MultiPolygon;

/** One county's worth of demonstration data. All of it is made up, but for the county it is laid in. */
export interface Landscape extends Basemap {
  fields: FeatureCollection<Shape, FieldProperties>;
  pulas: FeatureCollection<Shape, PulaProperties>;
  limitations: LimitationRow[];
  coverage: Polygon;
  streams: FeatureCollection<LineString, StreamProperties>;
  water: Surroundings;
  habitat: Surroundings;
  roads: Surroundings;
  farmsteads: Surroundings;
  soil: FeatureCollection<Polygon, SoilProperties>;
}

/** The county's FIPS code; any other number gives another landscape. */
export const DEMO_SEED = 19_015;

/** The same landscape for the same seed, to the last byte. Each part draws from a source of its own. */
export function makeLandscape(seed: number = DEMO_SEED): Landscape {
  const random = createRandom(seed);
  const streams = makeStreams(random.fork("streams"));
  const quarters = makeQuarters(streams);
  const { features: fields, holes, free } = makeFields(random.fork("fields"), quarters, streams);
  return {
    fields,
    pulas: makePulas(random.fork("pulas"), streams),
    limitations: makeLimitations(),
    coverage: makeCoverage(),
    streams: streamFeatures(streams),
    water: makeWater(random.fork("water"), free, holes),
    habitat: makeHabitat(random.fork("habitat"), streams, free, holes),
    roads: makeRoads(),
    farmsteads: makeFarmsteads(random.fork("farmsteads"), free, holes),
    soil: makeSoil(random.fork("soil"), streams),
    ...makeBasemap(),
  };
}
