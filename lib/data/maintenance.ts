import pg from "pg";
import { type Db, readReference } from "@/lib/data/db";

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
