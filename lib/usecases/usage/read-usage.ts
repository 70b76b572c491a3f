import { countWaitingItems } from "@/lib/data/bulk/jobs";
import { countItemFailures, listBulkJobs } from "@/lib/data/bulk/console";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import { listDeprecatedUse, type DeprecatedUse } from "@/lib/data/deprecated-use";
import { countRefusals, listRefusals } from "@/lib/data/refused-requests";
import type { KeptBulkJob } from "@/lib/domain/bulk-job";
import type { CallingKey, Provider } from "@/lib/domain/provider";
import type { RefusalsByCode, RefusedRequest } from "@/lib/domain/refused-request";
import type { Deps } from "@/lib/runtime/deps";

/** What a limit has left in the window that runs now. */
export interface LimitLeft {
  name: "writes" | "reads" | "reports" | "body_bytes";
  limit: number;
  remaining: number;
  /** Seconds until the window ends; null where nothing was counted yet, so that none runs. */
  resetS: number | null;
}

/** What holds for a provider whichever of its keys is used. */
export interface ProviderUsage {
  readAt: Date;
  bulkItems: { waiting: number; limit: number };
  deprecated: DeprecatedUse[];
}

export interface Usage extends ProviderUsage {
  key: CallingKey;
  limits: readonly LimitLeft[];
}

/** Of a provider as the operator's console shows it. */
export interface WatchedUsage extends ProviderUsage {
  jobs: KeptBulkJob[];
  failures: { code: string; items: number }[];
  refused: { byCode: RefusalsByCode[]; newest: RefusedRequest[] };
}

const MOST_JOBS = 25;
const MOST_REFUSALS = 50;

async function usageOf(
  tx: ProviderTx,
  { deps, providerId, keyId }: { deps: Deps; providerId: string; keyId: string | null },
): Promise<ProviderUsage> {
  const readAt = deps.clock();
  return {
    readAt,
    bulkItems: { waiting: await countWaitingItems(tx, providerId), limit: deps.env.BULK_BACKLOG_LIMIT },
    deprecated: await listDeprecatedUse(tx, providerId, { keyId, at: readAt }),
  };
}

/** What a key has left, and what its provider still calls that will end. */
export async function readUsage(
  { deps, provider: { providerId } }: { deps: Deps; provider: Provider },
  key: CallingKey,
  limits: readonly LimitLeft[],
): Promise<Usage> {
  const usage = await deps.reads.read((db) =>
    asProvider(db, providerId, (tx) => usageOf(tx, { deps, providerId, keyId: key.keyId })),
  );
  return { ...usage, key, limits };
}

/** What a provider uses, with its bulk jobs and what their items failed with. */
export const watchUsage = (deps: Deps, providerId: string): Promise<WatchedUsage> =>
  deps.reads.read((db) =>
    asProvider(db, providerId, async (tx) => ({
      ...(await usageOf(tx, { deps, providerId, keyId: null })),
      jobs: await listBulkJobs(tx, providerId, MOST_JOBS),
      failures: await countItemFailures(tx, providerId),
      refused: {
        byCode: await countRefusals(tx, providerId),
        newest: await listRefusals(tx, providerId, MOST_REFUSALS),
      },
    })),
  );
