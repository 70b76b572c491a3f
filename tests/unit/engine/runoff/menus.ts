import fc from "fast-check";
import type {
  MeasureClaims,
  MenuCategory,
  MenuOption,
  MitigationMenu,
  Selection,
  SubOption,
} from "@/lib/domain/mitigation";
import type { DisallowedMeasure, RunoffSystem } from "@/lib/domain/product";
import type { ApplicationFacts } from "@/lib/engine/runoff/contradictions";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";
import { selectionOf, subOptionsOf } from "../facts";

const CITED = { evidence: "primary" as const, cite: ["TEST"] };

export const madeSubOption = (id: number, members: Partial<SubOption> = {}): SubOption => ({
  id,
  code: `sub_${id}`,
  label: `Measure ${id}`,
  points: 1,
  readings: [],
  settledBy: null,
  claims: null,
  hydrologicSoilGroup: null,
  helperText: null,
  helperLink: null,
  isActive: true,
  isDerived: false,
  isAutomatic: false,
  ...CITED,
  ...members,
});

export const madeOption = (id: number, subOptions: SubOption[], members: Partial<MenuOption> = {}): MenuOption => ({
  id,
  code: `option_${id}`,
  label: `Option ${id}`,
  description: null,
  maxSelect: null,
  helperText: null,
  helperLink: null,
  sortOrder: id,
  exclusiveGroup: null,
  sharedGround: null,
  pointsCap: null,
  subOptions,
  ...members,
});

export const madeCategory = (id: number, options: MenuOption[], members: Partial<MenuCategory> = {}): MenuCategory => ({
  id,
  code: `category_${id}`,
  label: `Category ${id}`,
  description: null,
  maxSelect: null,
  sortOrder: id,
  isPracticeCategory: false,
  options,
  ...members,
});

export const madeMenu = (
  categories: MenuCategory[],
  exclusiveGroups: MitigationMenu["exclusiveGroups"] = {},
): MitigationMenu => ({
  system: "epa_runoff",
  edition: "2026-01-01",
  effectiveFrom: "2026-01-01",
  exclusiveGroups,
  sharedGroundSettledBy: "the test's document",
  maxRequiredPoints: 9,
  categories,
});

export const BONUS_ID = 99;
const bonusCategory = madeCategory(9, [madeOption(99, [madeSubOption(BONUS_ID, { points: 1, isDerived: true })])]);

const rarely = fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

const anySubOption = fc.record({
  points: fc.oneof({ weight: 6, arbitrary: fc.nat({ max: 4 }) }, { weight: 1, arbitrary: fc.constant(null) }),
  hydrologicSoilGroup: fc.option(fc.constantFrom("A_B" as const, "C_D" as const), { freq: 6 }),
  isActive: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  evidence: fc.oneof(
    { weight: 9, arbitrary: fc.constant("primary" as const) },
    { weight: 1, arbitrary: fc.constant("unverified" as const) },
  ),
  isAutomatic: rarely,
  claims: fc.option(
    fc.constantFrom<MeasureClaims>(
      { tillage: "none" },
      { tillage: "tilled" },
      { partialTreatment: true },
      { annualShareAtMost: 0.7 },
      { applicationsAtMost: 1 },
    ),
    { freq: 4 },
  ),
});
const anyOption = fc.record({
  maxSelect: fc.option(fc.constantFrom(1, 2)),
  pointsCap: fc.option(fc.nat({ max: 4 }), { freq: 3 }),
  isExclusive: fc.boolean(),
  sharedGround: fc.option(fc.constant("strip"), { freq: 2 }),
  subOptions: fc.array(anySubOption, { minLength: 1, maxLength: 2 }),
});
const anyCategory = fc.record({
  maxSelect: fc.option(fc.constantFrom(1, 2)),
  isPracticeCategory: fc.boolean(),
  options: fc.array(anyOption, { minLength: 1, maxLength: 2 }),
});

/** A small menu with every kind of limit: per option and category, exclusive options, caps, soil, a bonus. */
export const anyMenu: fc.Arbitrary<MitigationMenu> = fc
  .tuple(fc.array(anyCategory, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([drawn, isReversed]) => {
    let nextId = 1;
    const exclusive: string[] = [];
    const categories = drawn.map(({ options, ...category }, c) =>
      madeCategory(
        c + 1,
        options.map(({ subOptions, isExclusive, ...option }, o) => {
          const made = madeOption(
            10 * (c + 1) + o,
            subOptions.map((subOption) => madeSubOption(nextId++, subOption)),
            { ...option, exclusiveGroup: isExclusive ? "group" : null },
          );
          if (isExclusive) exclusive.push(made.code);
          return made;
        }),
        category,
      ),
    );
    return madeMenu([...categories, bonusCategory], { group: isReversed ? exclusive.toReversed() : exclusive });
  });

const restriction = (menu: MitigationMenu, code: string): DisallowedMeasure => ({
  system: menu.system,
  code,
  ...CITED,
});

/** Facts of a field for a menu: what is selected, the soil, and what products rule out. */
export const factsFor = (menu: MitigationMenu, members: Partial<ScoreFacts> = {}): ScoreFacts => ({
  selections: [],
  split: "A_B",
  isSandyGround: true,
  disallowed: [],
  derivedIds: null,
  applicationDate: "2026-06-15",
  ...members,
});

/** Some of them dated, on the last day that counts or a day late. */
const anySelections = (menu: MitigationMenu): fc.Arbitrary<Selection[]> =>
  fc
    .subarray(subOptionsOf(menu).map(({ id }) => id))
    .chain((ids) => fc.tuple(...ids.map((id) => datedOrNot(selectionOf(menu, id)))));

const datedOrNot = (selection: Selection): fc.Arbitrary<Selection> =>
  fc
    .option(fc.constantFrom("2026-06-15", "2026-06-16"))
    .map((implementationDate) => ({ ...selection, implementationDate }));

/** The same facts as they come from a field and year: beside selections of the other system, under the same ids. */
export const besideOtherSystem = (menu: MitigationMenu, facts: ScoreFacts): fc.Arbitrary<ScoreFacts> => {
  const system: RunoffSystem = menu.system === "epa_runoff" ? "trait_runoff" : "epa_runoff";
  return fc
    .subarray(subOptionsOf(menu).map(({ id }) => ({ ...selectionOf(menu, id), system })))
    .map((others) => ({ ...facts, selections: [...others, ...facts.selections] }));
};

const anyApplication: fc.Arbitrary<ApplicationFacts> = fc.record({
  treatsWholeField: fc.boolean(),
  annualShare: fc.option(fc.constantFrom(0.3, 0.8)),
  traitApplications: fc.option(fc.constantFrom(1, 2)),
});

export const anyFacts = (menu: MitigationMenu): fc.Arbitrary<ScoreFacts> => {
  const codes = menu.categories.flatMap(({ options }) =>
    options.flatMap((option) => [option.code, ...option.subOptions.map(({ code }) => code)]),
  );
  return fc.record({
    selections: anySelections(menu),
    split: fc.constantFrom("A_B" as const, "C_D" as const, null),
    isSandyGround: fc.boolean(),
    disallowed: fc.subarray(codes, { maxLength: 2 }).map((ruled) => ruled.map((code) => restriction(menu, code))),
    derivedIds: fc.constant(null),
    application: fc.option(anyApplication, { nil: undefined }),
    applicationDate: fc.constantFrom("2026-06-15", null),
  });
};

export const anyMenuWithFacts = anyMenu.chain((menu) => fc.record({ menu: fc.constant(menu), facts: anyFacts(menu) }));
