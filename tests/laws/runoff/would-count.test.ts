import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MitigationMenu } from "@/lib/domain/mitigation";
import { scoreRunoff } from "@/lib/engine/runoff/score";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";
import { wouldCount } from "@/lib/engine/runoff/would-count";
import { rulebook, selectionOf, subOptionOf, subOptionsOf } from "@/tests/unit/engine/facts";
import { anyFacts, anyMenu, factsFor } from "@/tests/unit/engine/runoff/menus";

const { epa_runoff: epa, trait_runoff: trait } = rulebook.menus;
const everyMenu = fc
  .oneof(fc.constantFrom(epa, trait), anyMenu)
  .chain((menu) => fc.record({ menu: fc.constant(menu), facts: anyFacts(menu) }));

const without = (menu: MitigationMenu, facts: ScoreFacts, id: number): ScoreFacts => ({
  ...facts,
  selections: facts.selections.filter((each) => each.system !== menu.system || each.subOptionId !== id),
});
const beside = (menu: MitigationMenu, facts: ScoreFacts, id: number): ScoreFacts => ({
  ...facts,
  selections: [...facts.selections, selectionOf(menu, id)],
});

describe("what would count agrees with what is credited once it is chosen", () => {
  it("for every measure, on any menu and any field", () => {
    fc.assert(
      fc.property(everyMenu, ({ menu, facts }) => {
        for (const [id, prospect] of wouldCount(menu, facts)) {
          const chosen = scoreRunoff(menu, prospect.isSelected ? facts : beside(menu, facts, id));
          const own = chosen.selected.filter(({ subOptionId }) => subOptionId === id);
          expect(own.some(({ credited }) => credited)).toBe(prospect.counts);
          expect(prospect.reason).toBe(prospect.counts ? null : own[0]?.reason);
        }
      }),
      { numRuns: 80 },
    );
  });

  it("in points: the change it names is what scoring finds when it is ticked, or taken back", () => {
    fc.assert(
      fc.property(everyMenu, ({ menu, facts }) => {
        const now = scoreRunoff(menu, facts).earnedPoints;
        for (const [id, { isSelected, pointsChange }] of wouldCount(menu, facts)) {
          const other = isSelected ? without(menu, facts, id) : beside(menu, facts, id);
          expect(now + pointsChange).toBe(scoreRunoff(menu, other).earnedPoints);
        }
      }),
      { numRuns: 80 },
    );
  });

  it("in what it displaces: those count now and do not beside it", () => {
    fc.assert(
      fc.property(everyMenu, ({ menu, facts }) => {
        const now = new Set(scoreRunoff(menu, facts).credited.map(({ subOptionId }) => subOptionId));
        for (const [id, { isSelected, displaced }] of wouldCount(menu, facts)) {
          if (isSelected) continue;
          const then = scoreRunoff(menu, beside(menu, facts, id)).credited.map(({ subOptionId }) => subOptionId);
          expect(displaced.toSorted()).toEqual([...now].filter((each) => !then.includes(each)).toSorted());
        }
      }),
      { numRuns: 60 },
    );
  });

  it("covers the whole menu, and names as in the way only what counts", () => {
    fc.assert(
      fc.property(everyMenu, ({ menu, facts }) => {
        const found = wouldCount(menu, facts);
        expect([...found.keys()].toSorted()).toEqual(
          subOptionsOf(menu)
            .map(({ id }) => id)
            .toSorted(),
        );
        for (const { inTheWay, counts } of found.values()) if (counts) expect(inTheWay).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe("on EPA's menu", () => {
  const reducedTillage = 209;
  const noTill = 210;
  const specialist = 239;
  const program = 241;
  const prospect = (facts: Partial<ScoreFacts>, id: number) => wouldCount(epa, factsFor(epa, facts)).get(id);

  it("a better measure of the same option would take the place of the lesser", () => {
    const selections = [selectionOf(epa, reducedTillage)];
    expect(prospect({ selections }, noTill)).toMatchObject({
      counts: true,
      pointsChange: 1,
      displaced: [reducedTillage],
    });
  });

  it("a lesser one would not count, and what holds its place is named", () => {
    const selections = [selectionOf(epa, noTill)];
    const found = prospect({ selections }, reducedTillage);
    expect(found).toMatchObject({ counts: false, reason: "OVER_MAX_SELECT", inTheWay: [noTill], pointsChange: 0 });
  });

  it("what may be the same strip as a wider one would not count, and the wider one is named", () => {
    const [filterStrip60, riparian30, riparian60] = [226, 229, 230];
    const selections = [selectionOf(epa, filterStrip60)];
    for (const id of [riparian30, riparian60]) {
      expect(prospect({ selections }, id)).toMatchObject({
        counts: false,
        reason: "EXCLUSIVE",
        inTheWay: [filterStrip60],
        pointsChange: 0,
      });
    }
  });

  it("a specialist gives way to a program", () => {
    const selections = [selectionOf(epa, program)];
    expect(prospect({ selections }, specialist)).toMatchObject({
      counts: false,
      reason: "EXCLUSIVE",
      inTheWay: [program],
    });
  });

  it("a product's restriction shows before the measure is chosen", () => {
    const { code } = subOptionOf(epa, subOptionsOf(epa).find(({ id }) => id === noTill)?.code ?? "");
    const disallowed = [{ system: "epa_runoff", code, evidence: "primary", cite: ["TEST"] }] as const;
    const found = prospect({ disallowed: disallowed.map((rule) => ({ ...rule, cite: [...rule.cite] })) }, noTill);
    expect(found).toMatchObject({ counts: false, reason: "PRODUCT_RESTRICTED" });
  });
});

describe("on the trait menu", () => {
  const stripForSandy = 411;

  it("a measure of other soils would not count", () => {
    const found = wouldCount(trait, factsFor(trait, { split: "C_D" })).get(stripForSandy);
    expect(found).toMatchObject({ counts: false, reason: "SOIL_INELIGIBLE", needsSoil: false });
  });

  it("with the soil unknown it waits for the soil", () => {
    const found = wouldCount(trait, factsFor(trait, { split: null })).get(stripForSandy);
    expect(found).toMatchObject({ counts: false, reason: "SOIL_INELIGIBLE", needsSoil: true });
  });
});
