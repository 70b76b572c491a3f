import fc from "fast-check";
import { expect, test } from "vitest";
import { scoreRunoff } from "@/lib/engine/runoff/score";
import { rulebook } from "@/tests/unit/engine/facts";
import { anyFacts } from "@/tests/unit/engine/runoff/menus";
import { FLIPS, settled } from "@/tests/unit/engine/runoff/readings";

const menu = rulebook.menus.epa_runoff;

test.each(FLIPS)("$title: whatever is selected, neither met nor not met depends on it", ({ row, reading }) => {
  const other = settled(menu, row, reading);
  fc.assert(
    fc.property(anyFacts(menu), fc.nat({ max: 9 }), (facts, required) => {
      fc.pre(reading.where === undefined || !facts.isSandyGround);
      const range = scoreRunoff(menu, facts);
      const { earnedPoints, mostPoints } = scoreRunoff(other, facts);
      if (range.earnedPoints >= required) expect(earnedPoints).toBeGreaterThanOrEqual(required);
      if (range.mostPoints < required) expect(mostPoints).toBeLessThan(required);
    }),
    { numRuns: 200 },
  );
});
