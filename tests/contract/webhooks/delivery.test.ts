import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { deliverWebhook, purgeWebhookLog, sweepDeliveries } from "@/lib/usecases/webhooks/deliver-webhook";
import { enableEndpoint, listEndpoints } from "@/lib/usecases/webhooks/manage-endpoints";
import { replayDelivery } from "@/lib/usecases/webhooks/read-log";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { answerWith, startReceiver, take, verified, type Receiver } from "@/tests/contract/webhooks/receiver";
import {
  allowReceiversHere,
  contextOf,
  deliverAll,
  entriesOf,
  letHoursPass,
  logOf,
  prepareQueue,
  subscribe,
  tell,
} from "@/tests/contract/webhooks/support";
import { makeCaller } from "@/tests/support/api";

allowReceiversHere();

let receiver: Receiver;
let provider: string;
let count = 0;
beforeAll(async () => {
  await prepareQueue();
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
beforeEach(async () => {
  provider = `hooked-${(count += 1)}`;
  await makeCaller(provider);
  receiver.received.length = 0;
});

const oneDelivery = async () => {
  const [delivery] = await logOf(provider);
  if (delivery === undefined) throw new Error("nothing is to be delivered");
  return delivery;
};

describe("a message", () => {
  it("is signed as Standard Webhooks asks, and its log says that it was taken", async () => {
    const { secret } = await subscribe(provider, receiver.url);
    await tell(provider, { job_id: "one" });
    expect(await entriesOf((await oneDelivery()).deliveryId)).toHaveLength(1);
    await deliverAll(provider);
    const [message] = receiver.received;
    if (message === undefined) throw new Error("nothing was received");
    expect(verified(secret, message)).toMatchObject({ type: "bulk_job.completed", data: { job_id: "one" } });
    expect(() => verified(secret, { ...message, body: `${message.body} ` })).toThrow();
    expect(await logOf(provider)).toMatchObject([
      { status: "delivered", attempts: 1, lastStatus: 204, lastError: null, eventId: message.id },
    ]);
    await deliverAll(provider);
    expect(receiver.received).toHaveLength(1);
  });

  it("that is refused is sent again later, under its id, until it is taken", async () => {
    const { secret } = await subscribe(provider, receiver.url);
    await tell(provider);
    receiver.react(answerWith(500, "out of\n order"), answerWith(429), take);
    await deliverAll(provider);
    const refused = await oneDelivery();
    expect(refused).toMatchObject({ status: "pending", attempts: 1, lastStatus: 500 });
    expect(refused.lastError).toBe("it answered 500: out of order");
    const [entry] = await entriesOf(refused.deliveryId);
    expect(entry?.in_s).toBeGreaterThan(3);
    expect(entry?.in_s).toBeLessThan(6.1);
    // Not before its time.
    await deliverAll(provider);
    expect(receiver.received).toHaveLength(1);
    for (let attempt = 2; attempt <= 3; attempt += 1) {
      await letHoursPass(provider, 1);
      await deliverAll(provider);
    }
    expect(await oneDelivery()).toMatchObject({ status: "delivered", attempts: 3 });
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    for (const message of receiver.received) verified(secret, message);
  });

  it("that no one took for a day is given up, and can be sent again under its id", async () => {
    await subscribe(provider, receiver.url);
    await tell(provider);
    receiver.react(answerWith(503), answerWith(503));
    await deliverAll(provider);
    await letHoursPass(provider, 25);
    await deliverAll(provider);
    const given = await oneDelivery();
    expect(given).toMatchObject({ status: "failed", attempts: 2, lastStatus: 503 });
    await letHoursPass(provider, 25);
    await deliverAll(provider);
    expect(receiver.received).toHaveLength(2);
    await replayDelivery(await contextOf(provider), given.deliveryId);
    expect(await entriesOf(given.deliveryId)).toHaveLength(1);
    await deliverAll(provider);
    expect(await oneDelivery()).toMatchObject({ status: "delivered", attempts: 1, eventId: given.eventId });
    expect(receiver.received[2]?.body).toBe(receiver.received[0]?.body);
  });

  it("is not sent where a redirect points", async () => {
    await subscribe(provider, receiver.url);
    await tell(provider);
    receiver.react(answerWith(302, "", { location: "/elsewhere" }));
    await deliverAll(provider);
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
    expect(await oneDelivery()).toMatchObject({ status: "pending", lastStatus: 302 });
    expect((await oneDelivery()).lastError).toContain("not followed");
  });

  it("meets a receiver that is away, or hangs up, as one that refuses", async () => {
    const gone = await startReceiver();
    await subscribe(provider, gone.url);
    await tell(provider);
    gone.react((response) => response.destroy());
    await deliverAll(provider);
    expect((await oneDelivery()).lastError).toMatch(/hang up|ECONNRESET/);
    await gone.close();
    await letHoursPass(provider, 1);
    await deliverAll(provider);
    const after = await oneDelivery();
    expect(after).toMatchObject({ status: "pending", attempts: 2, lastStatus: null });
    expect(after.lastError).toContain("ECONNREFUSED");
  });

  it("switches an endpoint off that answers 410, until an operator switches it on", async () => {
    const { endpointId } = await subscribe(provider, receiver.url);
    await tell(provider);
    receiver.react(answerWith(410));
    await deliverAll(provider);
    expect((await oneDelivery()).status).toBe("failed");
    const context = await contextOf(provider);
    expect(await listEndpoints(context)).toMatchObject([{ enabled: false, disabledReason: "it answered 410: gone" }]);
    await tell(provider);
    expect(await logOf(provider)).toHaveLength(1);
    await enableEndpoint(context, endpointId);
    await tell(provider);
    expect(await logOf(provider)).toHaveLength(2);
  });

  it("is one for every endpoint that wants its kind, under one id, and none of another provider's", async () => {
    const second = await startReceiver();
    await subscribe(provider, receiver.url);
    await subscribe(provider, second.url, ["bulk_job.completed"]);
    await subscribe(provider, `${second.url}/fields`, ["field.changed"]);
    const stranger = `${provider}-other`;
    await makeCaller(stranger);
    await subscribe(stranger, receiver.url);
    await tell(provider);
    await deliverAll(provider);
    await second.close();
    expect([receiver.received.length, second.received.length]).toEqual([1, 1]);
    expect(second.received[0]?.id).toBe(receiver.received[0]?.id);
    expect(second.received[0]?.path).toBe("/hook");
    expect(await logOf(stranger)).toEqual([]);
    const { deliveryId } = await oneDelivery();
    await expect(replayDelivery(await contextOf(stranger), deliveryId)).rejects.toThrow("no ended delivery");
  });
});

describe("a worker that died over a message", () => {
  it("leaves it to be sent again, once it has been silent", async () => {
    await subscribe(provider, receiver.url);
    await tell(provider);
    const { deliveryId } = await oneDelivery();
    const deps = await getDeps();
    await sql(
      null,
      "UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'dead' WHERE payload->>'deliveryId' = $1",
      [deliveryId],
    );
    await sweepDeliveries(deps);
    expect(await entriesOf(deliveryId)).toHaveLength(0);
    await letHoursPass(provider, 0.1);
    for (let sweep = 0; sweep < 3; sweep += 1) await sweepDeliveries(deps);
    expect(await entriesOf(deliveryId)).toHaveLength(1);
    await deliverAll(provider);
    expect((await oneDelivery()).status).toBe("delivered");
  });

  it("makes no two workers send one attempt", async () => {
    await subscribe(provider, receiver.url);
    await tell(provider);
    const job = { providerId: provider, deliveryId: (await oneDelivery()).deliveryId };
    const deps = await getDeps();
    await Promise.all(Array.from({ length: 5 }, () => deliverWebhook(deps, job)));
    expect(receiver.received).toHaveLength(1);
  });
});

describe("the log", () => {
  it("is kept for thirty days, and what is pending for as long as it is", async () => {
    await subscribe(provider, receiver.url);
    await tell(provider, { job_id: "taken" });
    await deliverAll(provider);
    await letHoursPass(provider, 24 * 29);
    await purgeWebhookLog(await getDeps());
    expect(await logOf(provider)).toHaveLength(1);
    await tell(provider, { job_id: "waiting" });
    await letHoursPass(provider, 24 * 2);
    await purgeWebhookLog(await getDeps());
    expect(await logOf(provider)).toMatchObject([{ status: "pending" }]);
  });
});
