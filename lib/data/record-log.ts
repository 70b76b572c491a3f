import { Prisma, readReference, type Db, type ProviderTx } from "@/lib/data/db";

/** The log of record hashes is of no provider: it holds no name, and nothing that leads to a record without its hash. */
export interface LogEntry {
  place: number;
  /** SHA-256 of the record's hash, hexadecimal. */
  commitment: string;
  loggedAt: Date;
}

/** Adds a record's hash where it is not in the log yet. Holds up other writers until the transaction ends. */
export async function logRecord(tx: ProviderTx, recordHash: string): Promise<void> {
  await tx.$executeRaw`SELECT log_record(${recordHash})`;
}

/** An entry with the size of the log at that moment; null where the commitment is not in it. */
export async function findLogEntry(db: Db, commitment: string): Promise<(LogEntry & { size: number }) | null> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<(LogEntry & { size: number })[]>`
      SELECT e.place::float8 AS place, e.commitment, e.logged_at AS "loggedAt",
             (SELECT max(last.place) + 1 FROM record_log_entry last)::float8 AS size
      FROM record_log_entry e WHERE e.commitment = ${commitment}`,
  );
  return rows[0] ?? null;
}

export async function readLogSize(db: Db): Promise<number> {
  const rows = await readReference(
    () => db.prisma.$queryRaw<{ size: number }[]>`
      SELECT (coalesce(max(place), -1) + 1)::float8 AS size FROM record_log_entry`,
  );
  return rows[0]?.size ?? 0;
}

/** Entries from a place on, in their order. */
export async function findLogEntries(db: Db, from: number, most: number): Promise<LogEntry[]> {
  return readReference(
    () => db.prisma.$queryRaw<LogEntry[]>`
      SELECT place::float8 AS place, commitment, logged_at AS "loggedAt" FROM record_log_entry
      WHERE place >= ${from}::bigint ORDER BY place LIMIT ${most}::int`,
  );
}

export interface LogNode {
  level: number;
  place: number;
  hash: Uint8Array;
}

/** Those of the nodes that the log holds. */
export async function findLogNodes(db: Db, nodes: readonly Pick<LogNode, "level" | "place">[]): Promise<LogNode[]> {
  if (nodes.length === 0) return [];
  const asked = Prisma.join(nodes.map(({ level, place }) => Prisma.sql`(${level}::int, ${place}::bigint)`));
  return readReference(
    () => db.prisma.$queryRaw<LogNode[]>`
      SELECT n.level, n.place::float8 AS place, n.hash
      FROM (VALUES ${asked}) AS asked(level, place) JOIN record_log_node n USING (level, place)`,
  );
}

/** Nodes of one level from a place on, in their order. */
export async function findLogRow(
  db: Db,
  { level, from, most }: { level: number; from: number; most: number },
): Promise<LogNode[]> {
  return readReference(
    () => db.prisma.$queryRaw<LogNode[]>`
      SELECT level, place::float8 AS place, hash FROM record_log_node
      WHERE level = ${level}::int AND place >= ${from}::bigint ORDER BY place LIMIT ${most}::int`,
  );
}
