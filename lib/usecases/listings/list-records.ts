import { listJobs } from "@/lib/data/bulk/jobs";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import {
  listApplicationRows,
  listFieldRows,
  type Listed,
  type ListedApplication,
  type ListedField,
  type Slice,
} from "@/lib/data/listings";
import { listRecheckRows, type ListedRecheck } from "@/lib/data/radar/listed-rechecks";
import { earliestDay } from "@/lib/domain/calendar";
import type { BulkJob } from "@/lib/domain/bulk-job";
import type { Provider } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";

interface Context {
  deps: Deps;
  provider: Provider;
}

/** One page of a list with the number of all its rows, both of one moment. */
export interface Page<Row> extends Slice {
  total: number;
  rows: Row[];
}

async function pageOf<Row>(
  { deps, provider: { providerId } }: Context,
  { offset, limit }: Slice,
  read: (tx: ProviderTx, providerId: string) => Promise<Listed<Row>>,
): Promise<Page<Row>> {
  const listed = await deps.reads.read((db) =>
    asProvider(db, providerId, (tx) => read(tx, providerId), { isolation: "RepeatableRead" }),
  );
  return { offset, limit, ...listed };
}

export const listApplications = (
  context: Context,
  filter: Parameters<typeof listApplicationRows>[2],
): Promise<Page<ListedApplication>> =>
  pageOf(context, filter, (tx, providerId) => listApplicationRows(tx, providerId, filter));

export const listFields = (context: Context, filter: Parameters<typeof listFieldRows>[2]): Promise<Page<ListedField>> =>
  pageOf(context, filter, (tx, providerId) => listFieldRows(tx, providerId, filter));

export const listBulkJobs = (context: Context, filter: Parameters<typeof listJobs>[2]): Promise<Page<BulkJob>> =>
  pageOf(context, filter, (tx, providerId) => listJobs(tx, providerId, filter));

export const listRechecks = (
  context: Context,
  filter: Parameters<typeof listRecheckRows>[2],
): Promise<Page<ListedRecheck>> =>
  pageOf(context, filter, (tx, providerId) =>
    listRecheckRows(tx, providerId, filter, earliestDay(context.deps.clock())),
  );
