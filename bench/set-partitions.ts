import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { connect } from "@/lib/data/db";
import { deleteSet } from "@/lib/data/imports/sets";
import { applyMigrations } from "@/lib/data/migrations";
import { type AreaQuery, findRegulatedAreas } from "@/lib/data/regulated-areas";
import { importCounties } from "@/lib/imports/county/import-counties";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { stopCluster } from "@/scripts/setup/cluster.mjs";
import { recreateDatabase } from "@/scripts/setup/database.mjs";
import { pulaFeature, writePulaFile } from "@/tests/contract/imports/generated-pulas";

/**
 * What the area statement of a check costs beside sets of other versions, and what removing a set costs, by hand and not
 * in CI, on a database of its own: `node --import tsx bench/set-partitions.ts [features] [vertices] [kept sets]`
 */
const features = Number(process.argv[2] ?? 3000);
const vertices = Number(process.argv[3] ?? 600);
const keptSets = Number(process.argv[4] ?? 36);
const ROUNDS = 12;
const folder = await mkdtemp(join(tmpdir(), "hedgerow-partitions-"));
const { owner, app, cluster } = await recreateDatabase("hedgerow_set_partitions");
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const client = new pg.Client({ connectionString: owner });

const sorted = (values: number[]): number[] => values.toSorted((one, other) => one - other);
const quantile = (values: number[], share: number): string =>
  (sorted(values)[Math.floor((values.length - 1) * share)] ?? 0).toFixed(2);

/** Squares of half a kilometer on the edges of areas, where a search finds most. */
function queryOf(number: number): AreaQuery {
  const { geometry } = pulaFeature(number, vertices) as { geometry: { coordinates: [number, number][][] } };
  const [lon, lat] = geometry.coordinates[0]?.[number % vertices] ?? [-100, 40];
  const ring = [
    [lon, lat],
    [lon + 0.005, lat],
    [lon + 0.005, lat + 0.005],
    [lon, lat + 0.005],
    [lon, lat],
  ];
  return {
    boundary: { type: "MultiPolygon", coordinates: [[ring]] },
    searchMiles: 10,
    onDate: "2026-11-23",
    registrations: [],
    ingredients: [],
    withGeometry: false,
    withShare: false,
  };
}
const queries = Array.from({ length: 100 }, (_, index) => queryOf(1 + ((index * 29) % features)));

async function timeStatements(what: string): Promise<void> {
  const db = connect({ url: app, poolMax: 1 });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) {
      const started = performance.now();
      await findRegulatedAreas(db, query);
      if (round > 0) times.push(performance.now() - started);
    }
  }
  await db.close();
  const first: number[] = [];
  for (const query of queries.slice(0, 15)) {
    const fresh = connect({ url: app, poolMax: 1 });
    await fresh.pool.query("SELECT 1");
    const started = performance.now();
    await findRegulatedAreas(fresh, query);
    first.push(performance.now() - started);
    await fresh.close();
  }
  say(
    `${what}: p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms; first of a connection p50 ${quantile(first, 0.5)} ms`,
  );
}

/** Another version of a set, as its import would leave it. */
async function copySet(fromId: number, version: string, kind: "pula" | "county", pieceTable: string): Promise<number> {
  const made = await client.query<{ id: number }>(
    `INSERT INTO data_set (kind, version, source, state, county_precision, coverage, verified_at)
     SELECT kind, $2, source, 'ready', county_precision, coverage, verified_at FROM data_set WHERE data_set_id = $1
     RETURNING data_set_id AS id`,
    [fromId, version],
  );
  const id = made.rows[0]?.id ?? 0;
  const copy = (table: string, columns: string): Promise<unknown> =>
    client.query(
      `INSERT INTO ${table} (data_set_id, ${columns}) SELECT $2, ${columns} FROM ${table} WHERE data_set_id = $1`,
      [fromId, id],
    );
  if (kind === "pula") {
    await copy("pula", "pula_id, event_name, status, effective_date, expires_on, codes");
    if (pieceTable === "pula_piece") await copy("pula_piece", "pula_id, geom");
    else {
      const partitioned = await client.query("SELECT FROM pg_class WHERE relname = 'pula_piece' AND relkind = 'p'");
      if (partitioned.rowCount === 1) {
        await copy("pula_piece", "pula_id, geom");
        await client.query(`ALTER TABLE pula_piece DETACH PARTITION pula_piece_s${id}`);
        await client.query(`ALTER TABLE pula_piece_archive ATTACH PARTITION pula_piece_s${id} FOR VALUES IN (${id})`);
      } else {
        await client.query(
          `INSERT INTO pula_piece_archive (piece_id, data_set_id, pula_id, geom)
           SELECT nextval('pula_piece_piece_id_seq'), $2, pula_id, geom FROM pula_piece WHERE data_set_id = $1`,
          [fromId, id],
        );
      }
    }
  } else {
    await copy("county", "geo_id, state_fips, county_fips, county_name, geom");
    await copy("county_piece", "geo_id, geom");
  }
  return id;
}

async function removeSet(dataSetId: number, kind: "pula" | "county"): Promise<void> {
  const size = async (): Promise<string> =>
    (await client.query<{ size: string }>("SELECT pg_size_pretty(pg_database_size(current_database())) AS size"))
      .rows[0]?.size ?? "";
  const [before, started] = [await size(), performance.now()];
  await deleteSet(client, { dataSetId, kind });
  say(
    `removing a ${kind} set: ${((performance.now() - started) / 1000).toFixed(2)} s, database ${before} before, ${await size()} after`,
  );
}

try {
  const migrations = readdirSync("prisma/migrations", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, sql: readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8") }))
    .sort((one, other) => one.name.localeCompare(other.name));
  await applyMigrations(owner, migrations);
  await client.connect();
  const source = join(folder, "areas.geojson");
  await writePulaFile(source, features, vertices);
  const pulas = await importPulas(owner, { source, version: "in force", activate: true, force: true });
  const counties = await importCounties(owner, {
    source: "us-atlas",
    version: "counties",
    activate: true,
    force: true,
  });
  const { rows } = await client.query<{ pieces: string; counties: string }>(
    "SELECT (SELECT count(*) FROM pula_piece) AS pieces, (SELECT count(*) FROM county_piece) AS counties",
  );
  say(`${rows[0]?.pieces} pieces of areas, ${rows[0]?.counties} of counties in a set`);
  await client.query("VACUUM ANALYZE");
  await timeStatements("one set of each kind");
  const others = [];
  for (const name of ["before", "waiting"]) {
    others.push(await copySet(pulas.dataSetId, name, "pula", "pula_piece"));
    others.push(await copySet(counties.dataSetId, name, "county", "county_piece"));
  }
  await client.query("VACUUM ANALYZE");
  await timeStatements("three sets of each kind");
  for (let index = 0; index < keptSets; index += 1)
    await copySet(pulas.dataSetId, `kept ${index}`, "pula", "pula_piece_archive");
  await client.query("VACUUM ANALYZE");
  await timeStatements(`the same, ${keptSets} kept sets besides`);
  await removeSet(others[2] ?? 0, "pula");
  await removeSet(others[3] ?? 0, "county");
} finally {
  await client.end();
  await rm(folder, { recursive: true });
  if (cluster?.startedHere === true) stopCluster(cluster);
}
