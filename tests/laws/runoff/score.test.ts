import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MitigationMenu } from "@/lib/domain/mitigation";
import { scoreRunoff, type RunoffScore } from "@/lib/engine/runoff/score";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";
import { rulebook, selectionOf, subOptionsOf } from "@/tests/unit/engine/facts";
import {
  anyFacts,
  anyMenu,
  BONUS_ID,
  factsFor,
  madeCategory,
  madeMenu,
  madeOption,
  madeSubOption,
} from "@/tests/unit/engine/runoff/menus";

const { epa_runoff: epa, trait_runoff: trait } = rulebook.menus;
const realMenus = fc.constantFrom(epa, trait);
const withFacts = (menus: fc.Arbitrary<MitigationMenu>) =>
  menus.chain((menu) => fc.record({ menu: fc.constant(menu), facts: anyFacts(menu) }));
const everyMenu = withFacts(fc.oneof(realMenus, anyMenu));
const idsOf = (menu: MitigationMenu) => subOptionsOf(menu).map(({ id }) => id);

const add = (menu: MitigationMenu, facts: ScoreFacts, id: number): ScoreFacts => ({
  ...facts,
  selections: [...facts.selections, selectionOf(menu, id)],
});

/** What a score says, whatever order it says it in. */
const unordered = ({ earnedPoints, credited, selected, needsSoil }: RunoffScore) => ({
  earnedPoints,
  needsSoil,
  credited: credited.toSorted((a, b) => a.subOptionId - b.subOptionId),
  selected: selected.toSorted((a, b) => a.subOptionId - b.subOptionId),
});

const shuffled = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length });

describe("on the real menus", () => {
  it("a further measure never lowers the points", () => {
    const given = realMenus.chain((menu) =>
      fc.record({ menu: fc.constant(menu), facts: anyFacts(menu), id: fc.constantFrom(...idsOf(menu)) }),
    );
    fc.assert(
      fc.property(given, ({ menu, facts, id }) => {
        // Tillage beside a claim of no-till takes that claim's points.
        fc.pre(subOptionsOf(menu).find((each) => each.id === id)?.claims?.tillage !== "tilled");
        const before = scoreRunoff(menu, facts).earnedPoints;
        expect(scoreRunoff(menu, add(menu, facts, id)).earnedPoints).toBeGreaterThanOrEqual(before);
      }),
      { numRuns: 2000 },
    );
  });

  it("a further restriction by a product never raises the points", () => {
    const given = realMenus.chain((menu) =>
      fc.record({ menu: fc.constant(menu), facts: anyFacts(menu), ruled: anyFacts(menu) }),
    );
    fc.assert(
      fc.property(given, ({ menu, facts, ruled }) => {
        const stricter = { ...facts, disallowed: [...facts.disallowed, ...ruled.disallowed] };
        expect(scoreRunoff(menu, stricter).earnedPoints).toBeLessThanOrEqual(scoreRunoff(menu, facts).earnedPoints);
      }),
      { numRuns: 1000 },
    );
  });

  it("a credit that the ground takes back never raises the points", () => {
    const given = fc.record({ facts: anyFacts(epa), kept: fc.subarray(idsOf(epa)) });
    fc.assert(
      fc.property(given, ({ facts, kept }) => {
        const automatic = facts.selections.map((selection) => ({ ...selection, source: "slope" as const }));
        const all = scoreRunoff(epa, { ...facts, selections: automatic });
        const some = scoreRunoff(epa, { ...facts, selections: automatic, derivedIds: new Set(kept) });
        expect(some.earnedPoints).toBeLessThanOrEqual(all.earnedPoints);
      }),
    );
  });

  it("soil of unknown group never earns more than soil of a known one", () => {
    fc.assert(
      fc.property(anyFacts(trait), (facts) => {
        const unknown = scoreRunoff(trait, { ...facts, split: null });
        for (const split of ["A_B", "C_D"] as const) {
          expect(unknown.earnedPoints).toBeLessThanOrEqual(scoreRunoff(trait, { ...facts, split }).earnedPoints);
        }
      }),
    );
  });
});

describe("on any menu", () => {
  it("the order of selections never matters", () => {
    const given = everyMenu.chain(({ menu, facts }) =>
      fc.record({ menu: fc.constant(menu), facts: fc.constant(facts), order: shuffled(facts.selections) }),
    );
    fc.assert(
      fc.property(given, ({ menu, facts, order }) => {
        const once = unordered(scoreRunoff(menu, facts));
        expect(unordered(scoreRunoff(menu, { ...facts, selections: order }))).toEqual(once);
      }),
    );
  });

  it("no measure counts twice, however often it was saved", () => {
    fc.assert(
      fc.property(everyMenu, fc.integer({ min: 2, max: 3 }), ({ menu, facts }, times) => {
        const repeated = { ...facts, selections: Array.from({ length: times }, () => facts.selections).flat() };
        const score = scoreRunoff(menu, repeated);
        expect(score.earnedPoints).toBe(scoreRunoff(menu, facts).earnedPoints);
        expect(new Set(score.credited.map(({ subOptionId }) => subOptionId)).size).toBe(score.credited.length);
      }),
    );
  });

  it("points are never negative and are the sum of what is credited", () => {
    fc.assert(
      fc.property(everyMenu, ({ menu, facts }) => {
        const { credited, earnedPoints } = scoreRunoff(menu, facts);
        expect(credited.every(({ points }) => Number.isInteger(points) && points >= 0)).toBe(true);
        expect(earnedPoints).toBe(credited.reduce((sum, { points }) => sum + points, 0));
      }),
    );
  });

  it("only what is selected is credited, but for the bonus, and everything selected is listed", () => {
    fc.assert(
      fc.property(everyMenu, ({ menu, facts }) => {
        const { credited, selected } = scoreRunoff(menu, facts);
        const derived = subOptionsOf(menu).filter(({ isDerived }) => isDerived);
        const bonus = new Set(derived.map(({ id }) => id));
        const counted = selected.filter((measure) => measure.credited).map(({ subOptionId }) => subOptionId);
        expect(credited.map(({ subOptionId }) => subOptionId).toSorted()).toEqual(counted.toSorted());
        const given = credited.filter(({ subOptionId }) => bonus.has(subOptionId));
        expect(selected.map(({ subOptionId }) => subOptionId).toSorted()).toEqual(
          [...facts.selections, ...given].map(({ subOptionId }) => subOptionId).toSorted(),
        );
      }),
    );
  });

  it("what is credited has no reason against it, and what is not has one", () => {
    fc.assert(
      fc.property(everyMenu, ({ menu, facts }) => {
        for (const { credited, reason } of scoreRunoff(menu, facts).selected) expect(reason === null).toBe(credited);
      }),
    );
  });

  it("no limit of the menu is exceeded", () => {
    fc.assert(
      fc.property(everyMenu, ({ menu, facts }) => {
        const points = new Map(
          scoreRunoff(menu, facts).credited.map((measure) => [measure.subOptionId, measure.points]),
        );
        for (const category of menu.categories) {
          const inOption = category.options.map((option) => ({
            option,
            counted: option.subOptions.filter(({ id, isDerived }) => !isDerived && points.has(id)),
          }));
          const inCategory = inOption.reduce((sum, { counted }) => sum + counted.length, 0);
          expect(inCategory).toBeLessThanOrEqual(category.maxSelect ?? Infinity);
          for (const { option, counted } of inOption) {
            expect(counted.length).toBeLessThanOrEqual(option.maxSelect ?? Infinity);
            const earned = counted.reduce((sum, { id }) => sum + (points.get(id) ?? 0), 0);
            expect(earned).toBeLessThanOrEqual(option.pointsCap ?? Infinity);
          }
        }
      }),
    );
  });

  it("inactive and unverified measures, and those of the wrong soil, earn nothing", () => {
    fc.assert(
      fc.property(everyMenu, ({ menu, facts }) => {
        const counted = new Set(scoreRunoff(menu, facts).credited.map(({ subOptionId }) => subOptionId));
        const barred = subOptionsOf(menu).filter(
          ({ isActive, evidence, hydrologicSoilGroup }) =>
            !isActive || evidence === "unverified" || (hydrologicSoilGroup ?? facts.split) !== facts.split,
        );
        expect(barred.filter(({ id }) => counted.has(id))).toEqual([]);
      }),
    );
  });
});

describe("a made-up menu", () => {
  const category = (id: number, subOption: Parameters<typeof madeSubOption>[1], isPracticeCategory = true) =>
    madeCategory(id, [madeOption(id * 10, [madeSubOption(id, subOption)])], { isPracticeCategory });
  const bonus = madeCategory(9, [madeOption(99, [madeSubOption(BONUS_ID, { isDerived: true })])]);
  const score = (menu: MitigationMenu, ids: number[]) =>
    scoreRunoff(menu, factsFor(menu, { selections: ids.map((id) => selectionOf(menu, id)) }));

  it("gives nothing for unverified points, no bonus for them, and does not show them as if they were known", () => {
    const menu = madeMenu([category(1, { points: 3 }), category(2, { points: 3, evidence: "unverified" }), bonus]);
    const { earnedPoints, selected } = score(menu, [1, 2]);
    expect(earnedPoints).toBe(3);
    expect(selected.find(({ subOptionId }) => subOptionId === 2)).toMatchObject({
      credited: false,
      reason: "NOT_DERIVED",
      points: null,
    });
  });

  it("gives no bonus whose own evidence is unverified", () => {
    const unverified = madeCategory(9, [
      madeOption(99, [madeSubOption(BONUS_ID, { isDerived: true, evidence: "unverified" })]),
    ]);
    expect(score(madeMenu([category(1, {}), category(2, {}), unverified]), [1, 2]).earnedPoints).toBe(2);
  });

  it("gives one bonus, whatever the number of bonus rows", () => {
    const two = [1, 2].map((each) => madeSubOption(BONUS_ID - each, { isDerived: true }));
    const menu = madeMenu([category(1, {}), category(2, {}), madeCategory(9, [madeOption(99, two)])]);
    expect(score(menu, [1, 2]).earnedPoints).toBe(3);
  });

  it("drops an inactive measure", () => {
    const { earnedPoints, selected } = score(madeMenu([category(1, { isActive: false })]), [1]);
    expect(earnedPoints).toBe(0);
    expect(selected[0]).toMatchObject({ credited: false, reason: "INACTIVE" });
  });

  it("keeps the highest of a category, ties by lower id", () => {
    const options = [5, 3, 4].map((id) => madeOption(id * 10, [madeSubOption(id, { points: id === 4 ? 1 : 2 })]));
    const { credited, selected } = score(madeMenu([madeCategory(1, options, { maxSelect: 1 })]), [4, 5, 3]);
    expect(credited.map(({ subOptionId }) => subOptionId)).toEqual([3]);
    expect(selected.filter(({ reason }) => reason === "OVER_MAX_SELECT")).toHaveLength(2);
  });

  it("cuts what goes over a cap of points and drops what is cut to nothing", () => {
    const subOptions = [1, 2, 3].map((id) => madeSubOption(id, { points: 2 }));
    const { earnedPoints, selected } = score(
      madeMenu([madeCategory(1, [madeOption(10, subOptions, { pointsCap: 3 })])]),
      [3, 2, 1],
    );
    expect(earnedPoints).toBe(3);
    expect(Object.fromEntries(selected.map((measure) => [measure.subOptionId, measure.points]))).toEqual({
      1: 2,
      2: 1,
      3: 2,
    });
    expect(selected.find(({ subOptionId }) => subOptionId === 3)?.reason).toBe("OVER_CAP");
  });

  it("lets the option named first win, though the other has more points", () => {
    const group = { exclusiveGroup: "group" };
    const menu = madeMenu(
      [
        madeCategory(1, [
          madeOption(10, [madeSubOption(1, { points: 5 })], group),
          madeOption(20, [madeSubOption(2, { points: 2 })], group),
        ]),
      ],
      { group: ["option_20", "option_10"] },
    );
    expect(score(menu, [1, 2]).earnedPoints).toBe(2);
    expect(score(menu, [1]).earnedPoints).toBe(5);
  });
});
