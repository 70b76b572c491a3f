import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as one from "@/app/api/v2/webhook-endpoints/[endpointId]/route";
import { GET as LOG } from "@/app/api/v2/webhook-endpoints/[endpointId]/deliveries/route";
import { POST as REPLAY } from "@/app/api/v2/webhook-endpoints/[endpointId]/deliveries/[deliveryId]/replay/route";
import { POST as ROTATE } from "@/app/api/v2/webhook-endpoints/[endpointId]/rotate-secret/route";
import { POST as TEST } from "@/app/api/v2/webhook-endpoints/[endpointId]/test/route";
import * as all from "@/app/api/v2/webhook-endpoints/route";
import { deliveryListResponse, deliveryResponse } from "@/lib/contracts/v2/webhook-deliveries";
import {
  createdEndpointResponse,
  endpointListResponse,
  endpointResponse,
  removedEndpointResponse,
  rotatedSecretResponse,
} from "@/lib/contracts/v2/webhook-endpoints";
import { MOST_ENDPOINTS, WEBHOOK_EVENTS } from "@/lib/domain/webhook";
import type { Handler } from "@/lib/http/api/route";
import { getDeps } from "@/lib/runtime/deps";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { answerWith, startReceiver, verified, type Receiver } from "@/tests/contract/webhooks/receiver";
import { allowReceiversHere, deliverAll, prepareQueue, tell } from "@/tests/contract/webhooks/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";

allowReceiversHere();

let receiver: Receiver;
beforeAll(async () => {
  await prepareQueue();
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const send = (caller: Caller | null, body: unknown) => call(all.POST, caller, { body });
const create = async (caller: Caller, body: unknown = { url: receiver.url }) =>
  answer(await send(caller, body), createdEndpointResponse);
const ask = (handler: Handler, caller: Caller, endpointId: string, more: Record<string, unknown> = {}) =>
  call(handler, caller, { method: "GET", ...more, params: { endpointId, ...(more.params as object | undefined) } });
const rotate = (caller: Caller, endpointId: string, body: unknown = {}) =>
  ask(ROTATE, caller, endpointId, { method: "POST", body });
const test = async (caller: Caller, endpointId: string) =>
  (await answer(await ask(TEST, caller, endpointId, { method: "POST" }), deliveryResponse)).delivery;
const log = async (caller: Caller, endpointId: string, query = "") =>
  answer(await ask(LOG, caller, endpointId, { query }), deliveryListResponse);

/** A caller with one endpoint. */
async function subscribed(provider: string): Promise<{ caller: Caller; id: string; secret: string }> {
  const caller = await makeCaller(provider);
  const { endpoint, secret = "" } = await create(caller);
  return { caller, id: endpoint.endpoint_id, secret };
}
const lastMessage = () => {
  const message = receiver.received.at(-1);
  if (message === undefined) throw new Error("nothing was received");
  return message;
};

describe("an endpoint over the API", () => {
  it("is made with a secret that is shown once; its address is its identity", async () => {
    const { caller, id, secret } = await subscribed("api-made");
    expect(secret).toMatch(/^whsec_/);
    const again = await create(caller);
    expect(again).toMatchObject({ replayed: true, endpoint: { endpoint_id: id, event_types: [...WEBHOOK_EVENTS] } });
    expect(again).not.toHaveProperty("secret");
    const other = await send(caller, { url: receiver.url, event_types: ["field.changed"] });
    expect((await refusal(other, 409)).code).toBe("WEBHOOK_CONFLICT");
    const { endpoints } = await answer(await call(all.GET, caller, { method: "GET" }), endpointListResponse);
    expect(endpoints).toEqual([again.endpoint]);
    expect((await answer(await ask(one.GET, caller, id), endpointResponse)).endpoint).toEqual(again.endpoint);
    await tell("api-made");
    await deliverAll("api-made");
    verified(secret, lastMessage());
  });

  it("made twice at once is one, and there are never more than a provider may have", async () => {
    const caller = await makeCaller("api-many");
    const made = await Promise.all([1, 2].map(() => send(caller, { url: receiver.url })));
    expect(made.map(({ status }) => status).toSorted()).toEqual(
      made.every(({ status }) => status === 200) ? [200, 200] : [200, 409],
    );
    for (let count = 1; count < MOST_ENDPOINTS; count += 1) await create(caller, { url: `${receiver.url}?n=${count}` });
    const full = await refusal(await send(caller, { url: `${receiver.url}?n=full` }), 409);
    expect(full.message).toContain(String(MOST_ENDPOINTS));
    const { endpoints } = await answer(await call(all.GET, caller, { method: "GET" }), endpointListResponse);
    expect(endpoints).toHaveLength(MOST_ENDPOINTS);
  });

  it.each([
    [{ url: "https://[" }, "/url"],
    [{ url: "ftp://farm.example.com/hook" }, "/url"],
    [{ url: "https://user:word@farm.example.com/" }, "/url"],
    [{}, "/url"],
    [{ url: "https://farm.example.com/", event_types: [] }, "/event_types"],
    [{ url: "https://farm.example.com/", event_types: ["webhook.test"] }, "/event_types/0"],
    [{ url: "https://farm.example.com/", event_types: ["field.changed", "field.changed"] }, "/event_types"],
    [{ url: "https://farm.example.com/", secret: "mine" }, "/secret"],
  ])("is refused with the place of the fault: %j", async (body, pointer) => {
    const caller = await makeCaller(`api-refused-${randomUUID()}`);
    const { code, details } = await refusal(await send(caller, body), 422);
    expect([code, details?.[0]?.pointer]).toEqual(["INVALID_REQUEST", pointer]);
  });

  it("at a private address is refused where the installation does not allow it, before anything is saved", async () => {
    const caller = await makeCaller("api-private");
    const { env } = await getDeps();
    env.WEBHOOK_ALLOW_PRIVATE = false;
    try {
      for (const host of ["127.0.0.1", "169.254.169.254", "[::1]", "10.0.0.8"]) {
        const { details } = await refusal(await send(caller, { url: `https://${host}/hook` }), 422);
        expect(details?.[0]?.message).toContain("private address");
      }
    } finally {
      env.WEBHOOK_ALLOW_PRIVATE = true;
    }
    const { endpoints } = await answer(await call(all.GET, caller, { method: "GET" }), endpointListResponse);
    expect(endpoints).toEqual([]);
  });

  it("is switched off and on, with its events; the same again changes nothing", async () => {
    const { caller, id } = await subscribed("api-switched");
    const put = async (body: unknown) =>
      (await answer(await ask(one.PUT, caller, id, { method: "PUT", body }), endpointResponse)).endpoint;
    const off = await put({ enabled: false, event_types: ["field.changed"] });
    expect(off).toMatchObject({ enabled: false, event_types: ["field.changed"] });
    expect(off.disabled_reason).toContain("API");
    expect(await put({ enabled: false, event_types: ["field.changed"] })).toEqual(off);
    await refusal(await ask(one.PUT, caller, id, { method: "PUT", body: { enabled: true } }), 422);
    expect((await refusal(await ask(TEST, caller, id, { method: "POST" }), 409)).code).toBe("WEBHOOK_CONFLICT");
    expect(await put({ enabled: true, event_types: ["bulk_job.completed"] })).toMatchObject({ disabled_reason: null });
  });

  it("that is removed is gone with its log", async () => {
    const { caller, id } = await subscribed("api-removed");
    await test(caller, id);
    await answer(await ask(one.DELETE, caller, id, { method: "DELETE" }), removedEndpointResponse);
    await refusal(await ask(one.DELETE, caller, id, { method: "DELETE" }), 404);
    expect(await sql("api-removed", "SELECT FROM webhook_delivery")).toEqual([]);
  });

  it("of another provider is the same 404 as one that is not there, on every route", async () => {
    const { id } = await subscribed("api-owner");
    const owner = await makeCaller("api-thief");
    const body = { enabled: true, event_types: ["field.changed"] };
    const routes: [Handler, Record<string, unknown>][] = [
      [one.GET, {}],
      [one.PUT, { method: "PUT", body }],
      [one.DELETE, { method: "DELETE" }],
      [ROTATE, { method: "POST", body: {} }],
      [TEST, { method: "POST" }],
      [LOG, {}],
      [REPLAY, { method: "POST", params: { deliveryId: randomUUID() } }],
    ];
    for (const [handler, sent] of routes) {
      const [theirs, absent] = await Promise.all(
        [id, randomUUID()].map(async (each) => refusal(await ask(handler, owner, each, sent), 404)),
      );
      expect({ ...theirs, request_id: "" }).toEqual({ ...absent, request_id: "" });
      expect(theirs?.code).toBe("WEBHOOK_NOT_FOUND");
    }
    await refusal(await ask(one.GET, owner, "not-a-uuid"), 422);
  });
});

describe("a secret over the API", () => {
  it("is replaced with an overlap, and a repeat has to say which secret the receiver knows", async () => {
    const { caller, id, secret: first } = await subscribed("api-rotated");
    await answer(await rotate(caller, id), rotatedSecretResponse);
    expect((await refusal(await rotate(caller, id), 409)).code).toBe("WEBHOOK_CONFLICT");
    const again = await answer(await rotate(caller, id, { keep: "older" }), rotatedSecretResponse);
    expect(Date.parse(again.endpoint.old_secret_until ?? "")).toBeGreaterThan(Date.now() + 80_000_000);
    await test(caller, id);
    await deliverAll("api-rotated");
    expect(verified(first, lastMessage())).toEqual(verified(again.secret, lastMessage()));
  });

  it("that leaked is void at once", async () => {
    const { caller, id, secret: first } = await subscribed("api-leaked");
    const { secret, endpoint } = await answer(await rotate(caller, id, { overlap_seconds: 0 }), rotatedSecretResponse);
    expect(endpoint.old_secret_until).toBeNull();
    await test(caller, id);
    await deliverAll("api-leaked");
    expect(() => verified(first, lastMessage())).toThrow();
    verified(secret, lastMessage());
  });
});

describe("deliveries over the API", () => {
  it("a test goes to one endpoint whatever it subscribes to, and while it waits there is no second", async () => {
    const { caller, id, secret } = await subscribed("api-tested");
    const sent = await test(caller, id);
    expect(sent).toMatchObject({ event_type: "webhook.test", status: "pending", attempts: 0 });
    expect((await test(caller, id)).delivery_id).toBe(sent.delivery_id);
    await deliverAll("api-tested");
    expect(verified(secret, lastMessage())).toMatchObject({ type: "webhook.test", data: { endpoint_id: id } });
    expect((await test(caller, id)).delivery_id).not.toBe(sent.delivery_id);
  });

  it("are listed with what came of each, and replayed under the same webhook-id", async () => {
    const { caller, id } = await subscribed("api-replayed");
    receiver.react(answerWith(500, "their own trouble"), answerWith(410, "never again"));
    await tell("api-replayed");
    await deliverAll("api-replayed");
    const [refused] = (await log(caller, id, "status=pending")).deliveries;
    expect(refused).toMatchObject({ attempts: 1, last_status: 500, delivered_at: null });
    await sql("api-replayed", "UPDATE webhook_delivery SET next_attempt_at = now()");
    await deliverAll("api-replayed");
    const page = await log(caller, id, "status=failed&limit=1");
    expect(page).toMatchObject({ total: 1, next_offset: null });
    expect(page.deliveries[0]).toMatchObject({ last_status: 410, next_attempt_at: null });
    // An endpoint that is gone is off, and says why.
    const { endpoint } = await answer(await ask(one.GET, caller, id), endpointResponse);
    expect(endpoint).toMatchObject({ enabled: false });
    const body = { enabled: true, event_types: endpoint.event_types };
    await answer(await ask(one.PUT, caller, id, { method: "PUT", body }), endpointResponse);
    const replay = async () =>
      (
        await answer(
          await ask(REPLAY, caller, id, { method: "POST", params: { deliveryId: refused?.delivery_id ?? "" } }),
          deliveryResponse,
        )
      ).delivery;
    expect(await replay()).toMatchObject({ status: "pending", attempts: 0, webhook_id: refused?.webhook_id });
    expect(await replay()).toMatchObject({ status: "pending" });
    await deliverAll("api-replayed");
    expect(lastMessage().id).toBe(refused?.webhook_id);
    expect((await log(caller, id)).deliveries).toMatchObject([{ status: "delivered", last_error: null }]);
  });
});
