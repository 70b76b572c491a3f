import { expect, it } from "vitest";
import { POST as checkV1 } from "@/app/api/v1/esa-check/route";
import { POST as check } from "@/app/api/v2/esa-check/route";
import { getDeps } from "@/lib/runtime/deps";
import { lookUpRequest } from "@/lib/usecases/operations/look-up";
import { keepDatabase } from "@/lib/usecases/operations/keep-database";
import { watchUsage } from "@/lib/usecases/usage/read-usage";
import { sqlAsOwner } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, refusal } from "@/tests/support/api";

/** Refused for its second product. */
const FAULTY = { products: [{ product_name: "A", epa_number: "1-1" }, { product_name: 7 }] };

it("a refused request is found by its id with what was wrong first, and by no other provider", async () => {
  const deps = await getDeps();
  const caller = await makeCaller("refused-one");
  await makeCaller("refused-none");
  const headers = { "X-Request-ID": "trace-4711" };
  const { details } = await refusal(await call(check, caller, { body: FAULTY, headers }), 422);
  await deps.settled();
  const [found] = (await lookUpRequest(deps.db, "trace-4711")).refused;
  expect(found).toEqual({
    providerId: "refused-one",
    refusedAt: expect.any(Date) as Date,
    requestId: "trace-4711",
    route: "POST /api/v2/esa-check",
    status: 422,
    code: "INVALID_REQUEST",
    place: `body ${details?.[0]?.pointer}`,
    message: details?.[0]?.message,
  });
  expect(await lookUpRequest(deps.db, "trace-471")).toMatchObject({ answered: [], refused: [] });
  expect((await watchUsage(deps, "refused-one")).refused.newest).toHaveLength(1);
  expect((await watchUsage(deps, "refused-none")).refused).toEqual({ byCode: [], newest: [] });
});

it("a version's own status is kept, and a request without a key is no provider's", async () => {
  const deps = await getDeps();
  const caller = await makeCaller("refused-v1");
  await call(checkV1, caller, { body: FAULTY, headers: { "X-Request-ID": "trace-v1" } });
  await call(check, null, { body: FAULTY, headers: { "X-Request-ID": "trace-nobody" } });
  await deps.settled();
  expect((await lookUpRequest(deps.db, "trace-v1")).refused).toMatchObject([
    { status: 400, route: "POST /api/v1/esa-check" },
  ]);
  expect((await lookUpRequest(deps.db, "trace-nobody")).refused).toEqual([]);
});

it("of a flood the first are kept one by one, and every one is counted", async () => {
  const deps = await getDeps();
  const caller = await makeCaller("refused-flood");
  for (let sent = 0; sent < 140; sent += 1) await call(check, caller, { body: FAULTY });
  await deps.settled();
  const { byCode, newest } = (await watchUsage(deps, "refused-flood")).refused;
  expect(byCode).toMatchObject([{ code: "INVALID_REQUEST", status: 422, requests: 140 }]);
  // 60 a minute one by one, and a row for what is beyond each time they are written.
  expect(newest.filter(({ requestId }) => requestId === null).length).toBeGreaterThan(0);
});

it("refusals go after 30 days", async () => {
  const deps = await getDeps();
  await sqlAsOwner("refused-one", "UPDATE refused_request SET refused_at = now() - interval '31 days'");
  expect(await keepDatabase(deps)).toMatchObject({ refusalsPurged: 1 });
  expect((await lookUpRequest(deps.db, "trace-4711")).refused).toEqual([]);
});
