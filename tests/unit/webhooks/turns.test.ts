import { expect, it } from "vitest";
import { WebhookTurns } from "@/lib/jobs/webhook-turns";

/** Work that lasts until it is told to end. */
function lasting() {
  let end: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (end = resolve));
  return { work: () => until, end: () => end() };
}

it("at most half of the slots tell, each of them another provider, and the queue is asked for no more", async () => {
  const turns = new WebhookTurns(4);
  expect(turns.forbidden()).toEqual([]);
  const [a, b] = [lasting(), lasting()];
  const first = turns.take("a", a.work);
  expect(turns.forbidden()).toEqual(["webhook:a"]);
  expect(await turns.take("a", b.work)).toBe(false);
  const second = turns.take("b", b.work);
  expect(turns.forbidden()).toEqual(["webhook:a", "webhook:b", "webhook"]);
  expect(await turns.take("c", lasting().work)).toBe(false);
  a.end();
  expect(await first).toBe(true);
  expect(turns.forbidden()).toEqual(["webhook:b"]);
  b.end();
  await second;
  expect(turns.forbidden()).toEqual([]);
});

it("a worker of one slot tells as well, and what fails gives its turn back", async () => {
  const turns = new WebhookTurns(1);
  await expect(turns.take("a", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await turns.take("a", () => Promise.resolve())).toBe(true);
});
