import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { webhookWaitS } from "@/lib/domain/webhook";

const DAY_S = 86_400;

/** The times of all attempts at a delivery that no one ever takes, in seconds after the event. */
function attemptsAt(chance: number): number[] {
  const times = [0];
  for (;;) {
    const now = times.at(-1) ?? 0;
    const wait = webhookWaitS(times.length, DAY_S - now, chance);
    if (wait === null) return times;
    times.push(now + wait);
  }
}

describe("the attempts at a delivery", () => {
  it("begin close together, move apart, and end after exactly a day", () => {
    expect(attemptsAt(0)).toEqual([0, 5, 65, 365, 1265, 3065, 6665, 13_865, 28_265, 49_865, 78_665, DAY_S]);
  });

  it("are spread by at most a fifth and never made after the day", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), (chance) => {
        const times = attemptsAt(chance);
        expect(times.at(-1)).toBe(DAY_S);
        expect(times.length).toBeLessThanOrEqual(12);
        expect(times[1]).toBeLessThanOrEqual(6);
        times.slice(1).forEach((time, index) => expect(time).toBeGreaterThan(times[index] ?? 0));
      }),
    );
  });
});
