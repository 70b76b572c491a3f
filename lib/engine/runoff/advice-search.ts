import { countsTowardPass } from "@/lib/domain/citation";
import type { MitigationMenu, SubOption } from "@/lib/domain/mitigation";
import { menuParts, PartState, properParts } from "@/lib/engine/runoff/menu-parts";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";

/** A set of measures that closes the gap, with what is earned with it. */
export interface ClosingSet {
  measures: readonly SubOption[];
  earned: number;
}

interface Candidate {
  subOption: SubOption;
  points: number;
  /** Place of its part among the menu's. */
  part: number;
}

/** Order of two sets that overshoot by as much. */
type Compare = (a: readonly SubOption[], b: readonly SubOption[]) => number;

/**
 * Looks for the smallest sets of measures that close a gap, without trying every set.
 *
 * The menu falls into parts that score by themselves (`menuParts`), so each part is scored once for each few of its
 * measures, and a set's points are a sum. Whole branches are left out where what is still to be chosen cannot close
 * the gap, where what is chosen closes it already, or where a part holds a measure that brings nothing.
 */
export class AdviceSearch {
  readonly #target: number;
  readonly #bonus: number;
  readonly #candidates: readonly Candidate[];
  /** At each place, the points of all candidates before it. */
  readonly #pointsBefore: readonly number[];
  readonly #empty: readonly PartState[];
  readonly #now: PartState[];
  /** How many parts practise each category. */
  readonly #practised: number[];
  #practisedCategories = 0;
  #sum = 0;
  #held = 0;

  /** `measures`: what may be added, best first. */
  constructor(menu: MitigationMenu, facts: ScoreFacts, target: number, measures: readonly SubOption[]) {
    const parts = menuParts(menu, facts);
    const partOf = new Map<number, number>();
    for (const [place, part] of parts.entries()) {
      for (const { options } of part.menu.categories) {
        for (const { subOptions } of options) for (const { id } of subOptions) partOf.set(id, place);
      }
    }
    this.#target = target;
    this.#bonus = bonusOf(menu);
    this.#candidates = measures.map((subOption) => ({
      subOption,
      points: subOption.points ?? 0,
      part: partOf.get(subOption.id) ?? 0,
    }));
    this.#pointsBefore = this.#candidates.reduce<number[]>(
      (sums, { points }) => [...sums, (sums.at(-1) ?? 0) + points],
      [0],
    );
    this.#empty = parts.map((part) => new PartState(part));
    this.#now = [...this.#empty];
    this.#practised = menu.categories.map(() => 0);
    for (const state of this.#empty) this.#count(state, 1);
  }

  /**
   * The sets of one size that close the gap and of which no part does: the best `most` by overshoot, then `compare`;
   * or the first `most` that fit exactly, because nothing fits better than those.
   */
  closingSets(size: number, most: number, compare: Compare): ClosingSet[] {
    const best: ClosingSet[] = [];
    const byFit = (a: ClosingSet, b: ClosingSet): number => a.earned - b.earned || compare(a.measures, b.measures);
    let exact = 0;
    const take = (chosen: readonly Candidate[]): void => {
      const set = { measures: chosen.map(({ subOption }) => subOption), earned: this.#earned() };
      const isExact = set.earned === this.#target;
      const last = best[most - 1];
      if (!isExact && last !== undefined && byFit(set, last) > 0) return;
      if (!this.#isMinimal(chosen)) return;
      if (isExact) exact += 1;
      best.push(set);
      best.sort(byFit);
      // What fits exactly stands before all else, so none of it is ever let go.
      best.splice(most);
    };
    const visit = (from: number, chosen: readonly Candidate[]): void => {
      const left = size - chosen.length;
      for (let place = from; place <= this.#candidates.length - left && exact < most; place += 1) {
        // Candidates come best first: when the next ones cannot close the gap, no later ones can.
        if (this.#mostWith(place, left) < this.#target) return;
        const candidate = this.#candidates[place];
        const before = candidate && this.#now[candidate.part];
        if (candidate === undefined || before === undefined) continue;
        const after = before.with(candidate.subOption);
        this.#put(candidate.part, after);
        const next = [...chosen, candidate];
        if (left === 1) {
          if (this.#earned() >= this.#target) take(next);
        } else if (this.#earned() < this.#target) visit(place + 1, next);
        this.#put(candidate.part, before);
      }
    };
    visit(0, []);
    return best;
  }

  #earned(): number {
    return this.#sum + (this.#practisedCategories >= 2 ? this.#bonus : 0);
  }

  /** No more than this is earned with so many of the candidates from a place on. */
  #mostWith(place: number, left: number): number {
    const added = (this.#pointsBefore[place + left] ?? 0) - (this.#pointsBefore[place] ?? 0);
    return this.#sum + this.#held + this.#bonus + added;
  }

  #put(part: number, state: PartState): void {
    const before = this.#now[part];
    if (before !== undefined) this.#count(before, -1);
    this.#now[part] = state;
    this.#count(state, 1);
  }

  #count({ earned, held, practised }: PartState, sign: 1 | -1): void {
    this.#sum += sign * earned;
    this.#held += sign * held;
    for (const place of practised) {
      const parts = (this.#practised[place] ?? 0) + sign;
      this.#practised[place] = parts;
      if (parts === (sign === 1 ? 1 : 0)) this.#practisedCategories += sign;
    }
  }

  /**
   * Every part is tried, not only those one measure smaller: an addition may put out a saved measure of its exclusive
   * group, and with it the bonus, so that one measure may close a gap that no pair around it does.
   */
  #isMinimal(chosen: readonly Candidate[]): boolean {
    const touched = [...new Set(chosen.map(({ part }) => part))];
    const states = touched.map((part) => this.#now[part]);
    if (!states.every((state) => state?.isUseful === true)) return false;
    const isClosing = (fewer: readonly Candidate[]): boolean => {
      for (const part of touched) this.#reset(part);
      for (const { part, subOption } of fewer) {
        const state = this.#now[part];
        if (state !== undefined) this.#put(part, state.with(subOption));
      }
      return this.#earned() >= this.#target;
    };
    const isMinimal = !properParts(chosen).some(isClosing);
    for (const [index, part] of touched.entries()) {
      const state = states[index];
      if (state !== undefined) this.#put(part, state);
    }
    return isMinimal;
  }

  #reset(part: number): void {
    const state = this.#empty[part];
    if (state !== undefined) this.#put(part, state);
  }
}

/** What the bonus for practices of several categories brings, as scoring gives it. */
function bonusOf(menu: MitigationMenu): number {
  const bonus = menu.categories
    .flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions))
    .find(({ isDerived, isActive, evidence }) => isDerived && isActive && countsTowardPass(evidence));
  return bonus?.points ?? 0;
}
