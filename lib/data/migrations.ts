import { createHash, randomUUID } from "node:crypto";
import pg from "pg";

export interface Migration {
  name: string;
  sql: string;
}

/** Any number that this project alone uses; two runners at once wait for each other on it. */
const LOCK = 4_702_111_318;

/**
 * Applies the migrations that a database has not had, in order, one transaction each.
 *
 * Keeps Prisma's own table and checksums, so an operator with network access can use `prisma migrate deploy`
 * instead. An applied migration that was edited since is refused. Returns the names applied now.
 */
export async function applyMigrations(url: string, migrations: readonly Migration[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await client.query(CREATE_TABLE);
    const done = await client.query<{ migration_name: string; checksum: string }>(
      "SELECT migration_name, checksum FROM public._prisma_migrations WHERE finished_at IS NOT NULL",
    );
    const checksums = new Map(done.rows.map((row) => [row.migration_name, row.checksum]));
    refuseEdited(migrations, checksums);
    const pending = migrations.filter((migration) => !checksums.has(migration.name));
    for (const migration of pending) await applyOne(client, migration);
    await keepSearchPath(client);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
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

async function applyOne(client: pg.Client, { name, sql }: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO public._prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksumOf(sql), name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

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
