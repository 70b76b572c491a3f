import { beforeAll, describe, expect, it } from "vitest";
import { connect } from "@/lib/data/db";
import { getDeps } from "@/lib/runtime/deps";
import {
  bulkBody,
  bulkField,
  faults,
  itemRows,
  prepareBulk,
  results,
  runJob,
  send,
  status,
  submit,
} from "@/tests/contract/v2/bulk/support";
import { check, sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";
import { NO_ESA, STRYAX } from "@/tests/support/requests";

let caller: Caller;
beforeAll(async () => {
  await prepareBulk();
  caller = await makeCaller("bulk-submit");
});

const jobs = async (providerId = caller.providerId): Promise<number> =>
  (await sql<{ jobs: number }>(providerId, "SELECT count(*)::int AS jobs FROM bulk_job"))[0]?.jobs ?? 0;

describe("defaults and overrides", () => {
  it("a field's value replaces the default whole, and null clears what may be cleared", async () => {
    const { job_id: jobId } = await submit(
      caller,
      bulkBody(caller.providerId, 0, {
        gpa: 15,
        droplet_size: "C",
        boom_height: "low",
        user_email: "a@example.org",
        fields: [
          bulkField(0),
          bulkField(1, { products: [NO_ESA], pest: ["rust"], crop: [], gpa: null, user_email: null }),
          bulkField(2, { droplet_size: null, boom_height: null, application_method: "drone", provider_field_id: "f" }),
        ],
      }),
    );
    const rows = await sql<{ request: { application: Record<string, unknown> } & Record<string, unknown> }>(
      caller.providerId,
      "SELECT request FROM bulk_job_item WHERE job_id = $1 ORDER BY item_index",
      [jobId],
    );
    const [first, second, third] = rows.map(({ request }) => request);
    expect(first).toMatchObject({ providerFieldId: "application-0", userEmail: "a@example.org" });
    expect(first?.application).toMatchObject({ gpa: 15, dropletSize: "coarse", boomHeight: "low" });
    expect(second?.application).toMatchObject({ gpa: null, crop: [], dropletSize: "coarse" });
    expect(second?.userEmail).toBeNull();
    expect(second?.application.products).toMatchObject([{ epaNumber: "99001-1", pest: ["rust"] }]);
    expect(third).toMatchObject({ providerFieldId: "f" });
    expect(third?.application).toMatchObject({ method: "Drone", dropletSize: null, boomHeight: null });
  });

  it("what a field neither has nor inherits is named at the field, all of it at once, and no job is made", async () => {
    const before = await jobs();
    const body = bulkBody(caller.providerId, 0, {
      crop: undefined,
      pest: undefined,
      fields: [bulkField(0), bulkField(1, { crop: [], products: [STRYAX] }), bulkField(2, { crop: null, pest: [] })],
    });
    expect(await faults(caller, body)).toEqual(
      expect.arrayContaining([
        ["fields.0.crop", "custom"],
        ["fields.0.pest", "custom"],
        ["fields.1.products.0.pest", "custom"],
        ["fields.2.crop", "invalid_type"],
        ["fields.2.pest", "too_small"],
      ]),
    );
    expect(await jobs()).toBe(before);
  });

  it.each([
    [
      { fields: [bulkField(0, { provider_group_id: "g" })] },
      '`fields.0` has the member "provider_group_id", which belongs at the top level, for all fields.',
    ],
    [
      { fields: [bulkField(0, { include_geometry: true })] },
      '`fields.0` has the member "include_geometry", which belongs at the top level, for all fields.',
    ],
    [{ application_id: "a" }, 'The request has the member "application_id", which belongs in each of `fields`.'],
  ])("a member at the wrong level is refused with its own place, and no other name", async (more, message) => {
    const found = await refusal(await send(caller, bulkBody(caller.providerId, 1, more)), 422);
    expect(found).toMatchObject({ message, details: [{ code: "unrecognized_keys" }] });
  });

  it("a default has to be valid even where every field overrides it", async () => {
    const body = bulkBody(caller.providerId, 0, {
      gpa: -1,
      products: [],
      fields: [bulkField(0, { gpa: 5, products: [STRYAX] })],
    });
    expect(await faults(caller, body)).toEqual([
      ["products", "too_small"],
      ["gpa", "too_small"],
    ]);
  });

  it("a repeated application or effective field id is the later field's fault", async () => {
    const body = bulkBody(caller.providerId, 0, {
      fields: [
        bulkField(0, { provider_field_id: "one" }),
        bulkField(1, { application_id: "application-0" }),
        bulkField(2, { provider_field_id: "one" }),
        bulkField(3, { application_id: "one" }),
      ],
    });
    expect(await faults(caller, body)).toEqual([
      ["fields.1.application_id", "custom"],
      ["fields.2.provider_field_id", "custom"],
      ["fields.3.application_id", "custom"],
    ]);
  });

  it.each([
    ["no field", { fields: [] }, "fields"],
    ["101 fields", { fields: Array.from({ length: 101 }, (_, index) => bulkField(index)) }, "fields"],
    ["no group", { provider_group_id: undefined }, "provider_group_id"],
    ["a null group", { provider_group_id: null }, "provider_group_id"],
    ["a flag on a field", { fields: [bulkField(0, { include_geometry: true })] }, "fields.0"],
    [
      "a boundary that is none",
      { fields: [bulkField(0), bulkField(1, { field_boundary: {} })] },
      "fields.1.field_boundary.type",
    ],
  ])("%s is refused at its place", async (_name, more, path) => {
    expect((await faults(caller, bulkBody(caller.providerId, 1, more))).map(([at]) => at)).toContain(path);
  });

  it("headers have paths of their own", async () => {
    const body = bulkBody(caller.providerId, 1);
    const long = { "Idempotency-Key": "k".repeat(201) };
    expect((await faults(caller, body, long)).map(([path]) => path)).toEqual(["idempotency_key"]);
    expect((await faults(caller, body, { Prefer: "wait=31" })).map(([path]) => path)).toEqual(["prefer"]);
    expect((await faults(caller, body, { Prefer: "wait=soon" })).map(([path]) => path)).toEqual(["prefer"]);
  });
});

describe("one key, one job", () => {
  it("gives the same job to the same input however it is written, and refuses other input", async () => {
    const key = { "Idempotency-Key": "season" };
    const first = await submit(caller, bulkBody(caller.providerId, 2), key);
    const spelled = bulkBody(caller.providerId, 2, {
      application_method: "broadcast-ground",
      application_date: undefined,
      include_geometry: false,
      fields: [0, 1].map((index) => bulkField(index, { application_date: "2026-06-15", provider_field_id: null })),
    });
    const again = await submit(caller, spelled, key);
    expect(again).toEqual({ ...first, replayed: true });
    expect(first.replayed).toBe(false);
    const other = await refusal(await send(caller, bulkBody(caller.providerId, 3), key), 409);
    expect(other).toMatchObject({ code: "IDEMPOTENCY_CONFLICT", retryable: false });
    const elsewhere = await submit(caller, bulkBody(caller.providerId, 2, { account_id: "account-2" }), key);
    expect(elsewhere.job_id).not.toBe(first.job_id);
  });

  it("20 identical submissions at the same moment are one job", async () => {
    const before = await jobs();
    const accepted = await Promise.all(
      Array.from({ length: 20 }, () => submit(caller, bulkBody(caller.providerId, 5), { "Idempotency-Key": "rush" })),
    );
    expect(new Set(accepted.map(({ job_id: id }) => id)).size).toBe(1);
    expect(accepted.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await jobs()).toBe(before + 1);
    expect(await itemRows(caller, accepted[0]?.job_id ?? "")).toHaveLength(5);
  });

  it("gives a job that was worked on back without its items", async () => {
    const key = { "Idempotency-Key": "worked" };
    const own = await makeCaller("bulk-worked");
    const body = bulkBody(own.providerId, 1);
    const { job_id: jobId } = await submit(own, body, key);
    await runJob(own, jobId, 1);
    const again = await submit(own, body, key);
    expect(again).toMatchObject({ job_id: jobId, replayed: true, status: "completed" });
    expect([again.items, again.esa_required]).toEqual([undefined, undefined]);
  });

  it("without a key every submission is a job of its own", async () => {
    const body = bulkBody(caller.providerId, 1);
    expect((await submit(caller, body)).job_id).not.toBe((await submit(caller, body)).job_id);
  });
});

describe("a job whose products are all free of ESA language", () => {
  it("is complete at birth, has its items in the answer, stores nothing else, and replays the same", async () => {
    const own = await makeCaller("bulk-free");
    const body = bulkBody(own.providerId, 3, { products: [NO_ESA] });
    const born = await submit(own, body, { "Idempotency-Key": "free" });
    expect(born).toMatchObject({ status: "completed", esa_required: false, replayed: false });
    expect(born.items).toHaveLength(3);
    for (const item of born.items ?? []) {
      expect(item).toMatchObject({ status: "succeeded", attempts: 0, error: null, result: { esa_required: false } });
      expect([item.started_at, item.completed_at]).not.toContain(null);
    }
    const again = await submit(own, body, { "Idempotency-Key": "free" });
    expect(again).toEqual({ ...born, replayed: true });
    expect((await results(own, born.job_id)).items).toEqual(born.items);
    const [rows] = await sql<{ rows: number }>(
      own.providerId,
      "SELECT (SELECT count(*) FROM field) + (SELECT count(*) FROM application) + (SELECT count(*) FROM assessment) AS rows",
    );
    expect(Number(rows?.rows)).toBe(0);
    const { counts, expires_at: expires, completed_at: completed } = await status(own, born.job_id);
    expect(counts).toEqual({ queued: 0, processing: 0, succeeded: 3, failed: 0 });
    expect(Date.parse(expires ?? "") - Date.parse(completed ?? "")).toBe(30 * 86_400_000);
  });

  it("does not ask for a default that every field replaces", async () => {
    const fields = [0, 1].map((index) => bulkField(index, { products: [NO_ESA, NO_ESA] }));
    const body = bulkBody(caller.providerId, 0, { products: [{ ...STRYAX, epa_number: "1-1" }], fields });
    expect((await submit(caller, body)).status).toBe("completed");
    const { caches } = await getDeps();
    expect(caches.products.has("1-1")).toBe(false);
    expect(caches.products.has("99001-1")).toBe(true);
  });
});

describe("acceptance", () => {
  it("over the backlog is 429, which a job complete at birth does not care for", async () => {
    const { env } = await getDeps();
    const own = await makeCaller("bulk-backlog");
    const limit = env.BULK_BACKLOG_LIMIT;
    env.BULK_BACKLOG_LIMIT = 5;
    try {
      await submit(own, bulkBody(own.providerId, 5));
      const response = await send(own, bulkBody(own.providerId, 1));
      expect(response.headers.get("retry-after")).toBe("5");
      expect(await refusal(response, 429)).toMatchObject({ code: "BULK_BACKLOG_EXCEEDED", retryable: true });
      expect((await submit(own, bulkBody(own.providerId, 9, { products: [NO_ESA] }))).status).toBe("completed");
    } finally {
      env.BULK_BACKLOG_LIMIT = limit;
    }
  });

  it("of like submissions gives one job also where the backlog has room for one alone", async () => {
    const { env } = await getDeps();
    const own = await makeCaller("bulk-narrow");
    const limit = env.BULK_BACKLOG_LIMIT;
    env.BULK_BACKLOG_LIMIT = 5;
    try {
      const body = bulkBody(own.providerId, 5);
      const accepted = await Promise.all([1, 2, 3].map(() => submit(own, body, { "Idempotency-Key": "narrow" })));
      expect(new Set(accepted.map(({ job_id: id }) => id)).size).toBe(1);
      expect((await refusal(await send(own, body), 429)).code).toBe("BULK_BACKLOG_EXCEEDED");
    } finally {
      env.BULK_BACKLOG_LIMIT = limit;
    }
  });

  it("does not happen where products cannot be looked up: 503 and no job", async () => {
    const own = await makeCaller("bulk-lookup");
    const deps = await getDeps();
    const { db } = deps;
    const away = connect({ url: "postgresql://hedgerow_app@127.0.0.1:9/nowhere", poolMax: 1 });
    const body = bulkBody(own.providerId, 2, { products: [{ ...STRYAX, epa_number: "5481-433" }] });
    // The key is known by now; the next request's key is not.
    expect((await submit(own, bulkBody(own.providerId, 1))).status).toBe("queued");
    deps.db = away;
    try {
      const response = await send(own, body);
      expect(response.headers.get("retry-after")).toBe("5");
      expect(await refusal(response, 503)).toMatchObject({ code: "REQUEST_FAILED", retryable: true });
    } finally {
      deps.db = db;
      await away.close();
    }
    expect(await jobs(own.providerId)).toBe(1);
  });

  it("queues one entry for ten items, in the transaction of the job", async () => {
    const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 25));
    const entries = await sql<{ payload: { firstIndex: number }; max_attempts: number }>(
      null,
      "SELECT payload, max_attempts FROM graphile_worker._private_jobs WHERE payload->>'jobId' = $1 ORDER BY id",
      [jobId],
    );
    expect(entries.map(({ payload }) => payload.firstIndex)).toEqual([0, 10, 20]);
    expect(entries.every(({ max_attempts: most }) => most === 1000)).toBe(true);
  });

  it("brings saved applications back to pending, and no others", async () => {
    const own = await makeCaller("bulk-pending");
    await check(own, { application_id: "application-0" });
    await check(own, { application_id: "other" });
    const fields = [bulkField(0, { provider_field_id: "application-0" })];
    const { job_id: jobId } = await submit(own, bulkBody(own.providerId, 0, { fields }));
    const states = () =>
      sql(own.providerId, "SELECT application_id, processing_status FROM application ORDER BY application_id");
    expect(await states()).toEqual([
      { application_id: "application-0", processing_status: "pending" },
      { application_id: "other", processing_status: "completed" },
    ]);
    await runJob(own, jobId, 1);
    expect((await states())[0]).toEqual({ application_id: "application-0", processing_status: "completed" });
  });

  it("waits as long as the caller prefers", async () => {
    const pending = submit(caller, bulkBody(caller.providerId, 1, { account_id: "waits" }), {
      Prefer: "respond-async, wait=20",
      "Idempotency-Key": "waits",
    });
    await expect
      .poll(async () => {
        const rows = await sql<{ job_id: string }>(
          caller.providerId,
          "SELECT job_id FROM bulk_job WHERE account_id = 'waits'",
        );
        return rows[0]?.job_id;
      })
      .toBeDefined();
    const [job] = await sql<{ job_id: string }>(
      caller.providerId,
      "SELECT job_id FROM bulk_job WHERE account_id = 'waits'",
    );
    await runJob(caller, job?.job_id ?? "", 1);
    expect((await pending).status).toBe("completed");
  });
});
