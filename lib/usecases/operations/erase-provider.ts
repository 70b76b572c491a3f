import { CLAIM_LONGEST_S } from "@/lib/data/claims";
import { recordAction } from "@/lib/data/operators/audit";
import {
  deleteRows,
  dropQueued,
  findStillKept,
  isOvertaken,
  type ProviderRows,
  withProviderRows,
} from "@/lib/data/provider-rows";
import { OperatorRefusal } from "@/lib/domain/operator";
import type { ProviderContext } from "@/lib/usecases/operations/change-provider";
import { readOffboarding, readProvider } from "@/lib/usecases/operations/manage-providers";

export interface Erasure extends ProviderContext {
  ownerUrl: string;
  now: Date;
  /** Erases records and reports too that a rule asks to keep longer: someone else keeps them from now on. */
  includesKept: boolean;
}

/** Rows erased, by table, those of tables that had some, and entries of the worker's queue. */
export type ErasedRows = Record<string, number>;

/**
 * Erases all that is kept of a provider that was off-boarded, part by part: one that was cut off is begun again by the same
 * command. What names no one stays: the operators' own log, and the hashes of its records in the public log.
 */
export async function eraseProvider(erasure: Erasure, providerId: string): Promise<ErasedRows> {
  const { db, by, ownerUrl } = erasure;
  const object = { kind: "provider", id: providerId } as const;
  await refuseLive(erasure, providerId);
  return withProviderRows(ownerUrl, { providerId, accountId: null }, async (rows) => {
    await refuseKept(erasure, rows);
    await recordAction(db.prisma, by, { action: "provider.erase_begin", object });
    const erased = await eraseAll(rows);
    await recordAction(db.prisma, by, { action: "provider.erase", object, after: erased });
    return erased;
  });
}

/** A request ends before its claims do, and its last statements within two minutes more. */
export const REQUEST_ENDS_S = CLAIM_LONGEST_S + 120;
/** A process may know a key for a minute after it was revoked (lib/runtime/caches.ts), and let a request in by it. */
const QUIET_AFTER_S = 60 + REQUEST_ENDS_S;

/** Someone could still write: what they write would be left behind. */
async function refuseLive({ db, now }: Erasure, providerId: string): Promise<void> {
  if ((await readProvider(db, providerId)) === null) throw new OperatorRefusal(`there is no provider ${providerId}`);
  const offboardedAt = await readOffboarding(db, providerId);
  if (offboardedAt === null) {
    throw new OperatorRefusal(
      `${providerId} is at work, or was since it was last off-boarded. First: npm run provider -- offboard ${providerId}`,
    );
  }
  const quietAt = new Date(offboardedAt.getTime() + QUIET_AFTER_S * 1000);
  if (now >= quietAt) return;
  throw new OperatorRefusal(
    `${providerId} was off-boarded less than ${QUIET_AFTER_S / 60} minutes ago, and requests that came in before may still ` +
      `write. Erase it after ${quietAt.toISOString()}.`,
  );
}

export async function refuseKept(
  { now, includesKept }: Pick<Erasure, "now" | "includesKept">,
  rows: ProviderRows,
): Promise<void> {
  const { records, originals, until } = await findStillKept(rows, now.toISOString().slice(0, 10));
  if (includesKept || until === null) return;
  throw new OperatorRefusal(
    `${records} records and ${originals} reports are to be kept until ${until} at the latest. ` +
      `Export them first (npm run provider -- export), then add --including-kept.`,
  );
}

/** More passes than this only where something goes on to write. */
const MOST_PASSES = 10;

/**
 * Table by table until a pass finds nothing more: a worker that was at work as the first one began may have saved its last. The
 * provider itself goes after that, so that the same command goes on where it was cut off.
 */
export async function eraseAll(rows: ProviderRows): Promise<ErasedRows> {
  const erased = new Map<string, number>();
  const others = rows.tables.filter(({ name }) => name !== "provider");
  for (let pass = 1; await erasePass({ ...rows, tables: others }, erased); pass += 1) {
    if (pass === MOST_PASSES) {
      throw new OperatorRefusal(
        `Rows of ${rows.accountId ?? rows.providerId} go on coming. Stop the worker, and give the command again.`,
      );
    }
  }
  await erasePass({ ...rows, tables: rows.tables.filter(({ name }) => name === "provider") }, erased);
  return Object.fromEntries(erased);
}

/** Whether there was something to erase. Counts it by table. */
async function erasePass(rows: ProviderRows, erased: Map<string, number>): Promise<boolean> {
  let isAny = false;
  const count = (name: string, gone: number): void => {
    if (gone === 0) return;
    isAny = true;
    erased.set(name, (erased.get(name) ?? 0) + gone);
  };
  for (const table of rows.tables) {
    try {
      await deleteRows(rows, table, count);
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      isAny = true;
    }
  }
  // Those of an account name ids alone, and end when they find nothing.
  if (rows.accountId === null) count("entries of the queue", await dropQueued(rows));
  return isAny;
}
