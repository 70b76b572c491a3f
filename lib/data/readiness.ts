import { type Db, readReference } from "@/lib/data/db";

/** What a database tells about itself, by statements that need neither PostGIS nor a search path. */
export interface DatabaseFacts {
  /** A standby follows a primary and takes no writes. */
  isStandby: boolean;
  /** Null: PostGIS is not installed. */
  postgisSchema: string | null;
  /** Whether statements find PostGIS as checks name it, without its schema. */
  findsPostgis: boolean;
  hasMigrations: boolean;
}

export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<DatabaseFacts[]>`
      SELECT pg_is_in_recovery() AS "isStandby",
             (SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'postgis') AS "postgisSchema",
             to_regtype('geometry') IS NOT NULL AS "findsPostgis",
             to_regclass('public._prisma_migrations') IS NOT NULL AS "hasMigrations"`,
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error("the database gave no answer about itself");
  return facts;
}

export async function findAppliedMigrations(db: Db): Promise<string[]> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ name: string }[]>`
      SELECT migration_name AS name FROM public._prisma_migrations WHERE finished_at IS NOT NULL`,
  );
  return rows.map(({ name }) => name);
}

/** Kinds without which checks cannot give a whole answer, and whether a set of each is in force. */
export async function findActiveKinds(db: Db): Promise<string[]> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ kind: string }[]>`SELECT kind FROM public.active_data_set ORDER BY kind`,
  );
  return rows.map((row) => row.kind);
}

/**
 * Writes a megabyte of temporary file and forgets it; throws where the database takes no writes, as on a full disk. A row
 * would not show that: it may fit into a page that is there already.
 */
export async function probeWriting(db: Db): Promise<void> {
  const [, rows] = await readReference(() =>
    db.prisma.$transaction([
      db.prisma.$executeRaw`SET LOCAL work_mem = '64kB'`,
      db.prisma.$queryRaw<{ isReadOnly: boolean }[]>`
        SELECT current_setting('transaction_read_only') = 'on' OR pg_is_in_recovery() AS "isReadOnly"
        FROM (SELECT count(*) FROM generate_series(1, 40000)) AS written`,
    ]),
  );
  if (rows[0]?.isReadOnly !== false) throw new Error("the database is read-only");
}
