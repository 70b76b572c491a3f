import type { MultiPolygon, Position } from "geojson";
import { beforeAll, describe, expect, it } from "vitest";
import { drawMapUnits, measureMapUnits } from "@/lib/data/soil/map-units";
import { checkBoundary } from "@/lib/geo/boundary";
import { startGeos } from "@/lib/geo/kernel";
import { getDeps } from "@/lib/runtime/deps";
import { Random } from "@/tests/support/fuzz-random";
import { sql } from "@/tests/support/soil-database";

/** Boundaries that are just within the limits of `lib/geo/cost.ts`, laid on ground as finely divided as a survey is. */

const [LON, LAT] = [-87, 33];
const RADIUS = 0.05;
const geos = await startGeos();

const around = (positions: number, radiusAt: (index: number) => number, [lon, lat] = [LON, LAT]): Position[] => {
  const ring = Array.from({ length: positions - 1 }, (_, index): Position => {
    const angle = (2 * Math.PI * index) / (positions - 1);
    return [lon + radiusAt(index) * Math.cos(angle), lat + radiusAt(index) * Math.sin(angle)];
  });
  return [...ring, ring[0] ?? [lon, lat]];
};
const TEETH = 18;
/** Teeth as high as the field: its rings are some nine times as long as its outline. */
const comb = (): Position[] => {
  const width = (2 * RADIUS) / TEETH;
  const teeth = Array.from({ length: TEETH }, (_, tooth) => {
    const west = LON - RADIUS + tooth * width;
    const side = (share: number, steps: number[]): Position[] =>
      steps.map((step) => [
        west + (share + 0.05 * (step % 2)) * width,
        LAT - 0.95 * RADIUS + (step * 1.9 * RADIUS) / 68,
      ]);
    const up = Array.from({ length: 68 }, (_, step) => step);
    return [...side(0.25, up), ...side(0.75, up.toReversed())];
  }).flat();
  const base: Position[] = [
    [LON + RADIUS, LAT - RADIUS],
    [LON - RADIUS, LAT - RADIUS],
  ];
  return [...teeth, ...base, teeth[0] ?? [LON, LAT]];
};
const holes = Array.from({ length: 20 }, (_, index) =>
  around(200, () => 0.003, [LON - 0.03 + (index % 5) * 0.014, LAT - 0.03 + Math.floor(index / 5) * 0.018]),
);
const SHAPES: [string, Position[][]][] = [
  ["a star of 1,401 positions", [around(1401, (index) => (index % 2 === 0 ? RADIUS : 0.95 * RADIUS))]],
  ["a comb of 2,451 positions", [comb()]],
  ["20 holes of 200 positions", [around(900, () => RADIUS), ...holes]],
  ["a star of 60 long spikes", [around(121, (index) => (index % 2 === 0 ? RADIUS : 0.35 * RADIUS))]],
];
const fieldOf = (rings: Position[][]): MultiPolygon => ({ type: "MultiPolygon", coordinates: [rings] });

let dataSetId = 0;
beforeAll(async () => {
  const [set] = await sql<{ id: number }>(
    `INSERT INTO data_set (kind, version, source) VALUES ('soil', 'made', 'made') RETURNING data_set_id AS id`,
  );
  dataSetId = set?.id ?? 0;
  const random = new Random(4);
  const seeds = Array.from({ length: 1200 }, () => [
    LON + random.between(-0.06, 0.06),
    LAT + random.between(-0.06, 0.06),
  ]);
  await sql(
    `INSERT INTO soil_piece (data_set_id, mukey, geom)
     SELECT $1::int, ($5::text[])[cell.path[1]], ST_Segmentize(cell.geom, 0.0002)
     FROM ST_Dump(ST_VoronoiPolygons(ST_SetSRID(ST_GeomFromGeoJSON($4), 4326), 0,
                                     ST_MakeEnvelope($2::float8 - 0.06, $3::float8 - 0.06, $2::float8 + 0.06, $3::float8 + 0.06, 4326))) AS cell`,
    [
      dataSetId,
      LON,
      LAT,
      JSON.stringify({ type: "MultiPoint", coordinates: seeds }),
      seeds.map(() => String(300_000 + random.whole(21))),
    ],
  );
  await sql("ANALYZE soil_piece");
});

const measure = async (rings: Position[][], withGeometry = false) =>
  measureMapUnits((await getDeps()).db.prisma, {
    boundary: fieldOf(rings),
    ground: { kind: "mirror", dataSetId },
    withGeometry,
  });

interface Compared {
  /** What only one has of the two and all pieces of the unit clipped and united at once, by the length of its edges. Degrees. */
  apartDeg: number;
  parts: number;
  partsAtOnce: number;
}
/** The ground of a map unit beside its pieces clipped by the whole boundary and united in one. */
const compared = async (rings: Position[][], mukey: string, geometry: MultiPolygon | null): Promise<Compared> => {
  const [row] = await sql<Compared>(
    `WITH field AS MATERIALIZED (SELECT ST_SetSRID(ST_GeomFromGeoJSON($2), 4326) AS geom),
     at_once AS MATERIALIZED (
       SELECT ST_CollectionExtract(ST_Union(ST_CollectionExtract(ST_Intersection(p.geom, field.geom), 3)), 3) AS geom
       FROM field JOIN soil_piece AS p ON p.data_set_id = $1 AND ST_Intersects(p.geom, field.geom) WHERE mukey = $3),
     given AS (SELECT ST_SetSRID(ST_GeomFromGeoJSON($4), 4326) AS geom)
     SELECT ST_Area(ST_SymDifference(given.geom, at_once.geom)) / ST_Perimeter(at_once.geom) AS "apartDeg",
            ST_NumGeometries(given.geom) AS parts, ST_NumGeometries(ST_Multi(at_once.geom)) AS "partsAtOnce"
     FROM given, at_once`,
    [dataSetId, JSON.stringify(fieldOf(rings)), mukey, JSON.stringify(geometry)],
  );
  return row ?? { apartDeg: Number.NaN, parts: 0, partsAtOnce: 0 };
};

/** The same with each piece of the survey clipped by the whole boundary. Square meters by map unit. */
const measureWhole = async (rings: Position[][]): Promise<Record<string, number>> => {
  const rows = await sql<{ mukey: string; sqm: number }>(
    `WITH field AS MATERIALIZED (SELECT ST_SetSRID(ST_GeomFromGeoJSON($2), 4326) AS geom)
     SELECT mukey, sum(ST_Area(ST_CollectionExtract(ST_Intersection(p.geom, field.geom), 3)::geography)) AS sqm
     FROM field JOIN soil_piece AS p ON p.data_set_id = $1 AND ST_Intersects(p.geom, field.geom) GROUP BY mukey`,
    [dataSetId, JSON.stringify(fieldOf(rings))],
  );
  return Object.fromEntries(rows.map(({ mukey, sqm }) => [mukey, sqm]));
};

describe.each(SHAPES)("soil under %s", (_, rings) => {
  it("is a boundary that is taken", () => {
    const feature = { type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: rings } };
    const limits = { maxPositions: 5000, maxAreaHa: 40_000 };
    expect(checkBoundary(geos, feature, limits, { form: "feature", sha256: (text) => text })).not.toHaveProperty(
      "faults",
    );
  });

  it("has the areas of the boundary laid on it whole", async () => {
    const [{ units, totalAreaSqm }, whole] = [await measure(rings), await measureWhole(rings)];
    expect(units.map(({ mukey }) => mukey).toSorted()).toEqual(Object.keys(whole).toSorted());
    for (const { mukey, areaSqm } of units) {
      // An edge is a geodesic between its ends, so one that is cut bends a little less. A millionth of the field at most.
      expect(Math.abs(areaSqm - (whole[mukey] ?? 0)) / totalAreaSqm).toBeLessThan(1e-6);
    }
  });

  it("has the ground of all its pieces united at once", async () => {
    const { units } = await measure(rings, true);
    for (const { mukey, geometry } of units) {
      const { apartDeg, parts, partsAtOnce } = await compared(rings, mukey, geometry);
      // A step of the nine decimals that positions have.
      expect(apartDeg).toBeLessThan(1e-9);
      // A seam that is left would make two of one. Slivers on the line of the cut may come or go.
      expect(Math.abs(parts - partsAtOnce)).toBeLessThanOrEqual(0.02 * partsAtOnce);
    }
  });

  it("is drawn with fewer positions, and no farther off than the grain", async () => {
    const boundary = fieldOf(rings);
    const grainDeg = 0.12 / 2500;
    const { units } = await measure(rings, true);
    const asked = { boundary, ground: { kind: "mirror", dataSetId } as const, grainDeg };
    const drawn = await drawMapUnits((await getDeps()).db.prisma, asked);
    const positions = (all: readonly { geometry: MultiPolygon | null }[]): number =>
      all.flatMap(({ geometry }) => geometry?.coordinates.flat(2) ?? []).length;
    expect(drawn).toHaveLength(units.length);
    expect(positions(drawn)).toBeLessThan(positions(units));
    const [fit] = await sql<{ reaches: boolean; stays: boolean }>(
      `WITH field AS (SELECT ST_SetSRID(ST_GeomFromGeoJSON($2), 4326) AS geom),
       drawn AS (SELECT ST_Union(ST_MakeValid(ST_GeomFromGeoJSON(d))) AS geom FROM jsonb_array_elements($1::jsonb) AS d)
       -- The tip of a spike is thinner than what is drawn.
       SELECT ST_Covers(ST_Buffer(drawn.geom, 3 * $3::float8), ST_Buffer(field.geom, -$3::float8)) AS reaches,
              ST_Covers(ST_Buffer(field.geom, 3 * $3::float8), drawn.geom) AS stays
       FROM field, drawn`,
      [JSON.stringify(drawn.map(({ geometry }) => geometry)), JSON.stringify(boundary), grainDeg],
    );
    expect(fit).toEqual({ reaches: true, stays: true });
  });
});
