import type { ProviderTx } from "@/lib/data/db";
import type { KeptBulkJob } from "@/lib/domain/bulk-job";

/** A provider's bulk jobs that are still kept, newest first. */
export const listBulkJobs = (tx: ProviderTx, providerId: string, most: number): Promise<KeptBulkJob[]> =>
  tx.bulkJob.findMany({
    where: { providerId },
    select: { jobId: true, accountId: true, status: true, totalItems: true, createdAt: true, completedAt: true },
    orderBy: { createdAt: "desc" },
    take: most,
  });

/** How many kept items failed with which code, the most first. */
export const countItemFailures = (tx: ProviderTx, providerId: string): Promise<{ code: string; items: number }[]> =>
  tx.$queryRaw<{ code: string; items: number }[]>`
    SELECT coalesce(error->>'code', 'none') AS code, count(*)::int AS items
    FROM bulk_job_item WHERE provider_id = ${providerId} AND status = 'failed'
    GROUP BY 1 ORDER BY 2 DESC, 1`;
