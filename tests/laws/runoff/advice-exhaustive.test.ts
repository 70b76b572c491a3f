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

  it("is kept under all that it hangs on, and not under notes beside it", () => {
    const given = fc.record({
      facts: fc.array(anyFacts(epa), { minLength: 2, maxLength: 4 }),
      targets: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
      notes: fc.string(),
    });
    fc.assert(
      fc.property(given, ({ facts, targets, notes }) => {
        for (const target of [...targets, ...targets]) {
          for (const own of facts) {
            const noted = { ...own, selections: own.selections.map((one) => ({ ...one, notes })) };
            const fresh = gapAdvice(epa, own, { target, automaticIds, among: () => true });
            expect(gapAdvice(epa, own, { target, automaticIds })).toEqual(fresh);
            expect(gapAdvice(epa, noted, { target, automaticIds })).toEqual(fresh);
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it.each([8, 9])("takes a small part of the exhaustive search's time for a gap of %i points", (target) => {
    const facts = factsFor(epa);
    const msOf = (search: typeof gapAdvice): number => {
      const times = [1, 2, 3].map(() => {
        const started = performance.now();
        // Made of all measures, and so looked for each time: what was found for all of them is kept.
        search(epa, facts, { target, automaticIds, among: () => true });
        return performance.now() - started;
      });
      return Math.min(...times);
    };
    expect(msOf(gapAdvice) / msOf(exhaustiveAdvice)).toBeLessThan(0.25);
  });
});
