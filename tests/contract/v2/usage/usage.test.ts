import { expect, it } from "vitest";
import { GET as v1Report } from "@/app/api/v1/fields/[providerFieldId]/reports/runoff/route";
import { POST as v1Check } from "@/app/api/v1/esa-check/route";
import { GET } from "@/app/api/v2/usage/route";
import { issueApiKey } from "@/lib/auth/api-keys";
import { usageResponse } from "@/lib/contracts/v2/usage";
import { getDeps } from "@/lib/runtime/deps";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { answer, BY_TEST, call, makeCaller, refusal, type Caller } from "@/tests/support/api";

process.env.RATE_LIMIT_READS_PER_MIN = "5";

const usageOf = async (caller: Caller) => answer(await call(GET, caller, { method: "GET" }), usageResponse);

const spentOf = (read: Awaited<ReturnType<typeof usageOf>>): Record<string, number> =>
  Object.fromEntries(read.limits.map(({ name, limit, remaining }) => [name, limit - remaining]));
const running = (read: Awaited<ReturnType<typeof usageOf>>): string[] =>
  read.limits.filter(({ resets_in_seconds: left }) => left !== null && left > 0).map(({ name }) => name);

it("says what each limit of the key has left, and looking at one that was never used starts no window", async () => {
  const caller = await makeCaller("budget");
  const first = await usageOf(caller);
  expect(first.limits).toContainEqual(expect.objectContaining({ name: "reads", limit: 5, window_seconds: 60 }));
  expect(spentOf(first)).toEqual({ writes: 0, reads: 1, reports: 0, body_bytes: 0 });
  expect(running(first)).toEqual(["reads"]);
  expect(first).toMatchObject({ bulk_items: { waiting: 0 }, deprecated_routes: [] });
  expect(first.key).toMatchObject({ environment: "test", expires_at: null });
  await call(v1Check, caller, { body: { long: "x".repeat(500) } });
  const after = await usageOf(caller);
  expect(spentOf(after)).toMatchObject({ writes: 1, reads: 2, reports: 0 });
  expect(spentOf(after).body_bytes).toBeGreaterThan(500);
  expect(running(after)).toEqual(["writes", "reads", "body_bytes"]);
});

it("counts calls of deprecated routes by key and provider, whatever they were answered, for 30 days", async () => {
  const caller = await makeCaller("still-v1");
  const deps = await getDeps();
  const wanted = { providerId: "still-v1", environment: "test", expiresAt: null } as const;
  const issue = { db: deps.db, secret: deps.env.API_KEY_HASH_SECRET, by: BY_TEST, now: deps.clock() };
  const second = { providerId: "still-v1", apiKey: await issueApiKey(issue, wanted) };
  for (const each of [caller, caller, second]) await call(v1Check, each, { body: {} });
  await call(v1Report, caller, { method: "GET", params: { providerFieldId: "nowhere" } });
  await deps.settled();
  const [report, check, ...others] = (await usageOf(second)).deprecated_routes;
  expect(others).toEqual([]);
  expect(report).toMatchObject({ path: "/api/v1/fields/{provider_field_id}/reports/runoff", calls: 1 });
  expect(check).toMatchObject({
    method: "POST",
    path: "/api/v1/esa-check",
    successor: "/api/v2/esa-check",
    ends_at: "2027-12-31T23:59:59.000Z",
  });
  expect([check?.calls, check?.calls_with_this_key, report?.calls_with_this_key]).toEqual([3, 1, 0]);
  // Another provider sees nothing of it.
  expect((await usageOf(await makeCaller("never-v1"))).deprecated_routes).toEqual([]);
  await sql("still-v1", "UPDATE deprecated_use SET used_on = used_on - 30");
  expect((await usageOf(second)).deprecated_routes).toEqual([]);
  await call(v1Check, caller, { body: {} });
  await deps.settled();
  const kept = await sql<{ calls: number }>("still-v1", "SELECT calls FROM deprecated_use");
  expect(kept).toEqual([{ calls: 1 }]);
});

it("takes no parameter and no stranger", async () => {
  await refusal(await call(GET, null, { method: "GET" }), 401);
  await refusal(await call(GET, await makeCaller("curious"), { method: "GET", query: "x=1" }), 422);
});
