import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import {
  beat,
  beginAttempt,
  findSilentAttempts,
  recordFailure,
  recordRetry,
  recordSuccess,
  takeSilentAttempt,
  type BulkChunk,
} from "@/lib/data/bulk/attempts";
import { asProvider, type StatementTx } from "@/lib/data/db";
import { MOST_ATTEMPTS } from "@/lib/domain/bulk-job";
import { getDeps } from "@/lib/runtime/deps";
import { SILENT, STATEMENTS, type Item } from "@/tests/laws/claims/bulk-model";
import { bulkBody, itemRows, prepareBulk, submit } from "@/tests/contract/v2/bulk/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";

/**
 * The model that tests/laws/claims explores is one of these statements: both are led through the same random steps, and
 * have to do the same at each.
 */
let caller: Caller;
beforeAll(async () => {
  await prepareBulk();
  caller = await makeCaller("bulk-model");
});

/** Two ticks are silence for good, one is not: 20 seconds lie between them. */
const TICK_S = 15;
const FAILURE = { code: "PROCESSING_FAILED", message: "no", retryable: false };
const STEPS = ["begin", "begin", "beat", "succeed", "fail", "retry", "sweep", "tick"] as const;
interface Step {
  what: (typeof STEPS)[number];
  attempt: number;
}

const setAge = (jobId: string, ticks: number) =>
  sql(
    caller.providerId,
    `UPDATE bulk_job_item SET heartbeat_at = now() - make_interval(secs => $2::float8)
     WHERE job_id = $1 AND status = 'processing'`,
    [jobId, ticks * TICK_S],
  );

/** What the sweeper does with one attempt, and no more of it. */
async function sweep(tx: StatementTx, chunk: BulkChunk, attempt: number): Promise<boolean> {
  const silent = { ...chunk, itemIndex: 0, attempts: attempt };
  if ((await takeSilentAttempt(tx, chunk, silent)) === null) return false;
  return attempt < MOST_ATTEMPTS
    ? recordRetry(tx, chunk, silent, { error: null, waitS: 0 })
    : recordFailure(tx, chunk, silent, FAILURE);
}

async function inDatabase(chunk: BulkChunk, { what, attempt }: Step): Promise<boolean> {
  const { db } = await getDeps();
  const own = { itemIndex: 0, attempts: attempt };
  const acting = { ...own, claimToken: "", accountId: "account-1", applicationId: "application-0", request: null };
  return asProvider(db, chunk.providerId, async (tx) => {
    if (what === "begin") return (await beginAttempt(tx, chunk)) !== null;
    if (what === "beat") return beat(tx, chunk, acting);
    if (what === "succeed") return recordSuccess(tx, chunk, acting, { format: 2, result: {}, savedFieldId: null });
    if (what === "fail") return recordFailure(tx, chunk, own, FAILURE);
    if (what === "retry") return recordRetry(tx, chunk, own, { error: null, waitS: 0 });
    return what === "sweep" ? sweep(tx, chunk, attempt) : true;
  });
}

function inModel(item: Item, { what, attempt }: Step): Item | null {
  if (what === "begin") return STATEMENTS.begin(item, 0);
  if (what === "beat") return STATEMENTS.beat(item, attempt, 0);
  if (what === "sweep") return STATEMENTS.takeSilent(item, attempt, 0);
  if (what === "tick") return { ...item, beatAt: Math.max(-SILENT, item.beatAt - 1) };
  return STATEMENTS[what](item, attempt);
}

it(
  "the statements do to an item what the model says, at every step of random walks",
  { timeout: 120_000 },
  async () => {
    const { db } = await getDeps();
    const step = fc.record({ what: fc.constantFrom(...STEPS), attempt: fc.integer({ min: 1, max: MOST_ATTEMPTS }) });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        run += 1;
        const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 1), {
          "Idempotency-Key": `run-${run}`,
        });
        const chunk = { providerId: caller.providerId, jobId, firstIndex: 0 };
        let model: Item = { status: "queued", attempts: 0, beatAt: 0 };
        for (const one of steps) {
          // The model knows no attempt beyond the third: a worker that ends one looks first.
          if (one.what === "begin" && model.attempts === MOST_ATTEMPTS) continue;
          await setAge(jobId, -model.beatAt);
          const found = (await findSilentAttempts(db)).some((silent) => silent.jobId === jobId);
          expect(found, "silent").toBe(STATEMENTS.isSilent(model, 0));
          const next = inModel(model, one);
          expect(await inDatabase(chunk, one), JSON.stringify({ one, model })).toBe(next !== null);
          model = next ?? model;
          const [row] = await itemRows(caller, jobId);
          expect(row, JSON.stringify(one)).toMatchObject({ status: model.status, attempts: model.attempts });
        }
      }),
      { numRuns: 12 },
    );
  },
);
