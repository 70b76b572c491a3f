import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { statementsOf } from "@/lib/data/migration-statements";

export interface Migration {
  name: string;
  sql: string;
}

/** Any number that this project alone uses; two runners at once wait for each other on it. */
const LOCK = 4_702_111_318;
const TURN_STEP_MS = 200;

/**
 * How long a migration waits for a table. Behind it everyone else waits for that table too, so it gives up, and is tried
 * again when they have had their turn. Shorter than PostgreSQL's `deadlock_timeout` of a second: where a request and a migration
 * of several tables wait for each other, the migration gives way, not the request.
 */
const LOCK_WAIT_MS = 500;
const LOCK_TRIES = 120;
const LOCK_PAUSE_MS = 1000;
/** No lock within the time, or a deadlock that was found all the same. */
const BUSY = new Set(["55P03", "40P01"]);

/**
 * Applies the migrations that a database has not had, in order, one transaction each; one that makes an index
 * concurrently is its only statement and runs outside of any. The service may work meanwhile.
 *
 * Keeps Prisma's own table and checksums, so an operator with network access can use `prisma migrate deploy`
 * instead. An applied migration that was edited since is refused. Returns the names applied now.
 *
 * Where Citus spreads the tables, `spreadScript` (deploy/citus/distribute.sql) is run afterwards: a migration leaves its own form of
 * functions that are written otherwise there, and its new tables on one server.
 */
export async function applyMigrations(
  url: string,
  migrations: readonly Migration[],
  spreadScript: string | null = null,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await takeTurn(client);
    await client.query(CREATE_TABLE);
    const done = await client.query<{ migration_name: string; checksum: string }>(
      "SELECT migration_name, checksum FROM public._prisma_migrations WHERE finished_at IS NOT NULL",
    );
    const checksums = new Map(done.rows.map((row) => [row.migration_name, row.checksum]));
    refuseEdited(migrations, checksums);
    const pending = migrations.filter((migration) => !checksums.has(migration.name));
    const applyAll = async (): Promise<void> => {
      for (const migration of pending) await applyOne(client, migration);
      await keepSearchPath(client);
    };
    if (await isSpread(client))
      await replacingOnWorkers(client, async () => {
        // A migration that changes a table and then a function of it: Citus wants both over one connection to each worker.
        await client.query("SET citus.multi_shard_modify_mode TO 'sequential'");
        await applyAll();
        if (spreadScript !== null) await whenFree(client, () => spreadAgain(client, spreadScript));
      });
    else await applyAll();
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/** Asked for again and again: a statement that waits for the lock would itself be waited for by an index made concurrently. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [LOCK]);
    if (rows[0]?.taken === true) return;
    await pause(TURN_STEP_MS);
  }
}

/**
 * Tools on the database, as psql and imports, find PostGIS by this setting. A dump does not carry it into the database it
 * is restored to, so each run makes sure of it.
 */
const keepSearchPath = (client: pg.Client): Promise<unknown> =>
  client.query(`DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
                   WHERE d.datname = current_database() AND s.setrole = 0 AND 'search_path=public, gis' = ANY (s.setconfig))
    THEN EXECUTE format('ALTER DATABASE %I SET search_path = public, gis', current_database()); END IF; END $$`);

/** Names of the migrations that a database has not had; empty when it is up to date. */
export async function findPendingMigrations(url: string, names: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const table = await client.query<{ found: boolean }>(
      "SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS found",
    );
    if (table.rows[0]?.found !== true) return [...names];
    const done = await client.query<{ migration_name: string }>(
      "SELECT migration_name FROM public._prisma_migrations WHERE finished_at IS NOT NULL",
    );
    const applied = new Set(done.rows.map((row) => row.migration_name));
    return names.filter((name) => !applied.has(name));
  } finally {
    await client.end();
  }
}

const checksumOf = (sql: string): string => createHash("sha256").update(sql).digest("hex");

function refuseEdited(migrations: readonly Migration[], checksums: ReadonlyMap<string, string>): void {
  for (const { name, sql } of migrations) {
    const applied = checksums.get(name);
    if (applied !== undefined && applied !== checksumOf(sql)) {
      throw new Error(`migration ${name} was edited after it was applied; write a new migration instead`);
    }
  }
}

const CONCURRENT_INDEX = /CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+IF\s+NOT\s+EXISTS\s+"?(\w+)"?/i;

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  const index = CONCURRENT_INDEX.exec(migration.sql)?.[1];
  try {
    await (index === undefined
      ? whenFree(client, () => applyWhole(client, migration))
      : applyAlone(client, migration, index));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

/** Work that is a transaction, until the tables that it changes are free. */
async function whenFree(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      await client.query("ROLLBACK");
      const isBusy = error instanceof pg.DatabaseError && BUSY.has(error.code ?? "");
      if (!isBusy || tries === LOCK_TRIES) throw error;
      await pause(LOCK_PAUSE_MS);
    }
  }
}

async function applyWhole(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
  for (const statement of await statementsOf(migration.sql)) await client.query(statement);
  await writeDown(client, migration);
  await client.query("COMMIT");
}

async function isSpread(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "SELECT to_regprocedure('citus_version()') IS NOT NULL AS found",
  );
  if (rows[0]?.found !== true) return false;
  const spread = await client.query(
    "SELECT FROM pg_dist_partition WHERE logicalrelid = 'public.application'::regclass",
  );
  return spread.rowCount === 1;
}

/**
 * Citus gives a function that is replaced to its owner again on each worker, and so the owner has to be allowed to make one there; on one
 * server it keeps its owner. Allowed for the time of the migrations alone.
 */
async function replacingOnWorkers(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const onWorkers = async (command: string): Promise<void> => {
    const { rows } = await client.query<{ success: boolean; result: string }>(
      "SELECT success, result FROM run_command_on_workers($1)",
      // A worker would want the coordinator to say it to all of them.
      [`DO $$ BEGIN PERFORM set_config('citus.enable_ddl_propagation', 'off', true); ${command}; END $$`],
    );
    const failed = rows.find(({ success }) => !success);
    if (failed !== undefined) throw new Error(`a worker refused "${command}": ${failed.result}`);
  };
  await onWorkers("GRANT CREATE ON SCHEMA public TO hedgerow_definer, hedgerow_radar");
  try {
    await work();
  } finally {
    await onWorkers("REVOKE CREATE ON SCHEMA public FROM hedgerow_definer, hedgerow_radar");
  }
}

/** The time to wait is a message of its own, since Citus sends the one that sets it to all servers. */
async function spreadAgain(client: pg.Client, script: string): Promise<void> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
  await client.query(script);
  await client.query("COMMIT");
}

/** What an interrupted run left of the index is never used, and would count as the index itself. */
async function applyAlone(client: pg.Client, migration: Migration, index: string): Promise<void> {
  const { rows } = await client.query<{ half: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS half
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relname = $1 AND NOT i.indisvalid`,
    [index],
  );
  for (const { half } of rows) await client.query(`DROP INDEX CONCURRENTLY ${half}`);
  await client.query(migration.sql);
  await writeDown(client, migration);
}

const writeDown = (client: pg.Client, { name, sql }: Migration): Promise<unknown> =>
  client.query(
    `INSERT INTO public._prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), 1)`,
    [randomUUID(), checksumOf(sql), name],
  );

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS public._prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;
