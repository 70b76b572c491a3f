import type { MenuCategory, MenuOption, MitigationMenu, NotCreditedReason, SubOption } from "@/lib/domain/mitigation";
import { scoreRunoff, type RunoffScore } from "@/lib/engine/runoff/score";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";

/** What selecting a measure would do to the points, or taking back one that is selected. */
export interface Prospect {
  subOptionId: number;
  isSelected: boolean;
  /** It counts now, or would if it were selected. */
  counts: boolean;
  /** Why it does not, or would not. */
  reason: NotCreditedReason | null;
  /** Nothing but the field's unknown soil group keeps it from counting. */
  needsSoil: boolean;
  /** By how much the earned points would change if it were selected, or taken back. */
  pointsChange: number;
  /** Measures that count now and would not beside it. */
  displaced: number[];
  /** Measures that hold the place it would need. */
  inTheWay: number[];
}

interface MenuPosition {
  category: MenuCategory;
  option: MenuOption;
  subOption: SubOption;
}

/**
 * For every measure of a menu whether it counts or would count, and if not why, before anyone chooses it.
 *
 * Judged by scoring itself with the one measure added or left out, so it cannot disagree with what is credited once
 * the choice is made. Units: menu points. Source: docs/rules.md, Runoff. Missing data: with the soil group unknown
 * a soil-split measure would not count and `needsSoil` is set.
 */
export function wouldCount(menu: MitigationMenu, facts: ScoreFacts): Map<number, Prospect> {
  const now = scoreRunoff(menu, facts);
  const placed = positionsOf(menu);
  return new Map(placed.map((place) => [place.subOption.id, prospectOf({ menu, facts, now, placed }, place)]));
}

const positionsOf = ({ categories }: MitigationMenu): MenuPosition[] =>
  categories.flatMap((category) =>
    category.options.flatMap((option) => option.subOptions.map((subOption) => ({ category, option, subOption }))),
  );

interface Present {
  menu: MitigationMenu;
  facts: ScoreFacts;
  now: RunoffScore;
  placed: readonly MenuPosition[];
}

function prospectOf(present: Present, place: MenuPosition): Prospect {
  const { menu, facts, now } = present;
  const { id } = place.subOption;
  const isSelected = facts.selections.some(({ system, subOptionId }) => system === menu.system && subOptionId === id);
  const others = facts.selections.filter(({ system, subOptionId }) => system !== menu.system || subOptionId !== id);
  const added = {
    system: menu.system,
    subOptionId: id,
    source: "portal",
    implementationDate: null,
    notes: null,
  } as const;
  const other = scoreRunoff(menu, { ...facts, selections: isSelected ? others : [...facts.selections, added] });
  const withIt = isSelected ? now : other;
  // Saved twice, it is listed twice and counts once: the one that counts speaks for it.
  const judged = withIt.selected.filter(({ subOptionId }) => subOptionId === id);
  const counts = judged.some(({ credited }) => credited);
  const reason = counts ? null : (judged[0]?.reason ?? "INACTIVE");
  const counted = idsOf(withIt);
  return {
    subOptionId: id,
    isSelected,
    counts,
    reason,
    needsSoil: reason === "SOIL_INELIGIBLE" && facts.split === null && place.subOption.hydrologicSoilGroup !== null,
    pointsChange: other.earnedPoints - now.earnedPoints,
    displaced: isSelected ? [] : [...idsOf(now)].filter((credited) => !counted.has(credited)),
    inTheWay: reason === null ? [] : rivalsOf(present, place, { reason, counted }),
  };
}

const idsOf = ({ credited }: RunoffScore): ReadonlySet<number> =>
  new Set(credited.map(({ subOptionId }) => subOptionId));

/** The counted measures that the limit is about which keeps this one out. */
function rivalsOf(
  { placed }: Present,
  { category, option, subOption }: MenuPosition,
  { reason, counted }: { reason: NotCreditedReason; counted: ReadonlySet<number> },
): number[] {
  const rivals = (isSame: (other: MenuPosition) => boolean): number[] =>
    placed
      .filter((other) => other.subOption.id !== subOption.id && counted.has(other.subOption.id) && isSame(other))
      .map((other) => other.subOption.id);
  const ofOption = rivals((other) => other.option.id === option.id);
  if (reason === "OVER_CAP") return ofOption;
  if (reason === "EXCLUSIVE") {
    return rivals(
      ({ option: other }) =>
        (option.exclusiveGroup !== null && other.exclusiveGroup === option.exclusiveGroup) ||
        (option.sharedGround !== null && other.sharedGround === option.sharedGround),
    );
  }
  if (reason !== "OVER_MAX_SELECT") return [];
  const isOptionFull = option.maxSelect !== null && ofOption.length >= option.maxSelect;
  return isOptionFull ? ofOption : rivals((other) => other.category.id === category.id);
}
