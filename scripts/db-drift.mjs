import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureTestCluster, stopCluster } from "./setup/cluster.mjs";
import { recreateDatabase } from "./setup/database.mjs";
import { root, tsx } from "./setup/run.mjs";

/**
 * `npm run db:drift`: do prisma/schema.prisma and the migrations say the same? Migrates an empty database and has
 * Prisma compare. Exit 0: they agree; 2: they differ, and what differs is printed.
 */
const name = `hedgerow_drift_${process.pid}`;
const { owner, cluster } = await recreateDatabase(name, ensureTestCluster);
const env = { ...process.env, DATABASE_URL: owner, DATABASE_DIRECT_URL: owner };
let status = (await tsx("scripts/migrate.ts", [], { env, stdio: ["ignore", "ignore", "inherit"] })) === 0 ? null : 1;
if (status === null) {
  const result = spawnSync(
    process.execPath,
    [
      "node_modules/prisma/build/index.js",
      "migrate",
      "diff",
      "--from-config-datasource",
      "--to-schema",
      "prisma/schema.prisma",
      "--exit-code",
    ],
    {
      cwd: root,
      env: { ...env, PRISMA_SCHEMA_ENGINE_BINARY: join(root, "scripts/setup/schema-engine.mjs") },
      encoding: "utf8",
      timeout: 60_000,
    },
  );
  status = result.status ?? 1;
  // An engine that ends early makes the command exit 0 without having compared anything.
  if (status === 0 && !result.stdout.includes("No difference detected")) status = 1;
  if (status !== 0) process.stderr.write(result.stdout + result.stderr);
}
await dropDatabase();
if (cluster?.startedHere) stopCluster(cluster);
process.exit(status);

async function dropDatabase() {
  const { default: pg } = await import("pg");
  const there = new URL(owner);
  there.pathname = "/postgres";
  const client = new pg.Client({ connectionString: there.href });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  await client.end();
}
