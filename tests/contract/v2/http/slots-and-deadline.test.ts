import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { getDeps } from "@/lib/runtime/deps";
import { holdGround, loadGround, rowCounts, type HeldGround } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { checkBody, NO_ESA } from "@/tests/support/requests";

process.env.PROCESSING_SLOTS = "1";

let caller: Caller;
let held: HeldGround;
beforeAll(async () => {
  await loadGround();
  caller = await makeCaller("slots");
  // What is looked up once is looked up now, so that the budget of a second is spent on waiting alone.
  const { env } = await getDeps();
  env.REQUEST_DEADLINE_S = 60;
  await answer(await send("first"), esaCheckResponse);
  env.REQUEST_DEADLINE_S = 1;
});
beforeEach(async () => {
  held = await holdGround();
});
afterEach(() => held.letGo());

const body = (id: string) => checkBody("slots", { application_id: id });
const send = (id: string) => call(POST, caller, { body: body(id) });

async function expectTransient(response: Response, code: string) {
  const found = await refusal(response, 503);
  expect(found).toMatchObject({ code, retryable: true });
  expect(response.headers.get("retry-after")).toBe("5");
}

const claims = async (): Promise<number> => (await rowCounts("slots")).claim;
/** The check takes its claims beside its look at the ground, and may come to them later; waits until it has both. */
const claimsTaken = () => expect.poll(claims, { timeout: 30_000 }).toBe(2);
/** The check gives back its claims after its answer; waits until it has. */
const claimsGone = () => expect.poll(claims, { timeout: 30_000 }).toBe(0);

describe("with every processing slot taken", () => {
  it("one more request is 503 CAPACITY_EXCEEDED at once, and the next is served when the slot is free", async () => {
    const first = send("capacity-1");
    await held.arrived();
    await expectTransient(await send("capacity-2"), "CAPACITY_EXCEEDED");
    const withoutEsa = { ...body("capacity-3"), products: [NO_ESA] };
    await expectTransient(await call(POST, caller, { body: withoutEsa }), "CAPACITY_EXCEEDED");
    // Neither a bad key nor a bad request takes a slot, so they get their own error.
    await refusal(await call(POST, null, { body: {} }), 401);
    await refusal(await call(POST, caller, { body: {} }), 422);
    await held.letGo();
    await answer(await first, esaCheckResponse);
    await answer(await send("capacity-2"), esaCheckResponse);
  });
});

describe("work that outlasts its budget", () => {
  it("is 503 DEADLINE_EXCEEDED, has its statement canceled, and saves nothing", async () => {
    const before = await rowCounts("slots");
    await expectTransient(await send("deadline-1"), "DEADLINE_EXCEEDED");
    // The ground is still held: only canceling ends a statement that waits for it.
    await held.left();
    await claimsGone();
    expect(await rowCounts("slots")).toEqual(before);
    await held.letGo();
    await answer(await send("deadline-1"), esaCheckResponse);
  });

  it("keeps no one else from working: the connection it had serves the next request", async () => {
    for (const id of ["deadline-2", "deadline-3", "deadline-4"]) {
      await expectTransient(await send(id), "DEADLINE_EXCEEDED");
      await claimsGone();
    }
    await held.letGo();
    await answer(await send("deadline-2"), esaCheckResponse);
  });
});

describe("a client that goes away", () => {
  it("is answered 503 REQUEST_CANCELLED, and nothing is saved for it", async () => {
    const before = await rowCounts("slots");
    const leaving = new AbortController();
    const request = new Request("http://localhost:3000/route", {
      method: "POST",
      headers: { "X-API-Key": caller.apiKey, "Content-Type": "application/json" },
      body: JSON.stringify(body("cancelled")),
      signal: leaving.signal,
    });
    const answered = POST(request, { params: Promise.resolve({}) });
    await held.arrived();
    await claimsTaken();
    leaving.abort();
    await expectTransient(await answered, "REQUEST_CANCELLED");
    await held.left();
    await claimsGone();
    expect(await rowCounts("slots")).toEqual(before);
  });
});
