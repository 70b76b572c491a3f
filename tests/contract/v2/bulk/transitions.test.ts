import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { BULK_ITEM_STATUSES, BULK_JOB_STATUSES } from "@/lib/domain/bulk-job";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller } from "@/tests/support/api";

const PROVIDER = "bulk-states";
beforeAll(() => makeCaller(PROVIDER));

const run = (statement: string, values: unknown[] = []) => sql(PROVIDER, statement, values);

/** Every column that a state needs, so that only the step itself can be refused. */
const ITEM_STATES = {
  queued: "status = 'queued', result = NULL, completed_at = NULL",
  processing: `status = 'processing', error = NULL, heartbeat_at = now(), claim_token = '${randomUUID()}', started_at = now()`,
  succeeded: "status = 'succeeded', result = '{}', result_format = 1, error = NULL, completed_at = now()",
  failed: `status = 'failed', error = '{"code": "X"}', result = NULL, completed_at = now()`,
} as const;
const begin = `${ITEM_STATES.processing}, attempts = attempts + 1`;

async function newJob(items = 1): Promise<string> {
  const jobId = randomUUID();
  await run(
    `INSERT INTO bulk_job (provider_id, job_id, account_id, provider_group_id, status, total_items, fingerprint)
     VALUES ('${PROVIDER}', $1, 'a', 'g', 'queued', ${items}, 'f')`,
    [jobId],
  );
  await run(
    `INSERT INTO bulk_job_item (provider_id, job_id, item_index, account_id, application_id, provider_field_id, request)
     SELECT '${PROVIDER}', $1, i, 'a', i, i, '{}' FROM generate_series(0, ${items - 1}) AS i
     ON CONFLICT DO NOTHING`,
    [jobId],
  );
  return jobId;
}

const set = (jobId: string, change: string, item = 0) =>
  run(`UPDATE bulk_job_item SET ${change} WHERE job_id = $1 AND item_index = ${item}`, [jobId]);
const jobStatus = async (jobId: string): Promise<unknown> => {
  const [row] = await sql<{ status: string }>(PROVIDER, "SELECT status FROM bulk_job WHERE job_id = $1", [jobId]);
  return row?.status;
};

async function itemIn(state: (typeof BULK_ITEM_STATUSES)[number]): Promise<string> {
  const jobId = await newJob();
  if (state !== "queued") await set(jobId, begin);
  if (state === "succeeded" || state === "failed") await set(jobId, ITEM_STATES[state]);
  return jobId;
}

const ITEM_STEPS = ["queued>processing", "processing>queued", "processing>succeeded", "processing>failed"];

describe("an item", () => {
  for (const from of BULK_ITEM_STATUSES) {
    for (const to of BULK_ITEM_STATUSES.filter((state) => state !== from)) {
      const isAllowed = ITEM_STEPS.includes(`${from}>${to}`);
      it(`${isAllowed ? "goes" : "cannot go"} from ${from} to ${to}`, async () => {
        const jobId = await itemIn(from);
        const step = set(jobId, to === "processing" && from === "queued" ? begin : ITEM_STATES[to]);
        if (isAllowed) await step;
        else await expect(step).rejects.toThrow(`${from} -> ${to}`);
      });
    }
  }

  it.each(["succeeded", "failed"] as const)("that %s never changes again", async (state) => {
    const jobId = await itemIn(state);
    await expect(set(jobId, "started_at = now()")).rejects.toThrow(`${state} -> ${state}`);
  });

  it("is attempted three times at most, each counted at its start", async () => {
    const jobId = await newJob();
    await expect(set(jobId, `${ITEM_STATES.processing}, attempts = 0`)).rejects.toThrow("attempts");
    await expect(set(jobId, `${ITEM_STATES.processing}, attempts = 2`)).rejects.toThrow("attempts");
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await set(jobId, begin);
      await set(jobId, ITEM_STATES.queued);
    }
    await set(jobId, begin);
    await expect(set(jobId, ITEM_STATES.queued)).rejects.toThrow("bulk_job_item_outcome");
    await set(jobId, ITEM_STATES.failed);
    expect(await jobStatus(jobId)).toBe("failed");
  });

  it("keeps its error until the next attempt and what it asks for always", async () => {
    const jobId = await itemIn("processing");
    await set(jobId, `${ITEM_STATES.queued}, error = '{"code": "X"}'`);
    await expect(set(jobId, "error = NULL")).rejects.toThrow("error");
    await expect(set(jobId, `status = 'processing', attempts = 2, heartbeat_at = now()`)).rejects.toThrow("outcome");
    await expect(set(jobId, "request = '[]'")).rejects.toThrow("cannot change");
  });

  it("cannot be added to a job that has begun, or begin as anything but queued", async () => {
    const jobId = await itemIn("processing");
    const add = (job: string, extra = "queued") =>
      run(
        `INSERT INTO bulk_job_item (provider_id, job_id, item_index, account_id, application_id, provider_field_id, request,
           status, attempts, heartbeat_at, claim_token)
         VALUES ('${PROVIDER}', $1, 5, 'a', 'x', 'x', '{}', '${extra}', ${extra === "queued" ? 0 : 1}, now(), gen_random_uuid())`,
        [job],
      );
    await expect(add(jobId)).rejects.toThrow("cannot begin");
    await expect(add(await newJob(), "processing")).rejects.toThrow("cannot begin");
  });
});

describe("a job", () => {
  const JOB_STEPS = [
    "queued>processing",
    "processing>completed",
    "processing>completed_with_errors",
    "processing>failed",
  ];
  const times = (status: string) => {
    if (status === "queued") return "started_at = NULL, completed_at = NULL, expires_at = NULL";
    if (status === "processing") return "started_at = now(), completed_at = NULL, expires_at = NULL";
    return "started_at = now(), completed_at = now(), expires_at = now() + interval '1 day'";
  };
  const OUTCOMES: Record<string, ("succeeded" | "failed")[]> = {
    queued: [],
    processing: [],
    completed: ["succeeded", "succeeded"],
    completed_with_errors: ["failed", "succeeded"],
    failed: ["failed", "failed"],
  };

  async function jobIn(state: (typeof BULK_JOB_STATUSES)[number]): Promise<string> {
    const jobId = await newJob(2);
    if (state === "processing") await set(jobId, begin);
    for (const [item, outcome] of (OUTCOMES[state] ?? []).entries()) {
      await set(jobId, begin, item);
      await set(jobId, ITEM_STATES[outcome], item);
    }
    expect(await jobStatus(jobId)).toBe(state);
    return jobId;
  }

  for (const from of BULK_JOB_STATUSES) {
    for (const to of BULK_JOB_STATUSES.filter((state) => state !== from)) {
      // Even an allowed step is refused unless the items make it so; theirs is the only way.
      const isAllowed = `${from}>${to}` === "queued>processing";
      it(`${isAllowed ? "goes" : "cannot be set"} from ${from} to ${to}`, async () => {
        const jobId = await jobIn(from);
        const step = run(`UPDATE bulk_job SET status = '${to}', ${times(to)} WHERE job_id = $1`, [jobId]);
        if (isAllowed) await step;
        else
          await expect(step).rejects.toThrow(
            JOB_STEPS.includes(`${from}>${to}`) ? "do not make it" : `${from} -> ${to}`,
          );
      });
    }
  }

  it("begins queued or complete, and is deleted by no one but the purge", async () => {
    const insert = run(
      `INSERT INTO bulk_job (provider_id, job_id, account_id, provider_group_id, status, total_items, fingerprint, started_at)
       VALUES ('${PROVIDER}', gen_random_uuid(), 'a', 'g', 'processing', 1, 'f', now())`,
    );
    await expect(insert).rejects.toThrow("cannot begin");
    await expect(run("DELETE FROM bulk_job")).rejects.toThrow("permission denied");
    await expect(run("DELETE FROM bulk_job_item")).rejects.toThrow("permission denied");
  });
});
