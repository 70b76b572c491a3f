import { beforeAll, expect, it } from "vitest";
import { startWorker } from "@/lib/jobs/worker";
import { getDeps } from "@/lib/runtime/deps";
import { bulkBody, prepareBulk, status, submit } from "@/tests/contract/v2/bulk/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller } from "@/tests/support/api";

beforeAll(() => prepareBulk());

const waitingItems = async (providerId: string): Promise<number> => {
  const rows = await sql<{ waiting: number }>(
    providerId,
    "SELECT count(*)::int AS waiting FROM bulk_job_item WHERE status = 'queued'",
  );
  return rows[0]?.waiting ?? 0;
};

it("a large job of one provider does not keep the single item of another waiting", { timeout: 120_000 }, async () => {
  const [large, small] = [await makeCaller("large-job"), await makeCaller("small-job")];
  for (const part of [1, 2]) {
    await submit(large, bulkBody(large.providerId, 80, { provider_group_id: `group-${part}` }));
  }
  const { job_id: jobId } = await submit(small, bulkBody(small.providerId, 1));
  const { env } = await getDeps();
  const worker = await startWorker({ ...env, WORKER_CONCURRENCY: 1 });
  try {
    await expect
      .poll(async () => (await status(small, jobId)).status, { timeout: 60_000, interval: 20 })
      .toBe("completed");
    expect(await waitingItems(large.providerId)).toBeGreaterThan(80);
  } finally {
    await worker.stop();
    await worker.ended;
  }
});
