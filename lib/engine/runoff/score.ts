import type { CreditedMeasure, SelectedMeasure } from "@/lib/domain/compliance";
import { countsTowardPass } from "@/lib/domain/citation";
import type { DisputedFigure } from "@/lib/domain/issue-particulars";
import {
  CREDIT_SOURCES,
  isDatedAfter,
  type MenuCategory,
  type MenuOption,
  type MitigationMenu,
  type NotCreditedReason,
  type Selection,
  type SubOption,
} from "@/lib/domain/mitigation";
import type { DisallowedMeasure } from "@/lib/domain/product";
import type { SoilSplit } from "@/lib/domain/soil";
import { contradictsApplication, type ApplicationFacts } from "@/lib/engine/runoff/contradictions";
import { pointRange, type PointRange, type ReadingFacts } from "@/lib/engine/runoff/readings";

/** What a field and an application earn in one runoff system. */
export interface RunoffScore {
  /** By the lowest reading of every figure. */
  earnedPoints: number;
  /** By the highest reading of every figure. */
  mostPoints: number;
  /** The measures whose readings make the difference. */
  disputed: DisputedFigure[];
  credited: CreditedMeasure[];
  selected: SelectedMeasure[];
  /** A selection went uncounted only because the field's soil group is not known. */
  needsSoil: boolean;
}

export interface ScoreFacts extends ReadingFacts {
  selections: readonly Selection[];
  /** Null: the field's soil group is not known. */
  split: SoilSplit | null;
  disallowed: readonly DisallowedMeasure[];
  /** Sub-options the field supports today; an automatic credit outside them earns nothing. Null: not asked. */
  derivedIds: ReadonlySet<number> | null;
  /** What the application says of itself; left out: no application to hold measures against. */
  application?: ApplicationFacts | undefined;
  /** `YYYY-MM-DD`: a measure that is dated later earns nothing. Null: no application to hold dates against. */
  applicationDate: string | null;
}

/** A selection with its place in the menu and, once something dropped it, the reason. */
interface Candidate {
  selection: Selection;
  category: MenuCategory;
  option: MenuOption;
  subOption: SubOption;
  reason: NotCreditedReason | null;
  range: PointRange;
  /** By the reading that is scored now. */
  points: number;
}

type Step = (candidates: readonly Candidate[], menu: MitigationMenu, facts: ScoreFacts) => void;

/**
 * Points that current selections earn, and for each that earns none, why.
 *
 * The steps are those of docs/rules.md, Runoff, in order; each drops some of what the earlier ones left.
 * Units: menu points. Source: the menu edition in force on the application date.
 * Missing data: with the soil group unknown a soil-split measure is not counted and `needsSoil` is set. A measure
 * whose points rest on unverified evidence earns nothing, is NOT_DERIVED and shows no points; one that is dated after
 * the application is NOT_DERIVED with its points. A selection that the menu does not hold is INACTIVE. Where sources
 * read a figure differently the lowest reading is earned, and `mostPoints` is what the highest would earn.
 */
export function scoreRunoff(menu: MitigationMenu, facts: ScoreFacts): RunoffScore {
  const lowest = scoreBy("low", menu, facts);
  if (!lowest.candidates.some(({ range }) => range.low < range.high)) {
    return { ...lowest.score, mostPoints: lowest.score.earnedPoints, disputed: [] };
  }
  const highest = scoreBy("high", menu, facts);
  const disputed = [...lowest.candidates, ...highest.candidates].filter(
    ({ range, reason }) => reason === null && range.low < range.high,
  );
  const credits = disputed.map(({ subOption, range }) => ({
    label: subOption.label,
    ...range,
    settledBy: subOption.settledBy ?? "the regulator's own table",
  }));
  return {
    ...lowest.score,
    mostPoints: Math.max(lowest.score.earnedPoints, highest.score.earnedPoints),
    disputed: credits.filter((each, index) => credits.findIndex(({ label }) => label === each.label) === index),
  };
}

/** The score by one end of every range. */
function scoreBy(end: keyof PointRange, menu: MitigationMenu, facts: ScoreFacts): Scored {
  const own = facts.selections.filter((selection) => selection.system === menu.system);
  const placed = own.map((selection) => place(menu, selection, (subOption) => pointRange(subOption, facts), end));
  const candidates = placed.filter((candidate): candidate is Candidate => "subOption" in candidate);
  const steps: Step[] = [
    dropInactive,
    dropUnverified,
    dropUnderived,
    dropLate,
    dropRepeated,
    dropSoil,
    dropRestricted,
    dropContradicted,
    dropOverOption,
    dropOverCategory,
    dropExclusive,
    capOptions,
  ];
  for (const step of steps) step(candidates, menu, facts);
  const counted = candidates.filter((candidate) => candidate.reason === null);
  const bonus = derivedBonus(menu, counted);
  const credited = [...counted.map(creditOf), ...bonus];
  return {
    candidates,
    score: {
      earnedPoints: credited.reduce((sum, measure) => sum + measure.points, 0),
      credited,
      selected: [...placed.map(selectedOf), ...bonus.map(selectedBonus)],
      needsSoil: facts.split === null && candidates.some(isSoilDropped),
    },
  };
}

interface Scored {
  candidates: Candidate[];
  score: Omit<RunoffScore, "mostPoints" | "disputed">;
}

function place(
  menu: MitigationMenu,
  selection: Selection,
  rangeOf: (subOption: SubOption) => PointRange,
  end: keyof PointRange,
): Candidate | { selection: Selection } {
  for (const category of menu.categories) {
    for (const option of category.options) {
      const subOption = option.subOptions.find((candidate) => candidate.id === selection.subOptionId);
      if (subOption !== undefined) {
        const range = rangeOf(subOption);
        return { selection, category, option, subOption, reason: null, range, points: range[end] };
      }
    }
  }
  return { selection };
}

const standing = (candidates: readonly Candidate[]): Candidate[] => candidates.filter(({ reason }) => reason === null);

/** Highest points first, ties by lower id, so that which of two equals counts never depends on their order. */
const byWorth = (a: Candidate, b: Candidate): number => b.points - a.points || a.subOption.id - b.subOption.id;

const dropInactive: Step = (candidates) => {
  for (const candidate of candidates) {
    const { isActive, isDerived } = candidate.subOption;
    if (!isActive || isDerived) candidate.reason = "INACTIVE";
  }
};

/** The measure is in force, but what it would earn cannot be derived from evidence that counts. */
const dropUnverified: Step = (candidates) => {
  for (const candidate of standing(candidates)) {
    if (!countsTowardPass(candidate.subOption.evidence)) candidate.reason = "NOT_DERIVED";
  }
};

/**
 * An automatic credit that the ground does not support any more stays listed and earns nothing. Neither does one that
 * is saved as someone's choice: no one chooses it, so the row was made by hand and no ground stands behind it.
 */
const dropUnderived: Step = (candidates, _menu, { derivedIds }) => {
  for (const candidate of standing(candidates)) {
    const { source } = candidate.selection;
    const { id, isAutomatic } = candidate.subOption;
    const isDerived = source === "portal" ? !isAutomatic : derivedIds === null || derivedIds.has(id);
    if (!isDerived) candidate.reason = source === "soil" ? "SOIL_INELIGIBLE" : "NOT_DERIVED";
  }
};

/** What is not in place at the application earns nothing for it. Of the closed list of reasons this is the nearest. */
const dropLate: Step = (candidates, _menu, { applicationDate }) => {
  if (applicationDate === null) return;
  for (const candidate of standing(candidates)) {
    if (isDatedAfter(candidate.selection, applicationDate)) candidate.reason = "NOT_DERIVED";
  }
};

/** A measure saved twice, by the ground and in the portal or by two requests, is one measure and earns once. */
const dropRepeated: Step = (candidates) => {
  const seen = new Set<number>();
  const bySource = (a: Candidate, b: Candidate) =>
    CREDIT_SOURCES.indexOf(a.selection.source) - CREDIT_SOURCES.indexOf(b.selection.source);
  for (const candidate of standing(candidates).sort(bySource)) {
    if (seen.has(candidate.subOption.id)) candidate.reason = "OVER_MAX_SELECT";
    seen.add(candidate.subOption.id);
  }
};

/** A measure that the application, or a saved measure of tillage, says cannot be in place earns nothing. */
const dropContradicted: Step = (candidates, _menu, { application }) => {
  // Of the measures of one option one counts anyway: only another option's can contradict it. What a product keeps from
  // counting is in place all the same.
  const tilled = candidates.filter(
    ({ subOption, reason }) =>
      subOption.claims?.tillage === "tilled" && (reason === null || reason === "PRODUCT_RESTRICTED"),
  );
  for (const candidate of standing(candidates)) {
    const { claims } = candidate.subOption;
    const isTilled = tilled.some(({ option }) => option.id !== candidate.option.id);
    const isUntrue = application !== undefined && contradictsApplication(claims, application);
    if (isUntrue || (isTilled && claims?.tillage === "none")) candidate.reason = "NOT_DERIVED";
  }
};

const isSoilDropped = ({ subOption, reason }: Candidate): boolean =>
  subOption.hydrologicSoilGroup !== null && reason === "SOIL_INELIGIBLE";

const dropSoil: Step = (candidates, _menu, { split }) => {
  for (const candidate of standing(candidates)) {
    const needed = candidate.subOption.hydrologicSoilGroup;
    if (needed !== null && needed !== split) candidate.reason = "SOIL_INELIGIBLE";
  }
};

const dropRestricted: Step = (candidates, menu, { disallowed }) => {
  const codes = new Set(disallowed.filter((rule) => rule.system === menu.system).map((rule) => rule.code));
  for (const candidate of standing(candidates)) {
    if (codes.has(candidate.subOption.code) || codes.has(candidate.option.code))
      candidate.reason = "PRODUCT_RESTRICTED";
  }
};

const dropOverOption: Step = (candidates) => {
  dropOver(candidates, ({ option }) => ({ group: `option:${option.id}`, most: option.maxSelect }));
};

const dropOverCategory: Step = (candidates) => {
  dropOver(candidates, ({ category }) => ({ group: `category:${category.id}`, most: category.maxSelect }));
};

function dropOver(
  candidates: readonly Candidate[],
  limitOf: (candidate: Candidate) => { group: string; most: number | null },
): void {
  const taken = new Map<string, number>();
  for (const candidate of standing(candidates).sort(byWorth)) {
    const { group, most } = limitOf(candidate);
    const count = taken.get(group) ?? 0;
    if (most !== null && count >= most) candidate.reason = "OVER_MAX_SELECT";
    else taken.set(group, count + 1);
  }
}

/** Of one exclusive group only the option named first keeps its measures. */
const dropExclusive: Step = (candidates, menu) => {
  for (const [group, precedence] of Object.entries(menu.exclusiveGroups)) {
    const members = standing(candidates).filter(({ option }) => option.exclusiveGroup === group);
    const winner = precedence.find((code) => members.some(({ option }) => option.code === code));
    for (const candidate of members) if (candidate.option.code !== winner) candidate.reason = "EXCLUSIVE";
  }
};

/** An option's cap cuts the points of the measures that come last; one cut to nothing is OVER_CAP. */
const capOptions: Step = (candidates) => {
  const room = new Map<number, number>();
  for (const candidate of standing(candidates).sort(byWorth)) {
    const { id, pointsCap } = candidate.option;
    if (pointsCap === null) continue;
    const left = room.get(id) ?? pointsCap;
    if (left <= 0 && candidate.points > 0) candidate.reason = "OVER_CAP";
    candidate.points = Math.max(0, Math.min(candidate.points, left));
    room.set(id, left - candidate.points);
  }
};

/** What is credited stands among what is selected as well, the bonus too: the measures that it follows from are. */
const selectedBonus = (bonus: CreditedMeasure): SelectedMeasure => ({
  ...bonus,
  credited: true,
  reason: null,
  implementationDate: null,
  notes: null,
});

/** The bonus for measures of two or more practice categories: given once, from what was chosen in the portal. */
function derivedBonus(menu: MitigationMenu, counted: readonly Candidate[]): CreditedMeasure[] {
  const practised = new Set(
    counted.filter(({ category }) => category.isPracticeCategory).map(({ category }) => category.id),
  );
  if (practised.size < 2) return [];
  return menu.categories
    .flatMap(({ options }) => options.flatMap(({ subOptions }) => subOptions))
    .filter((subOption) => subOption.isDerived && subOption.isActive && countsTowardPass(subOption.evidence))
    .slice(0, 1)
    .map(({ id, code, label, points }) => ({ subOptionId: id, code, label, points: points ?? 0, source: "portal" }));
}

const creditOf = ({ selection, subOption, points }: Candidate): CreditedMeasure => ({
  subOptionId: subOption.id,
  code: subOption.code,
  label: subOption.label,
  points,
  source: selection.source,
});

/** What a measure earned, or for one that earned nothing what it would be worth; null where no one knows that. */
function pointsOf({ reason, points, range, subOption }: Candidate): number | null {
  if (reason === null) return points;
  return countsTowardPass(subOption.evidence) && subOption.points !== null ? range.low : null;
}

function selectedOf(candidate: Candidate | { selection: Selection }): SelectedMeasure {
  const { selection } = candidate;
  const known = "subOption" in candidate ? candidate : null;
  const reason = known === null ? "INACTIVE" : known.reason;
  return {
    subOptionId: selection.subOptionId,
    code: known?.subOption.code ?? `unknown_${selection.subOptionId}`,
    label: known?.subOption.label ?? "Measure of another menu edition",
    points: known === null ? null : pointsOf(known),
    source: selection.source,
    credited: reason === null,
    reason,
    implementationDate: selection.implementationDate,
    notes: selection.notes,
  };
}
