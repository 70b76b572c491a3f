import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { plainV1Body, refused, send, sendV1Check, v1Check } from "@/tests/contract/v1/esa-check/support";
import { holdGround, loadGround, rowCounts, type HeldGround } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";

process.env.RATE_LIMIT_WRITES_PER_MIN = "6";
process.env.PROCESSING_SLOTS = "1";
process.env.REQUEST_DEADLINE_S = "1";

let caller: Caller;
let count = 0;
beforeAll(async () => {
  await loadGround();
  // What is looked up once is looked up now, so that the budget of a second is spent on waiting alone.
  await v1Check(await makeCaller("v1-first"));
});
beforeEach(async () => {
  count += 1;
  caller = await makeCaller(`v1-limits-${count}`);
});

const plain = () => send(caller, { body: plainV1Body(caller.providerId) });

it("429 tells how long to wait and by which policy", async () => {
  for (let sent = 0; sent < 6; sent += 1) expect((await plain()).status).toBe(200);
  const response = await plain();
  const retryAfter = response.headers.get("retry-after");
  expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
  expect(response.headers.get("ratelimit")).toBe(`"default";r=0;t=${retryAfter}`);
  expect(response.headers.get("ratelimit-policy")).toBe('"default";q=6;w=60');
  await refused(response, 429);
});

describe("503", () => {
  let held: HeldGround | null = null;
  afterEach(() => held?.letGo());

  it("when every slot is taken, and when the work outlasts its budget: to be tried again", async () => {
    held = await holdGround();
    const first = sendV1Check(caller, { application_id: "slow" });
    await held.arrived();
    const second = await plain();
    expect(second.headers.get("retry-after")).toBe("5");
    await refused(second, 503);
    const late = await first;
    expect(late.headers.get("retry-after")).toBe("5");
    await refused(late, 503);
    await held.letGo();
    await expect.poll(async () => (await rowCounts(caller.providerId)).claim).toBe(0);
    expect(await rowCounts(caller.providerId)).toMatchObject({ field: 0, application: 0 });
  });

  it("without keys for portal links, and then nothing is done", async () => {
    const { env } = await getDeps();
    const keys = [...env.PORTAL_LINK_KEYS];
    Object.assign(env, { PORTAL_LINK_KEYS: [] });
    try {
      const response = await sendV1Check(caller);
      expect(response.headers.get("retry-after")).toBeNull();
      await refused(response, 503);
    } finally {
      Object.assign(env, { PORTAL_LINK_KEYS: keys });
    }
    expect((await rowCounts(caller.providerId)).field).toBe(0);
  });
});
