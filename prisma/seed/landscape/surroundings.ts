import type { Feature, FeatureCollection, MultiPolygon, Polygon } from "geojson";
import type { Hole, HoleKind } from "@/prisma/seed/landscape/field-shapes";
import { BLOCK_EDGE_M, type Point, SECTION_M, SECTIONS } from "@/prisma/seed/landscape/place";
import { middleOf, type Quarter, QUARTER_M } from "@/prisma/seed/landscape/quarters";
import { blob, corridor, polygonOf, rectangle } from "@/prisma/seed/landscape/shapes";
import type { Stream } from "@/prisma/seed/landscape/streams";
import type { Random } from "@/prisma/seed/random";

/** What lies around fields. Managed ground may take part of a buffer; water and habitat never do. */
export interface SurroundingProperties {
  kind: "managed" | "non_managed";
  category: "water" | "habitat" | "road" | "structure";
  label: string;
}
type Shape = Polygon | MultiPolygon;
export type Surroundings = FeatureCollection<Shape, SurroundingProperties>;

const KIND_OF = { water: "non_managed", habitat: "non_managed", road: "managed", structure: "managed" } as const;

function collection(
  category: SurroundingProperties["category"],
  prefix: string,
  shapes: readonly { shape: Shape; label: string }[],
): Surroundings {
  return {
    type: "FeatureCollection",
    features: shapes.map(({ shape, label }, index): Feature<Shape, SurroundingProperties> => ({
      type: "Feature",
      id: `demo-${prefix}-${index + 1}`,
      properties: { kind: KIND_OF[category], category, label: `DEMO ${label}` },
      geometry: shape,
    })),
  };
}

const ROAD_HALF_M = 10;

/** Roads along every section line, a mile a feature. */
export function makeRoads(): Surroundings {
  const lines = Array.from({ length: SECTIONS + 1 }, (_, index) => -BLOCK_EDGE_M + index * SECTION_M);
  const stretches = lines.slice(0, -1);
  const along = lines.flatMap((line, number) =>
    stretches.flatMap((from, mile) => {
      const [low, high]: Point = [from + ROAD_HALF_M, from + SECTION_M - ROAD_HALF_M];
      const name = `mile ${mile + 1}`;
      return [
        {
          shape: polygonOf(rectangle([low, line - ROAD_HALF_M], [high, line + ROAD_HALF_M])),
          label: `Street ${number + 1}, ${name}`,
        },
        {
          shape: polygonOf(rectangle([line - ROAD_HALF_M, low], [line + ROAD_HALF_M, high])),
          label: `Avenue ${number + 1}, ${name}`,
        },
      ];
    }),
  );
  return collection("road", "road", along);
}

const FARMSTEADS = 36;
const PONDS = 14;
const STANDS = 30;

const holesOf = (holes: readonly Hole[], kind: HoleKind): { shape: Shape; label: string }[] =>
  holes
    .filter((hole) => hole.kind === kind)
    .map(({ ring }) => ({ shape: polygonOf(ring), label: `${kind} in a field` }));

/** Farmsteads by the road on ground no field uses, and those inside fields. */
export function makeFarmsteads(random: Random, free: readonly Quarter[], holes: readonly Hole[]): Surroundings {
  const byRoad = free.slice(0, FARMSTEADS).map((quarter, index) => {
    const [east, north] = middleOf(quarter);
    // Section roads run along the outer sides of a quarter: west of even columns, east of odd ones.
    const side = quarter.column % 2 === 0 ? -1 : 1;
    const middle: Point = [east + side * (QUARTER_M / 2 - 75), north + random.between(-200, 200)];
    const [halfEast, halfNorth] = [random.between(28, 45), random.between(25, 55)];
    const shape = polygonOf(
      rectangle([middle[0] - halfEast, middle[1] - halfNorth], [middle[0] + halfEast, middle[1] + halfNorth]),
    );
    return { shape, label: `Farmstead ${index + 1}` };
  });
  return collection("structure", "farmstead", [...byRoad, ...holesOf(holes, "farmstead")]);
}

export function makeWater(random: Random, free: readonly Quarter[], holes: readonly Hole[]): Surroundings {
  const ponds = free.slice(FARMSTEADS, FARMSTEADS + PONDS).map((quarter, index) => ({
    shape: polygonOf(blob(random, middleOf(quarter), random.between(30, 90), 40)),
    label: `Pond ${index + 1}`,
  }));
  return collection("water", "water", [...ponds, ...holesOf(holes, "pond")]);
}

const BANK_WOODS_M = 20;

/** Woods along the streams' banks, prairie remnants, and wetlands inside fields. */
export function makeHabitat(
  random: Random,
  streams: readonly Stream[],
  free: readonly Quarter[],
  holes: readonly Hole[],
): Surroundings {
  const banks = streams.map(({ name, points }) => ({
    shape: corridor([points], BANK_WOODS_M, 3),
    label: `Woods along ${name.replace(/^DEMO /, "")}`,
  }));
  const stands = free.slice(FARMSTEADS + PONDS, FARMSTEADS + PONDS + STANDS).map((quarter, index) => {
    const radiusM = random.between(80, 260);
    const shell = blob(random, middleOf(quarter), radiusM, 64);
    const glade = index % 4 === 0 ? [blob(random, middleOf(quarter), radiusM * 0.3, 24)] : [];
    return { shape: polygonOf(shell, ...glade), label: `Prairie remnant ${index + 1}` };
  });
  return collection("habitat", "habitat", [...banks, ...stands, ...holesOf(holes, "wetland")]);
}
