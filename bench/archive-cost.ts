import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { readArchive } from "@/lib/data/imports/archive-file";
import { applyMigrations } from "@/lib/data/migrations";
import { archiveSet, restoreVersion } from "@/lib/imports/archive";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { recreateDatabase } from "@/scripts/setup/database.mjs";
import { stopCluster } from "@/scripts/setup/cluster.mjs";
import { writePulaFile } from "@/tests/contract/imports/generated-pulas";

/**
 * What it costs to keep a set of areas in a file, by hand and not in CI, on a database of its own:
 * `node --import tsx bench/archive-cost.ts [features] [vertices]`
 */
const features = Number(process.argv[2] ?? 1000);
const vertices = Number(process.argv[3] ?? 1000);
const folder = await mkdtemp(join(tmpdir(), "hedgerow-archive-"));
const { owner, cluster } = await recreateDatabase("hedgerow_archive_cost");
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  say(`${what}: ${((performance.now() - started) / 1000).toFixed(2)} s`);
  return result;
}

const client = new pg.Client({ connectionString: owner });
try {
  const migrations = readdirSync("prisma/migrations", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, sql: readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8") }))
    .sort((one, other) => one.name.localeCompare(other.name));
  await applyMigrations(owner, migrations);
  await client.connect();
  const source = join(folder, "areas.geojson");
  await writePulaFile(source, features, vertices);
  for (const version of ["kept", "second", "third"]) {
    await importPulas(owner, { source, version, activate: true, force: true });
    await client.query("INSERT INTO data_set_use (kind, version) VALUES ('pula', $1) ON CONFLICT DO NOTHING", [
      version,
    ]);
    await client.query("UPDATE radar_run SET finished_at = now()");
  }
  const { rows } = await client.query<{ bytes: string; pieces: string }>(
    `SELECT sum(pg_column_size(geom))::text AS bytes, count(*)::text AS pieces FROM (
       SELECT geom FROM pula_piece_archive JOIN data_set USING (data_set_id) WHERE version = 'kept'
       UNION ALL SELECT geom FROM pula_feature JOIN data_set USING (data_set_id) WHERE version = 'kept') AS kept`,
  );
  say(
    `${features} areas of ${vertices} vertices: ${(Number(rows[0]?.bytes) / 1e6).toFixed(1)} MB of shapes in the database`,
  );
  const { file, bytes } = await timed("archive", () => archiveSet(owner, { version: "kept", folder }));
  say(`file: ${(bytes / 1e6).toFixed(1)} MB`);
  await timed("one area of it, as a report reads it", async () => {
    for await (const { pulaId } of readArchive(file, new Set([1]))) say(`area ${pulaId}`);
  });
  await timed("restore", () => restoreVersion(owner, "kept"));
} finally {
  await client.end();
  await rm(folder, { recursive: true });
  if (cluster?.startedHere === true) stopCluster(cluster);
}
