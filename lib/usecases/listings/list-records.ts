import { type JobKey, listJobs } from "@/lib/data/bulk/jobs";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import {
  type FieldKey,
  listApplicationRows,
  listFieldRows,
  type Listed,
  type ListedApplication,
  type ListedField,
  type Slice,
} from "@/lib/data/listings";
import type { ListedRecheck } from "@/lib/data/radar/listed-rechecks";
import { listRecheckRows, type RecheckKey } from "@/lib/data/radar/recheck-list";
import type { BulkJob } from "@/lib/domain/bulk-job";
import { firstDayToCome } from "@/lib/domain/calendar";
import type { Provider } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";

interface Context {
  deps: Deps;
  provider: Provider;
}

/** One page of a list with the number of all its rows, both of one moment. */
export interface Page<Row, Key = readonly string[]> extends Slice<Key>, Listed<Row> {
  /** After which entry the next page begins; null: this is the last. */
  nextAfter: Key | null;
}

interface List<Row, Key> {
  read: (tx: ProviderTx, providerId: string) => Promise<Listed<Row>>;
  /** What orders the list, of an entry. */
  keyOf: (row: Row) => Key;
}

async function pageOf<Row, Key>(
  { deps, provider: { providerId } }: Context,
  { offset, after, limit }: Slice<Key>,
  { read, keyOf }: List<Row, Key>,
): Promise<Page<Row, Key>> {
  const listed = await deps.reads.read((db) =>
    asProvider(db, providerId, (tx) => read(tx, providerId), { isolation: "RepeatableRead" }),
  );
  const last = listed.isMore ? listed.rows.at(-1) : undefined;
  return { offset, after, limit, ...listed, nextAfter: last === undefined ? null : keyOf(last) };
}

export const listApplications = (
  context: Context,
  filter: Parameters<typeof listApplicationRows>[2],
): Promise<Page<ListedApplication, string>> =>
  pageOf(context, filter, {
    read: (tx, providerId) => listApplicationRows(tx, providerId, filter),
    keyOf: ({ applicationEventId }) => applicationEventId,
  });

export const listFields = (
  context: Context,
  filter: Parameters<typeof listFieldRows>[2],
): Promise<Page<ListedField, FieldKey>> =>
  pageOf(context, filter, {
    read: (tx, providerId) => listFieldRows(tx, providerId, filter),
    keyOf: ({ accountId, providerFieldId, fieldId }) => [accountId, providerFieldId, fieldId] as const,
  });

export const listBulkJobs = (
  context: Context,
  filter: Parameters<typeof listJobs>[2],
): Promise<Page<BulkJob, JobKey>> =>
  pageOf(context, filter, {
    read: (tx, providerId) => listJobs(tx, providerId, filter),
    keyOf: ({ createdAt, jobId }) => [createdAt.toISOString(), jobId] as const,
  });

export const listRechecks = (
  context: Context,
  filter: Omit<Parameters<typeof listRecheckRows>[2], "fromDay">,
): Promise<Page<ListedRecheck, RecheckKey>> =>
  pageOf(context, filter, {
    read: (tx, providerId) =>
      listRecheckRows(tx, providerId, { ...filter, fromDay: firstDayToCome(context.deps.clock()) }),
    keyOf: ({ foundAt, applicationEventId }) => [foundAt.toISOString(), applicationEventId] as const,
  });
