import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { DataSetKind } from "@/lib/data/data-sets";

/** Tables with a partition for each set of a kind; the database makes them with the set (`partitioned_tables`). */
export const PARTITIONED: Record<DataSetKind, readonly string[]> = {
  pula: ["pula_feature", "pula_piece"],
  county: ["county_piece"],
  catalogue: [],
  soil: ["soil_piece"],
  features: ["feature", "feature_piece"],
  basemap: ["basemap_part"],
};
/** Pieces of sets that are no longer searched: few partitions are left for a check's statement to plan and lock. */
const ARCHIVE = "pula_piece_archive";

/**
 * Taking a partition out of a table needs the table for itself for a moment, and a session that waits for that keeps all that come
 * later waiting behind. So a wait lasts this long, and is tried again.
 */
const LOCK_WAIT_MS = 100;
const TRY_AGAIN_MS = 400;
const GIVE_UP_MS = 60_000;
const LOCK_NOT_AVAILABLE = "55P03";

type Client = Pick<pg.ClientBase, "query">;

/** Readers followed each other without a gap for a minute. Nothing has changed. */
export class PartitionBusy extends Error {
  override name = "PartitionBusy";
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE;

/** Runs statements that need tables for themselves between those of readers, all or none of them. Begins its own transaction. */
async function betweenReaders(client: Client, work: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  for (;;) {
    try {
      await client.query("BEGIN");
      await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
      await work();
      await client.query("COMMIT");
      return;
    } catch (error) {
      await client.query("ROLLBACK");
      if (!isLocked(error)) throw error;
      if (performance.now() > giveUpAt) {
        throw new PartitionBusy("checks read the data without a pause; try again when there are fewer", {
          cause: error,
        });
      }
    }
    await pause(TRY_AGAIN_MS);
  }
}

/** The partition of a table that holds a set; null: it has none. */
async function findPartition(client: Client, table: string, dataSetId: number): Promise<string | null> {
  const { rows } = await client.query<{ part: string }>(
    `SELECT c.relname AS part FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = to_regclass($1) AND c.relname ~ ('_s' || $2::int || '$')`,
    [table, dataSetId],
  );
  return rows[0]?.part ?? null;
}

/** Takes the pieces of a PULA set out of what checks search. False: they were not there. */
export const archivePieces = (client: Client, dataSetId: number): Promise<boolean> =>
  movePartition(client, dataSetId, { from: "pula_piece", to: ARCHIVE });

/** Puts them back, for a set that is to be in force again. */
export const restorePieces = (client: Client, dataSetId: number): Promise<boolean> =>
  movePartition(client, dataSetId, { from: ARCHIVE, to: "pula_piece" });

/** No row is touched: detached here and attached there, in one transaction, so that reports find it in one of the two. */
async function movePartition(
  client: Client,
  dataSetId: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const part = await findPartition(client, from, dataSetId);
  if (part === null) return false;
  await betweenReaders(client, async () => {
    await client.query(`ALTER TABLE ${from} DETACH PARTITION ${part}`);
    await client.query(`ALTER TABLE ${to} ATTACH PARTITION ${part} FOR VALUES IN (${dataSetId})`);
  });
  return true;
}

/** Drops the shapes of a set; `also` stands or falls with it. */
export async function dropPartitions(
  client: Client,
  { dataSetId, kind }: { dataSetId: number; kind: DataSetKind },
  also: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const tables = kind === "pula" ? [...PARTITIONED.pula, ARCHIVE] : PARTITIONED[kind];
  const parts: string[] = [];
  for (const table of tables) {
    const part = await findPartition(client, table, dataSetId);
    if (part !== null) parts.push(part);
  }
  await betweenReaders(client, async () => {
    if (parts.length > 0) await client.query(`DROP TABLE ${parts.join(", ")}`);
    await also();
  });
}

/** Empty partitions for a set that is read back from its file. */
export async function addArchivePartitions(client: Client, dataSetId: number): Promise<void> {
  await client.query("SELECT add_set_partition('pula_feature', $1), add_set_partition($2, $1)", [dataSetId, ARCHIVE]);
}
