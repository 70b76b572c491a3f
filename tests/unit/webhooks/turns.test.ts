import { expect, it } from "vitest";
import { WebhookTurns } from "@/lib/jobs/webhook-turns";

const ANSWERED = () => Promise.resolve({ hung: false });
const HUNG = () => Promise.resolve({ hung: true });

it("a provider gets one event at a time, and another one beside it", async () => {
  const turns = new WebhookTurns();
  let end = (): void => undefined;
  const first = turns.take("a", () => new Promise((resolve) => (end = () => resolve({ hung: false }))));
  expect(turns.forbidden()).toEqual(["webhook:a"]);
  expect(await turns.take("a", ANSWERED)).toBe(false);
  expect(await turns.take("b", ANSWERED)).toBe(true);
  end();
  expect(await first).toBe(true);
  expect(turns.forbidden()).toEqual([]);
});

it("a receiver that hangs rests, each time twice as long up to five minutes, until it answers", async () => {
  let now = 0;
  const turns = new WebhookTurns(() => now);
  const rests: number[] = [];
  for (let time = 0; time < 8; time += 1) {
    expect(await turns.take("a", HUNG)).toBe(true);
    const from = now;
    while (turns.forbidden().includes("webhook:a")) {
      expect(await turns.take("a", ANSWERED)).toBe(false);
      now += 1000;
    }
    rests.push((now - from) / 1000);
  }
  expect(rests).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
  expect(await turns.take("a", ANSWERED)).toBe(true);
  await turns.take("a", HUNG);
  now += 5000;
  expect(turns.forbidden()).toEqual([]);
});

it("a turn whose work fails is given back", async () => {
  const turns = new WebhookTurns();
  await expect(turns.take("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(turns.forbidden()).toEqual([]);
});
