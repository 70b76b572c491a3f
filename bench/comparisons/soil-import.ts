import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Position } from "geojson";
import type pg from "pg";
import { importSoil } from "@/lib/imports/soil/import-soil";
import type { Bench, Comparison } from "@/bench/support/bench";
import { ownCpu, postgresCpu } from "@/bench/support/cpu";
import { onDatabase } from "@/bench/support/database";
import type { Row } from "@/bench/support/report";
import { type PolygonFeature, readFeatures, sharedPath } from "@/bench/support/shared-files";

/** `SOIL_POLYGONS=<number>`: how many. */
const POLYGONS = Number(process.env.SOIL_POLYGONS ?? 20_000);
const ROUNDS = 3;
const SETTLED_MS = 1000;
/** The survey of the Marshall Islands, laid beside itself until there are so many, a tenth of a degree apart. */
const FILES = {
  polygons: "soil/gssurgo_mh_fy26_mupolygon.geojson.gz",
  mapunit: sharedPath("soil/gssurgo_mh_fy26_mapunit.csv"),
  muaggatt: sharedPath("soil/gssurgo_mh_fy26_muaggatt.csv"),
};
const COPIES_A_ROW = 50;
const APART_DEG = 0.5;

const moved = (shape: PolygonFeature, copy: number): PolygonFeature => {
  const [east, north] = [-(copy % COPIES_A_ROW) * APART_DEG - 171, Math.floor(copy / COPIES_A_ROW) * APART_DEG];
  const ring = (positions: Position[]) => positions.map(([lon = 0, lat = 0]): Position => [lon + east, lat + north]);
  const { geometry } = shape;
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  return { ...shape, geometry: { type: "MultiPolygon", coordinates: polygons.map((rings) => rings.map(ring)) } };
};

/** A file of map unit polygons as SSURGO's are once they are GeoJSON. Returns its polygons, as text. */
async function writeFile(path: string, count: number): Promise<string[]> {
  const shapes = readFeatures(FILES.polygons);
  const out = createWriteStream(path);
  const texts: string[] = [];
  out.write('{"type":"FeatureCollection","features":[\n');
  for (let index = 0; index < count; index += 1) {
    const shape = shapes[index % shapes.length];
    if (shape === undefined) throw new RangeError("the survey has no polygon");
    const feature = moved(shape, Math.floor(index / shapes.length));
    texts.push(JSON.stringify(feature.geometry));
    if (!out.write(`${index > 0 ? ",\n" : ""}${JSON.stringify(feature)}`)) await once(out, "drain");
  }
  out.end("\n]}\n");
  await once(out, "finish");
  return texts;
}

interface Cost {
  seconds: number;
  cpuS: number;
}

async function costOf(database: () => number, work: () => Promise<unknown>): Promise<Cost> {
  const [started, own, server] = [performance.now(), ownCpu(), database()];
  await work();
  const ended = performance.now();
  // A process of PostgreSQL that has ended counts once its parent has noticed.
  await pause(SETTLED_MS);
  return { seconds: (ended - started) / 1000, cpuS: (ownCpu() - own + database() - server) / 1000 };
}

/** The least that a store of polygons asks of PostgreSQL: the shapes read, kept, and found again by an index. */
async function storeBare(client: pg.Client, texts: readonly string[]): Promise<void> {
  await client.query("CREATE TABLE bench_soil (geom geometry)");
  try {
    for (let from = 0; from < texts.length; from += 500) {
      await client.query(
        "INSERT INTO bench_soil SELECT ST_GeomFromGeoJSON(shape) FROM unnest($1::text[]) AS t(shape)",
        [texts.slice(from, from + 500)],
      );
    }
    await client.query("CREATE INDEX ON bench_soil USING gist (geom)");
  } finally {
    await client.query("DROP TABLE bench_soil");
  }
}

const leastOf = (costs: readonly Cost[], of: keyof Cost): number => Math.min(...costs.map((cost) => cost[of]));

/** Loading a soil survey, a polygon: read, judged, cut, stored, and measured. */
export const soilImport: Comparison = {
  name: "soil-import",
  run: async (bench: Bench): Promise<Row[]> => {
    const folder = mkdtempSync(join(tmpdir(), "hedgerow-bench-soil-"));
    const source = join(folder, "mupolygon.geojson");
    try {
      const texts = await writeFile(source, POLYGONS);
      const database = await postgresCpu(bench.sql);
      if (database === null) throw new Error("PostgreSQL runs elsewhere, so that its processor time cannot be read");
      const { mapunit, muaggatt } = FILES;
      const found = { work: [] as Cost[], base: [] as Cost[] };
      await onDatabase(bench.database.owner, async (client) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          found.base.push(await costOf(database, () => storeBare(client, texts)));
          const options = { source, mapunit, muaggatt, version: `bench-${round}` };
          found.work.push(await costOf(database, () => importSoil(bench.database.owner, options)));
        }
      });
      bench.say(`soil import of ${POLYGONS} polygons: ${JSON.stringify(found)}`);
      const each = (of: keyof Cost): number => (1000 * leastOf(found.work, of)) / POLYGONS;
      const figures = { ...found, polygons: POLYGONS };
      return [
        {
          work: "a soil survey imported, a polygon of 160 positions, by the clock",
          comparedWith: "1 ms",
          ratio: each("seconds"),
          target: null,
          figures,
        },
        {
          work: "the same, processor time of both processes",
          comparedWith: "the shapes inserted as they are, and an index made",
          ratio: leastOf(found.work, "cpuS") / leastOf(found.base, "cpuS"),
          target: null,
          figures,
        },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
