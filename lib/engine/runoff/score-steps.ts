import { countsTowardPass } from "@/lib/domain/citation";
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
import { contradictsApplication } from "@/lib/engine/runoff/contradictions";
import type { PointRange } from "@/lib/engine/runoff/readings";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";

/** A selection with its place in the menu and, once something dropped it, the reason. */
export interface Candidate {
  selection: Selection;
  category: MenuCategory;
  option: MenuOption;
  subOption: SubOption;
  reason: NotCreditedReason | null;
  range: PointRange;
  /** By the reading that is scored now. */
  points: number;
  /** Another measure counts for what may be the same ground. */
  isGroundTaken: boolean;
}

/** `end`: by which readings is scored. */
type Step = (candidates: readonly Candidate[], menu: MitigationMenu, facts: ScoreFacts, end: keyof PointRange) => void;

/** Candidates that no step has dropped yet. */
const remaining = (candidates: readonly Candidate[]): Candidate[] => candidates.filter(({ reason }) => reason === null);

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
  for (const candidate of remaining(candidates)) {
    if (!countsTowardPass(candidate.subOption.evidence)) candidate.reason = "NOT_DERIVED";
  }
};

/**
 * An automatic credit that the ground does not support any more stays listed and earns nothing. Neither does one that
 * is saved as someone's choice: no one chooses it, so the row was made by hand and no ground stands behind it.
 */
const dropUnderived: Step = (candidates, _menu, { derivedIds }) => {
  for (const candidate of remaining(candidates)) {
    const { source } = candidate.selection;
    const { id, isAutomatic } = candidate.subOption;
    const isDerived = source === "portal" ? !isAutomatic : derivedIds === null || derivedIds.has(id);
    if (!isDerived) candidate.reason = source === "soil" ? "SOIL_INELIGIBLE" : "NOT_DERIVED";
  }
};

/** What is not in place at the application earns nothing for it. Of the closed list of reasons this is the nearest. */
const dropLate: Step = (candidates, _menu, { applicationDate }) => {
  if (applicationDate === null) return;
  for (const candidate of remaining(candidates)) {
    if (isDatedAfter(candidate.selection, applicationDate)) candidate.reason = "NOT_DERIVED";
  }
};

/** A measure saved twice, by the ground and in the portal or by two requests, is one measure and earns once. */
const dropRepeated: Step = (candidates) => {
  const seen = new Set<number>();
  const bySource = (a: Candidate, b: Candidate) =>
    CREDIT_SOURCES.indexOf(a.selection.source) - CREDIT_SOURCES.indexOf(b.selection.source);
  for (const candidate of remaining(candidates).sort(bySource)) {
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
  for (const candidate of remaining(candidates)) {
    const { claims } = candidate.subOption;
    const isTilled = tilled.some(({ option }) => option.id !== candidate.option.id);
    const isUntrue = application !== undefined && contradictsApplication(claims, application);
    if (isUntrue || (isTilled && claims?.tillage === "none")) candidate.reason = "NOT_DERIVED";
  }
};

export const isSoilDropped = ({ subOption, reason }: Candidate): boolean =>
  subOption.hydrologicSoilGroup !== null && reason === "SOIL_INELIGIBLE";

const dropSoil: Step = (candidates, _menu, { split }) => {
  for (const candidate of remaining(candidates)) {
    const needed = candidate.subOption.hydrologicSoilGroup;
    if (needed !== null && needed !== split) candidate.reason = "SOIL_INELIGIBLE";
  }
};

const dropRestricted: Step = (candidates, menu, { disallowed }) => {
  const codes = new Set(disallowed.filter((rule) => rule.system === menu.system).map((rule) => rule.code));
  for (const candidate of remaining(candidates)) {
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
  for (const candidate of remaining(candidates).sort(byWorth)) {
    const { group, most } = limitOf(candidate);
    const count = taken.get(group) ?? 0;
    if (most !== null && count >= most) candidate.reason = "OVER_MAX_SELECT";
    else taken.set(group, count + 1);
  }
}

/**
 * Measures that may be one piece of ground: no source lets the same strip earn twice, and none says that it may not. By the lowest
 * reading the one of most points counts.
 */
const dropSharedGround: Step = (candidates, _menu, _facts, end) => {
  if (end === "high") return;
  const taken = new Set<string>();
  for (const candidate of remaining(candidates).sort(byWorth)) {
    const { sharedGround } = candidate.option;
    if (sharedGround === null) continue;
    candidate.isGroundTaken = taken.has(sharedGround);
    if (candidate.isGroundTaken) candidate.reason = "EXCLUSIVE";
    taken.add(sharedGround);
  }
};

/** Of one exclusive group only the option named first keeps its measures. */
const dropExclusive: Step = (candidates, menu) => {
  for (const [group, precedence] of Object.entries(menu.exclusiveGroups)) {
    const members = remaining(candidates).filter(({ option }) => option.exclusiveGroup === group);
    const winner = precedence.find((code) => members.some(({ option }) => option.code === code));
    for (const candidate of members) if (candidate.option.code !== winner) candidate.reason = "EXCLUSIVE";
  }
};

/** An option's cap cuts the points of the measures that come last; one cut to nothing is OVER_CAP. */
const capOptions: Step = (candidates) => {
  const room = new Map<number, number>();
  for (const candidate of remaining(candidates).sort(byWorth)) {
    const { id, pointsCap } = candidate.option;
    if (pointsCap === null) continue;
    const left = room.get(id) ?? pointsCap;
    if (left <= 0 && candidate.points > 0) candidate.reason = "OVER_CAP";
    candidate.points = Math.max(0, Math.min(candidate.points, left));
    room.set(id, left - candidate.points);
  }
};

/** In order: each drops some of what the earlier ones left. docs/rules.md, Runoff */
export const SCORE_STEPS: readonly Step[] = [
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
  dropSharedGround,
  dropExclusive,
  capOptions,
];
