import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runMigrations as prepareQueue } from "graphile-worker";
import pg from "pg";
import { ROOT } from "@/bench/support/build";
import { applyMigrations, type Migration } from "@/lib/data/migrations";
import { type Cluster, ensureCluster, stopCluster, urlsFor } from "@/scripts/setup/cluster.mjs";
import { ensureDatabaseIn } from "@/scripts/setup/database.mjs";
import { readMigrations } from "@/tests/faults/own-cluster";

/** What every server of the cluster needs to have, also a standby that does not know Citus. */
export const PLAIN_SETTINGS = [
  // A commit that changed several nodes is prepared on each.
  "max_prepared_transactions=200",
  "wal_level=logical",
  // Each database has a keeper of its own.
  "max_worker_processes=64",
];

/** What a node of the cluster is started with; docs/scale.md names the same for an operator. */
export const SETTINGS = [
  ...PLAIN_SETTINGS,
  "shared_preload_libraries=citus",
  "citus.node_conninfo=sslmode=disable",
  "citus.shard_count=8",
  // Triggers leave no provider's rows, which are on one node.
  "citus.enable_unsafe_triggers=on",
  "citus.allow_nested_distributed_execution=on",
];

/**
 * `SET LOCAL` reaches the workers, and with it who asks: row-level security there depends on it. Not from there on: what a
 * trigger asks stays on its node, and Citus would hand on the text that the coordinator sent, with the transaction's number.
 */
const COORDINATOR_SETTINGS = ["citus.propagate_set_commands=local"];

export interface CitusNode {
  name: string;
  cluster: Cluster;
}

export interface CitusCluster {
  coordinator: CitusNode;
  workers: readonly CitusNode[];
  folder: string;
  stop: () => void;
}

/** Why there is no cluster to be made from this PostgreSQL; null: there is. */
export function missingCitus(pgConfig: string | undefined): string | null {
  if (pgConfig === undefined)
    return `say which PostgreSQL: npm run scale:citus -- /usr/bin/pg_config. ${HOW_TO_GET_IT}`;
  let folder: string;
  try {
    folder = join(execFileSync(pgConfig, ["--sharedir"], { encoding: "utf8" }).trim(), "extension");
  } catch {
    return `${pgConfig} is no pg_config of PostgreSQL. ${HOW_TO_GET_IT}`;
  }
  const missing = ["citus", "postgis"].filter((name) => !existsSync(join(folder, `${name}.control`)));
  return missing.length === 0 ? null : `${missing.join(" and ")} missing in ${folder}. ${HOW_TO_GET_IT}`;
}

const HOW_TO_GET_IT =
  "Citus 13 for PostgreSQL 15 comes as the package postgresql-15-citus-13.2 of citusdata, or from its source " +
  "(github.com/citusdata/citus, built with that PostgreSQL's pg_config); PostGIS as postgresql-15-postgis-3 of Debian.";

/** A coordinator and two workers on loopback, in a folder that goes with them. */
export async function startCitus(pgConfig: string): Promise<CitusCluster> {
  const bin = execFileSync(pgConfig, ["--bindir"], { encoding: "utf8" }).trim();
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-citus-"));
  // The servers run as another user, each in a folder of its own in this one.
  chmodSync(folder, 0o755);
  const nodes: CitusNode[] = [];
  const stop = (): void => {
    for (const { cluster } of nodes) stopCluster(cluster, "immediate");
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const name of ["coordinator", "worker-1", "worker-2"]) {
      const settings = name === "coordinator" ? [...SETTINGS, ...COORDINATOR_SETTINGS] : SETTINGS;
      const cluster = await ensureCluster(join(folder, name), null, { bin, settings });
      nodes.push({ name, cluster });
    }
  } catch (error) {
    stop();
    throw error;
  }
  const [coordinator, ...workers] = nodes;
  if (coordinator === undefined) throw new RangeError("a cluster has a coordinator");
  return { coordinator, workers, folder, stop };
}

/**
 * A migrated database on the coordinator, spread over the workers by deploy/citus/distribute.sql. Migrated before Citus
 * comes in: the first migration makes roles and extensions, which Citus would repeat on the workers in the owner's name.
 */
export async function makeSpreadDatabase(
  { coordinator, workers }: Pick<CitusCluster, "coordinator" | "workers">,
  name: string,
  migrations: readonly Migration[] = readMigrations(),
): Promise<{ app: string; owner: string }> {
  const nodes = [coordinator, ...workers];
  const { app, owner } = urlsFor(coordinator.cluster, name);
  for (const { cluster } of nodes) await ensureDatabaseIn(cluster, name);
  await applyMigrations(owner, migrations);
  await prepareQueue({ connectionString: owner });
  const roles = await rolesOf(coordinator.cluster, name);
  for (const { cluster } of workers) await asAdmin(cluster, "postgres", roles);
  for (const { cluster } of nodes) await asAdmin(cluster, name, ["CREATE EXTENSION citus"]);
  await asAdmin(coordinator.cluster, name, [
    `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.cluster.port})`,
    ...workers.map(({ cluster }) => `SELECT citus_add_node('127.0.0.1', ${cluster.port})`),
  ]);
  await runScript(owner, "deploy/citus/distribute.sql");
  // What is spread has made its roles as they are on the coordinator, where none of these logs in.
  // And later migrations replace functions in the name of these roles, there too.
  for (const { cluster } of workers)
    await asAdmin(cluster, "postgres", [
      "SET citus.enable_ddl_propagation = off",
      ...roles,
      "GRANT hedgerow_definer, hedgerow_radar TO hedgerow_owner",
    ]);
  return { app, owner };
}

/**
 * Roles that migrations made. Statements of a function go to the workers as the role that the function runs as, so each of
 * them may log in there.
 */
async function rolesOf(cluster: Cluster, database: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: urlsFor(cluster, database).admin });
  await client.connect();
  try {
    const { rows } = await client.query<{ make: string }>(
      `SELECT format('DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = %L) THEN CREATE ROLE %I; END IF; END $$;
                      ALTER ROLE %I LOGIN', rolname, rolname, rolname) AS make
       FROM pg_roles WHERE rolname LIKE 'hedgerow%' ORDER BY 1`,
    );
    return rows.map(({ make }) => make);
  } finally {
    await client.end();
  }
}

async function runScript(url: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(readFileSync(join(ROOT, file), "utf8"));
  } finally {
    await client.end();
  }
}

export async function asAdmin(cluster: Cluster, database: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: urlsFor(cluster, database).admin });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
