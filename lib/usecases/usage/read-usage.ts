import { countWaitingItems } from "@/lib/data/bulk/jobs";
import { asProvider } from "@/lib/data/db";
import { listDeprecatedUse, type DeprecatedUse } from "@/lib/data/deprecated-use";
import type { CallingKey, Provider } from "@/lib/domain/provider";
import type { Deps } from "@/lib/runtime/deps";

/** What a limit has left in the window that runs now. */
export interface LimitLeft {
  name: "writes" | "reads" | "reports" | "body_bytes";
  limit: number;
  remaining: number;
  /** Seconds until the window ends; null where nothing was counted yet, so that none runs. */
  resetS: number | null;
}

export interface Usage {
  readAt: Date;
  key: CallingKey;
  limits: readonly LimitLeft[];
  bulkItems: { waiting: number; limit: number };
  deprecated: DeprecatedUse[];
}

/** What a key has left, and what its provider still calls that will end. */
export async function readUsage(
  { deps, provider: { providerId } }: { deps: Deps; provider: Provider },
  key: CallingKey,
  limits: readonly LimitLeft[],
): Promise<Usage> {
  const readAt = deps.clock();
  return asProvider(deps.db, providerId, async (tx) => ({
    readAt,
    key,
    limits,
    bulkItems: { waiting: await countWaitingItems(tx, providerId), limit: deps.env.BULK_BACKLOG_LIMIT },
    deprecated: await listDeprecatedUse(tx, providerId, { keyId: key.keyId, at: readAt }),
  }));
}
