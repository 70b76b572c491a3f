import type { MenuCategory, MenuOption, MitigationMenu, Selection, SubOption } from "@/lib/domain/mitigation";
import { oncePer } from "@/lib/domain/once-per";
import { scoreByLowest } from "@/lib/engine/runoff/score";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";

/**
 * A part of a menu that scores by itself: no limit of the menu reaches from one part into another. All that joins
 * the parts is the bonus for practices of several categories.
 */
export interface MenuPart {
  menu: MitigationMenu;
  facts: ScoreFacts;
  /** Whether adding a measure may set a saved one free; without an exclusive group or tillage it never does. */
  maySetFree: boolean;
  /** Place of each practice category in the whole menu, by its id. */
  practicePositions: ReadonlyMap<number, number>;
}

/** Splits a menu into its parts: options that share a category's limit, an exclusive group, or ground,
 * or that contradict each other, stay together. */
export const menuParts = (menu: MitigationMenu, facts: ScoreFacts): MenuPart[] =>
  partsOf(menu).map(({ ids, ...part }) => ({
    ...part,
    facts: { ...facts, selections: facts.selections.filter(({ subOptionId }) => ids.has(subOptionId)) },
  }));

/** The parts hang on the menu alone. */
const partsOf = oncePer((menu: MitigationMenu): (Omit<MenuPart, "facts"> & { ids: ReadonlySet<number> })[] => {
  const practicePositions = new Map<number, number>();
  for (const [place, { id, isPracticeCategory }] of menu.categories.entries()) {
    if (isPracticeCategory) practicePositions.set(id, place);
  }
  return linkedOptions(menu).map((optionIds) => {
    const categories = menu.categories.map((category) => onlyOptions(category, optionIds));
    const own = categories.filter(({ options }) => options.length > 0);
    const ids = new Set(
      own.flatMap(({ options }) => options).flatMap(({ subOptions }) => subOptions.map(({ id }) => id)),
    );
    return {
      menu: { ...menu, categories: own },
      ids,
      maySetFree: own.some(({ options }) =>
        options.some((option) => option.exclusiveGroup !== null || speaksOfTillage(option)),
      ),
      practicePositions,
    };
  });
});

/** A category with some of its options and without the bonus, which no single part can give. */
const onlyOptions = (category: MenuCategory, optionIds: ReadonlySet<number>): MenuCategory => ({
  ...category,
  options: category.options
    .filter(({ id }) => optionIds.has(id))
    .map((option) => ({ ...option, subOptions: option.subOptions.filter(({ isDerived }) => !isDerived) })),
});

/** Ids of options that limits join, part by part. */
function linkedOptions(menu: MitigationMenu): Set<number>[] {
  let parts: { links: Set<string>; optionIds: Set<number> }[] = [];
  for (const category of menu.categories) {
    for (const option of category.options) {
      const links = linksOf(category, option);
      const touched = parts.filter((part) => links.some((link) => part.links.has(link)));
      parts = parts.filter((part) => !touched.includes(part));
      parts.push({
        links: new Set([...touched.flatMap((part) => [...part.links]), ...links]),
        optionIds: new Set([...touched.flatMap((part) => [...part.optionIds]), option.id]),
      });
    }
  }
  return parts.map(({ optionIds }) => optionIds);
}

const speaksOfTillage = ({ subOptions }: MenuOption): boolean =>
  subOptions.some(({ claims }) => claims?.tillage !== undefined);

const linksOf = (category: MenuCategory, option: MenuOption): string[] => [
  ...(category.maxSelect === null ? [] : [`category:${category.id}`]),
  ...(option.exclusiveGroup === null ? [] : [`group:${option.exclusiveGroup}`]),
  ...(option.sharedGround === null ? [] : [`ground:${option.sharedGround}`]),
  ...(speaksOfTillage(option) ? ["tillage"] : []),
];

/** One part with its saved selections and some added measures. States are scored once and kept. */
export class PartState {
  readonly part: MenuPart;
  readonly added: readonly SubOption[];
  readonly earned: number;
  /** Places of the practice categories of which a measure counts. */
  readonly practised: readonly number[];
  /** Points that a further measure may set free, at most. */
  readonly held: number;
  readonly #root: PartState;
  readonly #next = new Map<number, PartState>();
  #isUseful: boolean | null = null;

  constructor(part: MenuPart, added: readonly SubOption[] = [], root: PartState | null = null) {
    const selections = [...part.facts.selections, ...added.map((one) => portalSelection(part.menu, one))];
    const { earnedPoints, credited } = scoreByLowest(part.menu, { ...part.facts, selections });
    this.part = part;
    this.added = added;
    this.earned = earnedPoints;
    const counted = new Set(credited.map(({ subOptionId }) => subOptionId));
    this.practised = practicedPositions(part, counted);
    this.held = part.maySetFree ? pointsOf(part.menu, selections) - earnedPoints : 0;
    this.#root = root ?? this;
  }

  with(subOption: SubOption): PartState {
    const known = this.#next.get(subOption.id);
    if (known !== undefined) return known;
    const state = new PartState(this.part, [...this.added, subOption], this.#root);
    this.#next.set(subOption.id, state);
    return state;
  }

  /** Whether the added measures bring something that no fewer of them bring: else no smallest set holds them. */
  get isUseful(): boolean {
    this.#isUseful ??= properParts(this.added).every((fewer) => !this.#isMatchedBy(this.#root.#withAll(fewer)));
    return this.#isUseful;
  }

  #isMatchedBy(other: PartState): boolean {
    return other.earned >= this.earned && this.practised.every((place) => other.practised.includes(place));
  }

  #withAll(added: readonly SubOption[]): PartState {
    return added.reduce<PartState>((state, one) => state.with(one), this);
  }
}

function practicedPositions({ menu, practicePositions }: MenuPart, counted: ReadonlySet<number>): number[] {
  return menu.categories.flatMap(({ id, options }) => {
    const place = practicePositions.get(id);
    const isPractised = options.some(({ subOptions }) => subOptions.some((subOption) => counted.has(subOption.id)));
    return place !== undefined && isPractised ? [place] : [];
  });
}

/** What the selections would earn if no rule held them back. */
function pointsOf(menu: MitigationMenu, selections: readonly Selection[]): number {
  const ids = new Set(selections.map(({ subOptionId }) => subOptionId));
  return menu.categories
    .flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions))
    .reduce((sum, { id, points }) => sum + (ids.has(id) ? (points ?? 0) : 0), 0);
}

/** Every part of a set but the set itself, the empty one included. */
export const properParts = <T>(all: readonly T[]): T[][] =>
  all
    .reduce<T[][]>((parts, each) => [...parts, ...parts.map((part) => [...part, each])], [[]])
    .filter((part) => part.length < all.length);

export const portalSelection = ({ system }: MitigationMenu, { id }: SubOption): Selection => ({
  system,
  subOptionId: id,
  source: "portal",
  implementationDate: null,
  notes: null,
});
