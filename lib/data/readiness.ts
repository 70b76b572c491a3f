import { type Db, readReference } from "@/lib/data/db";

/** Kinds without which checks cannot give a whole answer, and whether a set of each is in force. */
export async function findActiveKinds(db: Db): Promise<string[]> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ kind: string }[]>`SELECT kind FROM active_data_set ORDER BY kind`,
  );
  return rows.map((row) => row.kind);
}
