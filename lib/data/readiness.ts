import { type Db, readReference } from "@/lib/data/db";

/**
 * Kinds without which checks cannot give a whole answer, and whether a set of each is in force. PostGIS is called as the
 * checks call it: a database restored without its search path answers other statements as if nothing were wrong.
 */
export async function findActiveKinds(db: Db): Promise<string[]> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ kind: string }[]>`
      SELECT kind FROM active_data_set, (SELECT ST_MakePoint(0, 0)) AS postgis ORDER BY kind`,
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
