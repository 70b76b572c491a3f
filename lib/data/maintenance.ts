import pg from "pg";
import { type Db, readReference } from "@/lib/data/db";
import { FRESH } from "@/lib/data/soil/analyses";

export interface Months {
  made: number;
  dropped: number;
}

/**
 * Makes the monthly partitions of assessments from a day on, and drops those that no provider keeps and that are empty. Takes
 * the owner's address: the service's own role makes and drops no tables.
 */
export async function keepMonths(ownerUrl: string, from: Date, months: number): Promise<Months> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: made } = await client.query<{ count: number }>(
      "SELECT ensure_assessment_partitions($1::date, $2) AS count",
      [from.toISOString().slice(0, 10), months],
    );
    const { rows: dropped } = await client.query<{ count: number }>("SELECT drop_ended_months() AS count");
    return { made: made[0]?.count ?? 0, dropped: dropped[0]?.count ?? 0 };
  } finally {
    await client.end();
  }
}

/** Ends up to so many applications that their provider keeps no longer, with all that was answered on them. How many. */
export async function purgeApplications(db: Db, most: number): Promise<number> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ purged: number }[]>`SELECT purge_applications(${most}::int) AS purged`,
  );
  return rows[0]?.purged ?? 0;
}

/** Ends years of fields with their measures and edits, once their provider keeps them no longer. How many; 0: none is left. */
export async function purgeFieldYears(db: Db, most: number): Promise<number> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ purged: number }[]>`SELECT purge_field_years(${most}::int) AS purged`,
  );
  return rows[0]?.purged ?? 0;
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
