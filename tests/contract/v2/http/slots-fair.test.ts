import { afterAll, beforeAll, expect, it } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { holdGround, loadGround, type HeldGround } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { checkBody, NO_ESA } from "@/tests/support/requests";

process.env.PROCESSING_SLOTS = "4";

let greedy: Caller;
let other: Caller;
let held: HeldGround;
beforeAll(async () => {
  await loadGround();
  [greedy, other] = [await makeCaller("greedy"), await makeCaller("other")];
  await answer(await send(greedy, "first"), esaCheckResponse);
  held = await holdGround();
});
afterAll(() => held.letGo());

const send = (caller: Caller, id: string, more: object = {}) =>
  call(POST, caller, { body: checkBody(caller.providerId, { application_id: id, provider_field_id: id, ...more }) });

it("a provider that sends more than it may does not take the slots of another", async () => {
  const sent = ["a", "b", "c", "d", "e"].map((id) => send(greedy, id));
  const refused: Response[] = [];
  for (const each of sent) void each.then((response) => response.status === 503 && refused.push(response));
  await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(3);
  for (const response of refused) {
    expect(await refusal(response, 503)).toMatchObject({ code: "CAPACITY_EXCEEDED", retryable: true });
  }
  // Ten in a row, while the first provider's two go on.
  for (let time = 0; time < 10; time += 1) {
    expect((await send(other, `quick-${time}`, { products: [NO_ESA] })).status).toBe(200);
  }
  await held.letGo();
  expect((await Promise.all(sent)).map(({ status }) => status).sort()).toEqual([200, 200, 503, 503, 503]);
});
