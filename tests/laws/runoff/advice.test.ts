import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { AdvisedSet } from "@/lib/domain/compliance";
import type { MitigationMenu } from "@/lib/domain/mitigation";
import { gapAdvice } from "@/lib/engine/runoff/advice";
import { scoreRunoff } from "@/lib/engine/runoff/score";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";
import { rulebook, select, selectionOf, subOptionsOf } from "@/tests/unit/engine/facts";
import {
  anyFacts,
  anyMenuWithFacts,
  factsFor,
  madeCategory,
  madeMenu,
  madeOption,
  madeSubOption,
} from "@/tests/unit/engine/runoff/menus";

const { epa_runoff: epa, trait_runoff: trait } = rulebook.menus;
const automaticIds = new Set(rulebook.autoCredits.rows.map(({ subOptionId }) => subOptionId));

const earnedWith = (menu: MitigationMenu, facts: ScoreFacts, ids: readonly number[]): number =>
  scoreRunoff(menu, { ...facts, selections: [...facts.selections, ...ids.map((id) => selectionOf(menu, id))] })
    .earnedPoints;
const idsOf = ({ measures }: AdvisedSet): number[] => measures.map(({ subOptionId }) => subOptionId);
const codesOf = ({ measures }: AdvisedSet): string[] => measures.map(({ code }) => code);

const subsetsOf = (ids: readonly number[], most: number): number[][] =>
  ids.reduce<number[][]>(
    (sets, id) => [...sets, ...sets.filter((set) => set.length < most).map((set) => [...set, id])],
    [[]],
  );

/** Every smallest closing set, found by trying all of them; written apart from the engine's search. */
function bruteForce(menu: MitigationMenu, facts: ScoreFacts, target: number): number[][] {
  const ruled = new Set(facts.disallowed.map(({ code }) => code));
  const selected = new Set(facts.selections.map(({ subOptionId }) => subOptionId));
  const eligible = menu.categories
    .flatMap(({ options }) =>
      options.flatMap((option) => option.subOptions.map((subOption) => ({ option, subOption }))),
    )
    .filter(({ option, subOption }) => !ruled.has(option.code) && !ruled.has(subOption.code))
    .map(({ subOption }) => subOption)
    .filter(({ id, isActive, isDerived }) => isActive && !isDerived && !selected.has(id))
    .filter(({ evidence }) => evidence !== "unverified")
    .filter(({ hydrologicSoilGroup }) => hydrologicSoilGroup === null || hydrologicSoilGroup === facts.split);
  const closing = subsetsOf(
    eligible.map(({ id }) => id),
    4,
  ).filter((set) => earnedWith(menu, facts, set) >= target);
  const isPart = (part: number[], whole: number[]) => part.every((id) => whole.includes(id));
  return closing.filter((set) => !closing.some((other) => other.length < set.length && isPart(other, set)));
}

const fitOf = (sets: { size: number; overshoot: number }[]) =>
  sets.toSorted((a, b) => a.size - b.size || a.overshoot - b.overshoot).slice(0, 5);

describe("advice on small menus with every kind of limit", () => {
  it("agrees with trying every set", () => {
    fc.assert(
      fc.property(anyMenuWithFacts, fc.integer({ min: 1, max: 9 }), ({ menu, facts }, target) => {
        const advised = gapAdvice(menu, facts, { target, automaticIds: new Set() });
        const all = earnedWith(menu, facts, []) >= target ? [] : bruteForce(menu, facts, target);
        const known = new Set(all.map((ids) => ids.toSorted((a, b) => a - b).join("+")));
        expect(advised.filter((set) => !known.has(idsOf(set).join("+")))).toEqual([]);
        expect(advised.map((set) => ({ size: set.measures.length, overshoot: set.overshoot }))).toEqual(
          fitOf(all.map((ids) => ({ size: ids.length, overshoot: earnedWith(menu, facts, ids) - target }))),
        );
      }),
      { numRuns: 1500 },
    );
  });
});

describe("advice on the real menus", () => {
  const given = fc
    .constantFrom(epa, trait)
    .chain((menu) =>
      fc.record({ menu: fc.constant(menu), facts: anyFacts(menu), target: fc.integer({ min: 1, max: 9 }) }),
    );
  const advise = ({ menu, facts, target }: { menu: MitigationMenu; facts: ScoreFacts; target: number }) =>
    gapAdvice(menu, facts, { target, automaticIds });

  it("always closes the gap, and no part of a set does", () => {
    fc.assert(
      fc.property(given, (field) => {
        const { menu, facts, target } = field;
        for (const set of advise(field)) {
          const ids = idsOf(set);
          expect(earnedWith(menu, facts, ids)).toBe(set.earnedPoints);
          expect(set.earnedPoints - target).toBe(set.overshoot);
          expect(set.overshoot).toBeGreaterThanOrEqual(0);
          const parts = subsetsOf(ids, 4).filter((part) => part.length < ids.length);
          expect(parts.filter((part) => earnedWith(menu, facts, part) >= target)).toEqual([]);
        }
      }),
    );
  });

  it("is at most five sets of at most four measures, fewest measures first, then least overshoot, none twice", () => {
    fc.assert(
      fc.property(given, (field) => {
        const sets = advise(field);
        const fits = sets.map(({ measures, overshoot }) => ({ size: measures.length, overshoot }));
        expect(sets.length).toBeLessThanOrEqual(5);
        expect(fits.every(({ size }) => size >= 1 && size <= 4)).toBe(true);
        expect(fits).toEqual(fitOf(fits));
        expect(new Set(sets.map((set) => idsOf(set).join("+"))).size).toBe(sets.length);
      }),
    );
  });

  it("names only measures that are not selected, that the soil and the products allow, and that are not automatic", () => {
    fc.assert(
      fc.property(given, (field) => {
        const { menu, facts } = field;
        const ids = new Set(advise(field).flatMap(idsOf));
        const selected = new Set(facts.selections.map(({ subOptionId }) => subOptionId));
        const ruled = new Set(facts.disallowed.map(({ code }) => code));
        const barred = subOptionsOf(menu).filter(
          ({ id, code, isDerived, hydrologicSoilGroup }) =>
            isDerived ||
            automaticIds.has(id) ||
            selected.has(id) ||
            ruled.has(code) ||
            (hydrologicSoilGroup !== null && hydrologicSoilGroup !== facts.split),
        );
        expect(barred.filter(({ id }) => ids.has(id))).toEqual([]);
      }),
    );
  });

  it("does not depend on the order of selections", () => {
    fc.assert(
      fc.property(given, (field) => {
        const reversed = { ...field.facts, selections: field.facts.selections.toReversed() };
        expect(advise({ ...field, facts: reversed })).toEqual(advise(field));
      }),
    );
  });
});

describe("advice", () => {
  const adviseEpa = (target: number, members: Partial<ScoreFacts> = {}) =>
    gapAdvice(epa, factsFor(epa, members), { target, automaticIds });

  it("for a gap of 3 from nothing is single measures of exactly 3 points", () => {
    const sets = adviseEpa(3);
    expect(sets).toHaveLength(5);
    for (const set of sets) expect(set).toMatchObject({ earnedPoints: 3, overshoot: 0 });
    expect(sets.every(({ measures }) => measures.length === 1)).toBe(true);
  });

  it("counts the bonus that a second kind of practice brings", () => {
    const others = epa.categories.flatMap(({ options }) => options.map(({ code }) => code));
    const disallowed = others
      .filter((code) => code !== "vegetative_filter_strip" && code !== "conservation_tillage")
      .map((code) => ({ system: epa.system, code, evidence: "primary" as const, cite: [] }));
    const sets = adviseEpa(5, { selections: [select(epa, "no_till")], disallowed });
    expect(sets.map(codesOf)).toEqual([
      ["filter_strip_20_to_30_ft"],
      ["filter_strip_30_to_60_ft"],
      ["filter_strip_60_ft_or_more"],
    ]);
    expect(sets[0]).toMatchObject({ earnedPoints: 5, overshoot: 0 });
  });

  it("knows that a wider strip replaces the narrower one", () => {
    const selections = [select(epa, "filter_strip_20_to_30_ft")];
    const wider = adviseEpa(3, { selections }).find((set) => codesOf(set).includes("filter_strip_60_ft_or_more"));
    expect(wider).toMatchObject({ earnedPoints: 3, overshoot: 0 });
  });

  it("never names what a product rules out, by option or by sub-option", () => {
    const disallowed = ["conservation_tillage", "mulch_natural", "conservation_programme"].map((code) => ({
      system: "epa_runoff" as const,
      code,
      evidence: "primary" as const,
      cite: [],
    }));
    const named = new Set([3, 4, 6, 9].flatMap((target) => adviseEpa(target, { disallowed })).flatMap(codesOf));
    for (const code of ["no_till", "reduced_tillage", "mulch_natural", "programme_epa_qualified"]) {
      expect(named.has(code)).toBe(false);
    }
  });

  test.each([
    { split: "A_B" as const, target: 20, code: "trait_filter_strip_100_ft_ab", other: "trait_filter_strip_100_ft_cd" },
    { split: "C_D" as const, target: 17, code: "trait_filter_strip_100_ft_cd", other: "trait_filter_strip_100_ft_ab" },
  ])("on soils $split names the strip of that soil alone", ({ split, target, code, other }) => {
    const selections = [
      "trait_one_application",
      "trait_residue_tillage_in_use",
      "trait_cover_crop_in_use",
      "trait_contour_strips_or_terrace_in_use",
      "trait_vegetative_barrier_3_ft",
      "trait_grassed_waterway_in_place",
    ].map((each) => select(trait, each));
    const sets = gapAdvice(trait, factsFor(trait, { split, selections }), { target, automaticIds });
    const named = new Set(sets.flatMap(codesOf));
    expect([named.has(code), named.has(other)]).toEqual([true, false]);
  });

  it("is none where nothing is missing, and none where nothing can close the gap", () => {
    expect(adviseEpa(3, { selections: [select(epa, "no_till")] })).toEqual([]);
    expect(adviseEpa(0)).toEqual([]);
    expect(adviseEpa(1000)).toEqual([]);
  });

  it("finds an addition that sets a saved measure free: more than its own points", () => {
    const group = { exclusiveGroup: "group" };
    const menu = madeMenu(
      [
        madeCategory(
          1,
          [madeOption(10, [madeSubOption(1, { points: 1 })], group), madeOption(20, [madeSubOption(2, { points: 2 })])],
          { maxSelect: 1 },
        ),
        madeCategory(2, [madeOption(30, [madeSubOption(3, { points: 5 })], group)]),
      ],
      { group: ["option_10", "option_30"] },
    );
    const facts = factsFor(menu, { selections: [selectionOf(menu, 1), selectionOf(menu, 3)] });
    expect(scoreRunoff(menu, facts).earnedPoints).toBe(1);
    expect(gapAdvice(menu, facts, { target: 7, automaticIds: new Set() }).map(idsOf)).toEqual([[2]]);
  });

  it("refuses a set of which a part two measures smaller closes the gap", () => {
    const option = (id: number, points: number, exclusiveGroup: string | null) =>
      madeOption(id * 10, [madeSubOption(id, { points })], { exclusiveGroup });
    const practice = { isPracticeCategory: true };
    const menu = madeMenu(
      [
        madeCategory(1, [option(1, 1, "one")], practice),
        madeCategory(2, [option(2, 1, "two")], practice),
        madeCategory(3, [option(3, 1, null), option(4, 2, "one"), option(5, 2, "two")]),
        madeCategory(4, [madeOption(90, [madeSubOption(9, { points: 2, isDerived: true })])]),
      ],
      { one: ["option_40", "option_10"], two: ["option_50", "option_20"] },
    );
    const facts = factsFor(menu, { selections: [selectionOf(menu, 1), selectionOf(menu, 2)] });
    expect([[3], [3, 4], [3, 5], [4, 5], [3, 4, 5]].map((ids) => earnedWith(menu, facts, ids))).toEqual([
      5, 4, 4, 4, 5,
    ]);
    expect(gapAdvice(menu, facts, { target: 5, automaticIds: new Set() }).map(idsOf)).toEqual([[3]]);
  });

  it("does not build on a larger set where an exclusive option lowers the score", () => {
    const group = { exclusiveGroup: "group" };
    const menu = madeMenu(
      [
        madeCategory(1, [
          madeOption(10, [madeSubOption(1, { points: 3 })], group),
          madeOption(20, [madeSubOption(2, { points: 1 })], group),
          madeOption(30, [madeSubOption(3, { points: 2 })]),
        ]),
      ],
      { group: ["option_20", "option_10"] },
    );
    const advise = (target: number) => gapAdvice(menu, factsFor(menu), { target, automaticIds: new Set() });
    expect(advise(3).map(idsOf)).toEqual([[1], [2, 3]]);
    expect(advise(5).map(idsOf)).toEqual([[1, 3]]);
    expect(advise(6)).toEqual([]);
  });
});
