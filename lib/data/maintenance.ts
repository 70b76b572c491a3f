import pg from "pg";
import { type Db, readReference } from "@/lib/data/db";
import { FRESH } from "@/lib/data/soil/analyses";

/** Makes the monthly partitions of assessments. Takes the owner's address: the service's own role makes no tables. */
export async function ensurePartitions(ownerUrl: string, from: Date, months: number): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ made: number }>("SELECT ensure_assessment_partitions($1::date, $2) AS made", [
      from.toISOString().slice(0, 10),
      months,
    ]);
    return rows[0]?.made ?? 0;
  } finally {
    await client.end();
  }
}

/** Removes claims whose lease ran out a while ago; live ones are never touched. */
export async function purgeClaims(db: Db): Promise<number> {
  const rows = await readReference(() => db.prisma.$queryRaw<{ purged: number }[]>`SELECT purge_claims() AS purged`);
  return rows[0]?.purged ?? 0;
}

/** Removes up to so many soil analyses that no provider's field lies on; the caller again has one made again. */
export async function purgeSoilAnalyses(db: Db, most: number): Promise<number> {
  return readReference(
    () => db.prisma.$executeRaw`
      DELETE FROM soil_analysis AS a USING find_unused_soil_analyses(${most}::int) AS unused
      WHERE a.boundary_hash = unused`,
  );
}

/**
 * Removes up to so many squares of survey data, with their polygons, that are too old for anything to use them. One that
 * is being loaded again at this moment is left to the process that loads it.
 */
export async function purgeSoilCells(db: Db, most: number): Promise<number> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ purged: number }[]>`
      WITH old AS MATERIALIZED (
        SELECT cell_x, cell_y FROM soil_cell WHERE fetched_at < now() - ${FRESH}
        LIMIT ${most}::int FOR UPDATE SKIP LOCKED
      ), polygons AS (
        DELETE FROM soil_cell_polygon USING old
        WHERE soil_cell_polygon.cell_x = old.cell_x AND soil_cell_polygon.cell_y = old.cell_y
      ), gone AS (
        DELETE FROM soil_cell USING old WHERE soil_cell.cell_x = old.cell_x AND soil_cell.cell_y = old.cell_y
        RETURNING 1
      )
      SELECT count(*)::int AS purged FROM gone`,
  );
  return rows[0]?.purged ?? 0;
}
