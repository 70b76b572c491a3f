import { findRecordGrounds, findSeasonApplications, type SeasonQuery } from "@/lib/data/application-records";
import { findSavedApplication } from "@/lib/data/compliance-reads";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import type { Deps } from "@/lib/runtime/deps";
import { applicationNotFound } from "@/lib/usecases/applications/read-compliance";
import { scoreSaved } from "@/lib/usecases/applications/score-saved";
import { fillRecords, type ApplicationRecord } from "@/lib/usecases/records/record-facts";

export interface RecordContext {
  deps: Deps;
  provider: { providerId: string };
  /** Hears what was written, in its transaction; nothing where all was there already. Left out: no one asks. */
  onWritten?: (change: "record" | "signature") => Promise<unknown>;
}

/** The records of applications that were read, inside a transaction that is open already. */
export async function recordsOf(
  tx: ProviderTx,
  { deps, provider: { providerId } }: RecordContext,
  saved: readonly SavedApplicationRecord[],
): Promise<ApplicationRecord[]> {
  const ids = saved.map(({ applicationEventId }) => applicationEventId);
  const grounds = ids.length === 0 ? [] : await findRecordGrounds(tx, providerId, ids);
  return fillRecords(deps, await scoreSaved(deps, saved), grounds);
}

/** The record of one live application, inside a transaction that is open already. Refused when absent. */
export async function getRecord(tx: ProviderTx, context: RecordContext, id: string): Promise<ApplicationRecord> {
  const saved = await findSavedApplication(tx, context.provider.providerId, id);
  const [record] = saved === null ? [] : await recordsOf(tx, context, [saved]);
  if (record === undefined) throw applicationNotFound();
  return record;
}

/** The record of one application: what is known of it now, and what was written into it. */
export const readRecord = (context: RecordContext, id: string): Promise<ApplicationRecord> =>
  asProvider(context.deps.db, context.provider.providerId, (tx) => getRecord(tx, context, id), {
    isolation: "RepeatableRead",
  });

/** Records of a year, one part of them. Applications into whose record nothing was written are left out. */
export const readSeason = (context: RecordContext, query: SeasonQuery): Promise<ApplicationRecord[]> =>
  asProvider(
    context.deps.db,
    context.provider.providerId,
    async (tx) => recordsOf(tx, context, await findSeasonApplications(tx, context.provider.providerId, query)),
    { isolation: "RepeatableRead" },
  );
