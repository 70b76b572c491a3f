import { recordAction } from "@/lib/data/operators/audit";
import { deleteRows, findStillKept, type ProviderRows, withProviderRows } from "@/lib/data/provider-rows";
import { OperatorRefusal } from "@/lib/domain/operator";
import type { ProviderContext } from "@/lib/usecases/operations/change-provider";
import { isAtWork, readProvider } from "@/lib/usecases/operations/manage-providers";

export interface Erasure extends ProviderContext {
  ownerUrl: string;
  now: Date;
  /** Erases records and reports too that a rule asks to keep longer: someone else keeps them from now on. */
  includesKept: boolean;
}

/** Rows erased, by table, those of tables that had some. */
export type ErasedRows = Record<string, number>;

/**
 * Erases all that is kept of a provider that was off-boarded, part by part: one that was cut off is begun again by the same
 * command. What names no one stays: the operators' own log, and the hashes of its records in the public log.
 */
export async function eraseProvider(erasure: Erasure, providerId: string): Promise<ErasedRows> {
  const { db, by, ownerUrl } = erasure;
  const object = { kind: "provider", id: providerId } as const;
  await refuseLive(erasure, providerId);
  return withProviderRows(ownerUrl, providerId, async (rows) => {
    await refuseKept(erasure, rows);
    await recordAction(db.prisma, by, { action: "provider.erase_begin", object });
    const erased = await eraseRows(rows);
    await recordAction(db.prisma, by, { action: "provider.erase", object, after: erased });
    return erased;
  });
}

/** Someone could still write: what they write would be left behind. */
async function refuseLive({ db }: Erasure, providerId: string): Promise<void> {
  const provider = await readProvider(db, providerId);
  if (provider === null) throw new OperatorRefusal(`there is no provider ${providerId}`);
  if (!(await isAtWork(db, providerId))) return;
  throw new OperatorRefusal(`${providerId} is at work. First: npm run provider -- offboard ${providerId}`);
}

async function refuseKept({ now, includesKept }: Erasure, rows: ProviderRows): Promise<void> {
  const { records, originals, until } = await findStillKept(rows, now.toISOString().slice(0, 10));
  if (includesKept || until === null) return;
  throw new OperatorRefusal(
    `${records} records and ${originals} reports are to be kept until ${until} at the latest. ` +
      `Export them first (npm run provider -- export), then add --including-kept.`,
  );
}

async function eraseRows(rows: ProviderRows): Promise<ErasedRows> {
  const erased: ErasedRows = {};
  for (const table of rows.tables) {
    const count = await deleteRows(rows, table);
    if (count > 0) erased[table.name] = count;
  }
  return erased;
}
