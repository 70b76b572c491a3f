import { expect, it } from "vitest";
import { nextRun } from "@/lib/data/replica/next-run";

/** A question whose answers are given by hand, each the number of times that it was put. */
function byHand() {
  const waiting: { resolve: (answer: number) => void; reject: (error: Error) => void }[] = [];
  let asked = 0;
  const ask = (): Promise<number> => {
    asked += 1;
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  };
  return { ask, asked: () => asked, end: () => waiting.shift() };
}

it("everyone gets an answer to a question that was put after their call, and many share one", async () => {
  const { ask, asked, end } = byHand();
  const next = nextRun(ask);
  const first = next();
  const others = [next(), next(), next()];
  expect(asked()).toBe(1);
  end()?.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(asked).toBe(2);
  const later = next();
  end()?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  await expect.poll(asked).toBe(3);
  end()?.resolve(3);
  expect(await later).toBe(3);
});

it("a question that fails fails for those who shared it, and not for the next", async () => {
  const { ask, asked, end } = byHand();
  const next = nextRun(ask);
  const [first, second] = [next(), next()];
  end()?.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await expect.poll(asked).toBe(2);
  end()?.resolve(2);
  expect(await second).toBe(2);
  const third = next();
  end()?.resolve(3);
  expect(await third).toBe(3);
});
