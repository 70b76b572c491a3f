import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gapAdvice } from "@/lib/engine/runoff/advice";
import { rulebook } from "@/tests/unit/engine/facts";
import { exhaustiveAdvice } from "./exhaustive-advice";
import { anyFacts, anyMenuWithFacts, factsFor } from "@/tests/unit/engine/runoff/menus";

const { epa_runoff: epa, trait_runoff: trait } = rulebook.menus;
const automaticIds = new Set(rulebook.autoCredits.rows.map(({ subOptionId }) => subOptionId));

describe("gap advice and the exhaustive search", () => {
  it("give the same sets in the same order on made menus with every kind of limit", () => {
    fc.assert(
      fc.property(anyMenuWithFacts, fc.integer({ min: 1, max: 12 }), ({ menu, facts }, target) => {
        const options = { target, automaticIds: new Set<number>() };
        expect(gapAdvice(menu, facts, options)).toEqual(exhaustiveAdvice(menu, facts, options));
      }),
      { numRuns: 2000 },
    );
  });

  it("give the same sets in the same order on the real menus", () => {
    const given = fc
      .constantFrom(epa, trait)
      .chain((menu) =>
        fc.record({ menu: fc.constant(menu), facts: anyFacts(menu), target: fc.integer({ min: 1, max: 22 }) }),
      );
    fc.assert(
      fc.property(given, ({ menu, facts, target }) => {
        const options = { target, automaticIds };
        expect(gapAdvice(menu, facts, options)).toEqual(exhaustiveAdvice(menu, facts, options));
      }),
      { numRuns: 80 },
    );
  });

  it.each([8, 9])("takes a small part of the exhaustive search's time for a gap of %i points", (target) => {
    const facts = factsFor(epa);
    const msOf = (search: typeof gapAdvice): number => {
      const times = [1, 2, 3].map(() => {
        const started = performance.now();
        search(epa, facts, { target, automaticIds });
        return performance.now() - started;
      });
      return Math.min(...times);
    };
    expect(msOf(gapAdvice) / msOf(exhaustiveAdvice)).toBeLessThan(0.25);
  });
});
