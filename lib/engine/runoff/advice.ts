import { countsTowardPass } from "@/lib/domain/citation";
import type { AdvisedSet } from "@/lib/domain/compliance";
import type { MitigationMenu, SubOption } from "@/lib/domain/mitigation";
import { oncePer } from "@/lib/domain/once-per";
import { AdviceSearch } from "@/lib/engine/runoff/advice-search";
import { portalSelection } from "@/lib/engine/runoff/menu-parts";
import { scoreByLowest } from "@/lib/engine/runoff/score";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";

/** Most measures in one set, and most sets given: more would not be read. */
const MAX_MEASURES = 4;
const MAX_SETS = 5;

interface AdviceAsked {
  target: number;
  automaticIds: ReadonlySet<number>;
  /** Which measures sets are made of; left out: all. */
  among?: (subOption: SubOption) => boolean;
}

/**
 * The smallest sets of further measures that would close a gap: fewest measures first, then least overshoot.
 *
 * Every part of the menu is judged by scoring itself (`AdviceSearch`), so every limit is honored: a set that is
 * advised closes the gap, and no part of it does. Units: menu points. Missing data: a measure that the field's soil or
 * a product rules out, that rests on unverified evidence or that only the ground can give is not advised. No set
 * found: none.
 */
export function gapAdvice(menu: MitigationMenu, facts: ScoreFacts, asked: AdviceAsked): readonly AdvisedSet[] {
  if (asked.among !== undefined) return lookForAdvice(menu, facts, asked);
  const known = adviceOf(menu);
  const key = keyOf(facts, asked);
  const kept = known.get(key) ?? lookForAdvice(menu, facts, asked);
  if (known.size >= MOST_KEPT) known.clear();
  known.set(key, kept);
  return kept;
}

/** One grower's fields differ little: the same gap is closed by the same sets, which take longer to find than all scores. */
const adviceOf = oncePer<MitigationMenu, Map<string, readonly AdvisedSet[]>>(() => new Map());
const MOST_KEPT = 1000;

/** All that sets are looked for by. A selection's notes are words beside it. */
function keyOf({ selections, derivedIds, ...facts }: ScoreFacts, { target, automaticIds }: AdviceAsked): string {
  const chosen = selections.map(({ notes, ...own }) => (notes === null ? own : { ...own, notes: null }));
  return JSON.stringify([target, [...automaticIds], derivedIds === null ? null : [...derivedIds], chosen, facts]);
}

function lookForAdvice(
  menu: MitigationMenu,
  facts: ScoreFacts,
  { target, automaticIds, among = () => true }: AdviceAsked,
): AdvisedSet[] {
  if (earnedWith(menu, facts, []) >= target) return [];
  const search = new AdviceSearch(menu, facts, target, candidatesOf(menu, facts, automaticIds).filter(among));
  const advised: AdvisedSet[] = [];
  for (let size = 1; size <= MAX_MEASURES && advised.length < MAX_SETS; size += 1) {
    const sets = search.closingSets(size, MAX_SETS - advised.length, compareIds);
    advised.push(...sets.map(({ measures, earned }) => advisedSet(measures, earned, target)));
  }
  return advised;
}

/** Lower ids first. */
function compareIds(a: readonly SubOption[], b: readonly SubOption[]): number {
  const [ours, theirs] = [a, b].map((measures) => measures.map(({ id }) => id).sort((one, other) => one - other));
  for (const [index, id] of (ours ?? []).entries()) {
    const difference = id - (theirs?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const earnedWith = (menu: MitigationMenu, facts: ScoreFacts, added: readonly SubOption[]): number =>
  scoreByLowest(menu, {
    ...facts,
    selections: [...facts.selections, ...added.map((one) => portalSelection(menu, one))],
  }).earnedPoints;

/** Measures that an applicator can add here, those with the most points first. */
function candidatesOf(menu: MitigationMenu, facts: ScoreFacts, automaticIds: ReadonlySet<number>): SubOption[] {
  const own = facts.selections.filter(({ system }) => system === menu.system);
  const selected = new Set(own.map(({ subOptionId }) => subOptionId));
  const restricted = new Set(facts.disallowed.filter(({ system }) => system === menu.system).map(({ code }) => code));
  return menu.categories
    .flatMap(({ options }) => options)
    .filter((option) => !restricted.has(option.code))
    .flatMap((option) => option.subOptions)
    .filter(
      (subOption) =>
        subOption.isActive &&
        !subOption.isDerived &&
        !automaticIds.has(subOption.id) &&
        countsTowardPass(subOption.evidence) &&
        !selected.has(subOption.id) &&
        !restricted.has(subOption.code) &&
        (subOption.hydrologicSoilGroup === null || subOption.hydrologicSoilGroup === facts.split),
    )
    .sort((a, b) => (b.points ?? 0) - (a.points ?? 0) || a.id - b.id);
}

const advisedSet = (chosen: readonly SubOption[], earnedPoints: number, target: number): AdvisedSet => ({
  measures: [...chosen]
    .sort((a, b) => a.id - b.id)
    .map(({ id, code, label, points }) => ({ subOptionId: id, code, label, points })),
  earnedPoints,
  overshoot: earnedPoints - target,
});
