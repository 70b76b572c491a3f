import type { AdvisedSet } from "@/lib/domain/compliance";
import type { MitigationMenu, Selection, SubOption } from "@/lib/domain/mitigation";
import { scoreRunoff } from "@/lib/engine/runoff/score";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";

const MAX_MEASURES = 4;
const MAX_SETS = 5;

interface Search {
  menu: MitigationMenu;
  facts: ScoreFacts;
  target: number;
  candidates: readonly Candidate[];
}

interface Candidate {
  subOption: SubOption;
  /** No more than this can be gained by it, whatever else is selected. */
  most: number;
}

/**
 * The advice as it was found before `AdviceSearch`: every set is scored by itself. Slow, and kept as the oracle that
 * the engine's search is compared with.
 */
export function exhaustiveAdvice(
  menu: MitigationMenu,
  facts: ScoreFacts,
  { target, automaticIds }: { target: number; automaticIds: ReadonlySet<number> },
): AdvisedSet[] {
  if (earnedWith(menu, facts, []) >= target) return [];
  const search: Search = { menu, facts, target, candidates: candidatesOf(menu, facts, automaticIds) };
  const found: AdvisedSet[] = [];
  for (let size = 1; size <= MAX_MEASURES && found.length < MAX_SETS; size += 1) {
    const ofSize = closingSets(search, size, MAX_SETS - found.length).sort(byFit);
    found.push(...ofSize.slice(0, MAX_SETS - found.length));
  }
  return found;
}

const byFit = (a: AdvisedSet, b: AdvisedSet): number => a.overshoot - b.overshoot || compareIds(a.measures, b.measures);

function compareIds(a: AdvisedSet["measures"], b: AdvisedSet["measures"]): number {
  for (const [index, measure] of a.entries()) {
    const difference = measure.subOptionId - (b[index]?.subOptionId ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const asSelection =
  (menu: MitigationMenu) =>
  ({ id }: SubOption): Selection => ({
    system: menu.system,
    subOptionId: id,
    source: "portal",
    implementationDate: null,
    notes: null,
  });

const earnedWith = (menu: MitigationMenu, facts: ScoreFacts, added: readonly SubOption[]): number =>
  scoreRunoff(menu, { ...facts, selections: [...facts.selections, ...added.map(asSelection(menu))] }).earnedPoints;

/**
 * Measures that an applicator can add here, each with the most it can bring, best first.
 *
 * Not by a filter of the menu's members, as the engine finds them: a measure is eligible if it would be credited when it is
 * the one thing that was ever chosen on this field for this application. No limit of the menu holds back a measure alone, so
 * what is refused alone is refused by the edition, the evidence, the ground, the soil, the application or a product.
 */
function candidatesOf(menu: MitigationMenu, facts: ScoreFacts, automaticIds: ReadonlySet<number>): Candidate[] {
  const isChosen = ({ id }: SubOption): boolean =>
    facts.selections.some(({ system, subOptionId }) => system === menu.system && subOptionId === id);
  const isCreditedAlone = (subOption: SubOption): boolean =>
    scoreRunoff(withoutCaps(menu), { ...facts, selections: [asSelection(menu)(subOption)] }).credited.some(
      ({ subOptionId }) => subOptionId === subOption.id,
    );
  return menu.categories
    .flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions))
    .filter((subOption) => isCreditedAlone(subOption) && !isChosen(subOption) && !automaticIds.has(subOption.id))
    .map((subOption) => ({ subOption, most: subOption.points ?? 0 }))
    .sort((a, b) => b.most - a.most || a.subOption.id - b.subOption.id);
}

/** A cap of nothing would refuse a measure even alone; that is the score's to say, and it does where sets are tried. */
const withoutCaps = (menu: MitigationMenu): MitigationMenu => ({
  ...menu,
  categories: menu.categories.map((category) => ({
    ...category,
    options: category.options.map((option) => ({ ...option, pointsCap: null })),
  })),
});

/**
 * The sets of one size that close the gap and of which no part does: all of them, or the first `enough` that fit
 * exactly, because nothing fits better than those.
 */
function closingSets(search: Search, size: number, enough: number): AdvisedSet[] {
  const { menu, facts, target, candidates } = search;
  const ceiling = unlimitedWorth(menu, facts.selections);
  const sets: AdvisedSet[] = [];
  let exact = 0;
  const take = (chosen: readonly SubOption[]): void => {
    const earned = earnedWith(menu, facts, chosen);
    if (earned < target || !isMinimal(search, chosen)) return;
    sets.push(advisedSet(chosen, earned, target));
    if (earned === target) exact += 1;
  };
  const visit = (from: number, chosen: readonly SubOption[], gained: number): void => {
    const left = size - chosen.length;
    if (left === 0) {
      take(chosen);
      return;
    }
    for (let index = from; index < candidates.length && exact < enough; index += 1) {
      const candidate = candidates[index];
      // Candidates come best first: when even `left` of this one cannot close the gap, no later one can.
      if (candidate === undefined || ceiling + gained + left * candidate.most < target) return;
      visit(index + 1, [...chosen, candidate.subOption], gained + candidate.most);
    }
  };
  visit(0, [], 0);
  return sets;
}

/**
 * Every part is tried, not only those one measure smaller: an addition may put out a saved measure of its exclusive
 * group, and with it the bonus, so that one measure may close a gap that no pair around it does.
 */
const isMinimal = ({ menu, facts, target }: Search, chosen: readonly SubOption[]): boolean =>
  partsOf(chosen).every((part) => earnedWith(menu, facts, part) < target);

/** Every part of a set but the set itself and nothing, largest first: those refuse a set soonest. */
const partsOf = <T>(all: readonly T[]): T[][] =>
  all
    .reduce<T[][]>((parts, each) => [...parts, ...parts.map((part) => [...part, each])], [[]])
    .filter((part) => part.length > 0 && part.length < all.length)
    .sort((a, b) => b.length - a.length);

/** What the selections and the bonus would earn if no rule held them back: an addition may set any of them free. */
function unlimitedWorth(menu: MitigationMenu, selections: readonly Selection[]): number {
  const selected = new Set(selections.map(({ subOptionId }) => subOptionId));
  return menu.categories
    .flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions))
    .filter(({ id, isDerived }) => isDerived || selected.has(id))
    .reduce((sum, { points }) => sum + (points ?? 0), 0);
}

const advisedSet = (chosen: readonly SubOption[], earnedPoints: number, target: number): AdvisedSet => ({
  measures: [...chosen]
    .sort((a, b) => a.id - b.id)
    .map(({ id, code, label, points }) => ({ subOptionId: id, code, label, points })),
  earnedPoints,
  overshoot: earnedPoints - target,
});
