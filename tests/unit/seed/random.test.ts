import { describe, expect, it } from "vitest";
import { createRandom } from "@/prisma/seed/random";

const draws = (seed: number, count: number): number[] => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random.between(0, 1));
};

describe("createRandom", () => {
  it("gives the same numbers for the same seed, and others for another", () => {
    expect(draws(7, 50)).toEqual(draws(7, 50));
    expect(draws(7, 50)).not.toEqual(draws(8, 50));
  });

  it("gives the numbers of mulberry32, so that a landscape is the same on every machine", () => {
    const [first, second] = draws(1, 2).map((draw) => Math.floor(draw * 4_294_967_296));
    expect([first, second]).toEqual([2_693_262_067, 11_749_833]);
  });

  it("keeps to its bounds and spreads over them", () => {
    const random = createRandom(3);
    const whole = Array.from({ length: 600 }, () => random.integer(1, 6));
    expect(new Set(whole)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    const between = Array.from({ length: 600 }, () => random.between(-2, 4));
    expect(Math.min(...between)).toBeGreaterThanOrEqual(-2);
    expect(Math.max(...between)).toBeLessThan(4);
    expect(between.reduce((sum, value) => sum + value, 0) / 600).toBeCloseTo(1, 0);
  });

  it("gives each part of the work its own numbers, whatever the other parts drew", () => {
    const used = createRandom(5);
    used.between(0, 1);
    expect(used.fork("soil").between(0, 1)).toBe(createRandom(5).fork("soil").between(0, 1));
    expect(used.fork("soil").between(0, 1)).not.toBe(used.fork("roads").between(0, 1));
  });

  it("shuffles without losing anything", () => {
    const list = Array.from({ length: 40 }, (_, index) => index);
    const shuffled = createRandom(9).shuffled(list);
    expect(shuffled).not.toEqual(list);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(list);
  });
});
