import { listActions, recordAction } from "@/lib/data/operators/audit";
import { hasRows, type ProviderRows, type RowOwner, withProviderRows } from "@/lib/data/provider-rows";
import { OperatorRefusal } from "@/lib/domain/operator";
import {
  type Erasure,
  eraseAll,
  type ErasedRows,
  refuseKept,
  REQUEST_ENDS_S,
} from "@/lib/usecases/operations/erase-provider";
import { nothingKept } from "@/lib/usecases/operations/export-provider";
import { readProvider } from "@/lib/usecases/operations/manage-providers";

export interface AccountErasure extends Erasure {
  /** Comes back after so many seconds. */
  wait: (seconds: number) => Promise<unknown>;
}

export interface ErasedAccount {
  erased: ErasedRows;
  /** How many of these rows came while it was being erased. */
  late: number;
}

/**
 * Erases all that is kept of one account of a provider that goes on working (docs/decisions/0053): twice, with the time between
 * in which every request that came in before the first has ended. One that was cut off is begun again by the same command.
 */
export async function eraseAccount(
  erasure: AccountErasure,
  account: { providerId: string; accountId: string },
): Promise<ErasedAccount> {
  const { db, by, ownerUrl, wait } = erasure;
  const { providerId, accountId } = account;
  if ((await readProvider(db, providerId)) === null) throw new OperatorRefusal(`there is no provider ${providerId}`);
  const object = { kind: "account", id: accountId } as const;
  const first = await withProviderRows(ownerUrl, account, async (rows) => {
    await refuseUnknown(erasure, rows);
    await refuseKept(erasure, rows);
    await recordAction(db.prisma, by, { action: "account.erase_begin", object, after: { provider: providerId } });
    return eraseAll(rows);
  });
  await wait(REQUEST_ENDS_S);
  const last = await withProviderRows(ownerUrl, account, eraseAll);
  const erased = { ...first };
  for (const [table, rows] of Object.entries(last)) erased[table] = (erased[table] ?? 0) + rows;
  await recordAction(db.prisma, by, { action: "account.erase", object, after: { provider: providerId, ...erased } });
  return { erased, late: Object.values(last).reduce((sum, rows) => sum + rows, 0) };
}

/** Nothing is there, and no erasure that was cut off is to be ended. */
async function refuseUnknown({ db }: Erasure, rows: ProviderRows): Promise<void> {
  if ((await hasRows(rows)) || (await wasCutOff(db, rows))) return;
  throw new OperatorRefusal(nothingKept(rows));
}

async function wasCutOff(db: Erasure["db"], { providerId, accountId }: RowOwner): Promise<boolean> {
  const actions = await listActions(db, { actor: null, objectId: accountId, before: null, most: 1000 });
  const last = actions.find(
    ({ action, after }) => action.startsWith("account.erase") && after?.provider === providerId,
  );
  return last?.action === "account.erase_begin";
}
