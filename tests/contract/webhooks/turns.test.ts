import { afterAll, beforeAll, expect, it } from "vitest";
import { startWorker } from "@/lib/jobs/worker";
import { getDeps } from "@/lib/runtime/deps";
import { bulkBody, prepareBulk, status, submit } from "@/tests/contract/v2/bulk/support";
import { startReceiver, take, type Reaction, type Receiver } from "@/tests/contract/webhooks/receiver";
import { allowReceiversHere, logOf, subscribe, tell } from "@/tests/contract/webhooks/support";
import { makeCaller } from "@/tests/support/api";

allowReceiversHere();

let receiver: Receiver;
beforeAll(async () => {
  await prepareBulk();
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

it(
  "a receiver that hangs keeps no bulk check waiting, nor another provider's message",
  { timeout: 90_000 },
  async () => {
    const caller = await makeCaller("slow-receiver");
    const letGo: (() => void)[] = [];
    const hang: Reaction = (response) => letGo.push(() => take(response));
    await subscribe(caller.providerId, receiver.url, ["bulk_job.completed"]);
    receiver.react(hang, hang, hang, hang, hang);
    for (let message = 0; message < 5; message += 1) await tell(caller.providerId);
    const { env } = await getDeps();
    const worker = await startWorker({ ...env, WORKER_CONCURRENCY: 4 });
    try {
      await expect.poll(() => letGo.length, { timeout: 20_000 }).toBe(1);
      const { job_id: jobId } = await submit(caller, bulkBody(caller.providerId, 20));
      const other = await makeCaller("quick-receiver");
      const quick = await startReceiver();
      await subscribe(other.providerId, quick.url, ["bulk_job.completed"]);
      await tell(other.providerId);
      await expect.poll(() => quick.received.length, { timeout: 20_000 }).toBe(1);
      await expect.poll(async () => (await status(caller, jobId)).status, { timeout: 40_000 }).toBe("completed");
      await quick.close();
      receiver.react();
      // The one that hung is answered or given up by now; the others come one after another.
      const told = async () => {
        letGo.splice(0).forEach((answer) => answer());
        return (await logOf(caller.providerId)).filter(({ status: is }) => is === "delivered").length;
      };
      await expect.poll(told, { timeout: 30_000 }).toBeGreaterThanOrEqual(5);
    } finally {
      await worker.stop();
      await worker.ended;
    }
  },
);

it(
  "one provider's receivers that hang take one lane together, and another's message goes out",
  { timeout: 90_000 },
  async () => {
    const hung = await makeCaller("hung-receivers");
    const letGo: (() => void)[] = [];
    const hanging = await startReceiver();
    const hang: Reaction = (response) => letGo.push(() => take(response));
    hanging.react(...Array.from({ length: 40 }, () => hang));
    await subscribe(hung.providerId, hanging.url, ["bulk_job.completed"]);
    for (let message = 0; message < 40; message += 1) await tell(hung.providerId);
    const { env } = await getDeps();
    const worker = await startWorker({ ...env, WORKER_CONCURRENCY: 2 });
    const quick = await startReceiver();
    try {
      await expect.poll(() => letGo.length, { timeout: 20_000 }).toBe(1);
      const other = await makeCaller("prompt-receiver");
      await subscribe(other.providerId, quick.url, ["bulk_job.completed"]);
      await tell(other.providerId);
      await expect.poll(() => quick.received.length, { timeout: 40_000 }).toBe(1);
      // It did not have to wait until the first of the forty was given up and the next one begun.
      expect(letGo.length).toBe(1);
    } finally {
      hanging.react();
      letGo.forEach((answer) => answer());
      await worker.stop();
      await worker.ended;
      await Promise.all([quick.close(), hanging.close()]);
    }
  },
);
