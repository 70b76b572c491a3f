import { NO_DATA, SOIL_GROUPS, type SoilGroup, type SoilSplit, type SoilSummary } from "@/lib/domain/soil";
import { NO_GROUP } from "@/lib/engine/soil-analysis";
import { isNoSoil } from "@/lib/engine/soil-names";

/** From dry to wet. */
const LETTERS = ["A", "B", "C", "D"] as const;
export type SoilLetter = (typeof LETTERS)[number];

/** Shares come out of clipping, which moves edges by a nanometer. */
const PERCENT_ROUNDING = 1e-4;

/**
 * The letter one group counts as: dual groups as their second, undrained letter, A/B as B.
 *
 * Source: docs/contract.md, Fields and soil. Missing data: null stays null; a field of unknown group is eligible for nothing.
 */
export function effectiveGroup(group: SoilGroup | null): SoilLetter | null {
  if (group === null) return null;
  return group.slice(-1) as SoilLetter;
}

/**
 * The letter a field counts as: that of its dominant group, or the one most of its ground counts as where that is wetter.
 *
 * A field of 40 % A, 30 % A/D, and 30 % D is a D field: A is the largest group, and 60 % counts as D undrained.
 * Units: percent of the field. Source: docs/contract.md, Fields and soil. Missing data: without a dominant group null, and
 * where ground of an unknown group could make it a wetter letter; a summary without shares counts as its dominant
 * group. Throws: never.
 */
export function countedGroup(soil: SoilSummary | null): SoilLetter | null {
  const known = knownGroup(soil);
  return soil === null || known === null || canBe(soil, wetterThan(known)) ? null : known;
}

/**
 * The letters other than its own that a field may count as, where ground of an unknown group leaves that open: what it counts as by
 * the rest, and what it would count as if all of that ground were of one group.
 */
export function openGroups(soil: SoilSummary | null): readonly SoilLetter[] {
  if (soil === null || unseenPercent(soil) <= 0) return [];
  const [unseen, counted] = [unseenPercent(soil), countedGroup(soil)];
  const least = Math.max(largestOfGroup(soil), noSoilPercent(soil));
  const largest = SOIL_GROUPS.filter((group) => isAsLarge(shareOf(soil, group) + unseen, least));
  const possible = [knownGroup(soil), ...largest.map((group) => knownGroup(withMore(soil, group, unseen)))];
  return LETTERS.filter((letter) => letter !== counted && possible.includes(letter));
}

const withMore = (soil: SoilSummary, group: SoilGroup, percent: number): SoilSummary => ({
  ...soil,
  dominantGroup: group,
  byGroup: {
    ...soil.byGroup,
    [group]: { areaSqm: 0, ...soil.byGroup[group], percentage: shareOf(soil, group) + percent },
  },
});

/** By the ground whose group the survey says. */
function knownGroup(soil: SoilSummary | null): SoilLetter | null {
  const dominant = effectiveGroup(soil?.dominantGroup ?? null);
  if (soil === null || dominant === null) return null;
  const largest = largestOfLetter(soil);
  const most = LETTERS.findLast((letter) => isAsLarge(percentOf(soil, [letter]), largest)) ?? dominant;
  return isAsWet(most, dominant) ? most : dominant;
}

/**
 * Which half of a soil-split measure or requirement a field belongs to: to the drier only where less ground is of the
 * wetter one. Null: not known, also where ground of an unknown group could make it the wetter.
 */
export function soilSplit(soil: SoilSummary | null): SoilSplit | null {
  const group = knownGroup(soil);
  if (soil === null || group === null) return null;
  const [wet, dry] = [percentOf(soil, ["C", "D"]), percentOf(soil, ["A", "B"])];
  if (isAsWet(group, "C") || isAsLarge(wet, dry)) return "C_D";
  const unseen = unseenPercent(soil);
  return canBe(soil, ["C", "D"]) || (unseen > 0 && isAsLarge(wet + unseen, dry)) ? null : "A_B";
}

/**
 * How much of the field is of an unknown group: ground without data, and map units without a group, unless their names say that
 * they are no soil. What an analysis calls `none`, an earlier one of ground without data as well, is read by its names.
 */
const unseenPercent = (soil: SoilSummary): number => (soil.byGroup[NO_DATA]?.percentage ?? 0) + unseenOfNoGroup(soil);

/** How much of it is known to be no soil. */
const noSoilPercent = (soil: SoilSummary): number => (soil.byGroup[NO_GROUP]?.percentage ?? 0) - unseenOfNoGroup(soil);

function unseenOfNoGroup({ byGroup, byMapUnit }: SoilSummary): number {
  const noSoil = Object.values(byMapUnit)
    .filter(({ muname, group }) => (group ?? null) === null && isNoSoil(muname))
    .reduce((sum, { percentage }) => sum + percentage, 0);
  const unseen = (byGroup[NO_GROUP]?.percentage ?? 0) - noSoil;
  return unseen > PERCENT_ROUNDING ? unseen : 0;
}

/**
 * Whether ground of an unknown group, all of it of one letter, could make the field count as that one: as the letter that most of
 * the ground counts as, or by one group that is then the largest.
 */
function canBe(soil: SoilSummary, letters: readonly SoilLetter[]): boolean {
  const unseen = unseenPercent(soil);
  const [ofLetter, ofGroup] = [largestOfLetter(soil), largestOfGroup(soil)];
  return (
    unseen > 0 &&
    letters.some(
      (letter) =>
        isAsLarge(percentOf(soil, [letter]) + unseen, ofLetter) ||
        groupsOf([letter]).some((group) => isAsLarge(shareOf(soil, group) + unseen, ofGroup)),
    )
  );
}

/** Percent of the field that counts as the letter that most of it counts as, and of the group that has most of it. */
const largestOfLetter = (soil: SoilSummary): number => Math.max(...LETTERS.map((letter) => percentOf(soil, [letter])));
const largestOfGroup = (soil: SoilSummary): number => Math.max(...SOIL_GROUPS.map((group) => shareOf(soil, group)));

const wetterThan = (letter: SoilLetter): SoilLetter[] => LETTERS.filter((other) => !isAsWet(letter, other));

/** Whether a letter is another's, or a wetter one. */
const isAsWet = (letter: SoilLetter, other: SoilLetter): boolean => LETTERS.indexOf(letter) >= LETTERS.indexOf(other);

const isAsLarge = (percent: number, otherPercent: number): boolean =>
  percent > 0 && percent >= otherPercent - PERCENT_ROUNDING;

/** Whether ground of a group is as dry as a letter, or drier. Missing data: ground without a group is not. */
export const isAsDry = (group: SoilGroup | null, letter: SoilLetter): boolean => {
  const own = effectiveGroup(group);
  return own !== null && isAsWet(letter, own);
};

const groupsOf = (letters: readonly SoilLetter[]): SoilGroup[] =>
  SOIL_GROUPS.filter((group) => letters.some((letter) => effectiveGroup(group) === letter));

/** How much of the field counts as one of some letters. */
const percentOf = (soil: SoilSummary, letters: readonly SoilLetter[]): number =>
  groupsOf(letters).reduce((sum, group) => sum + shareOf(soil, group), 0);

const shareOf = ({ byGroup }: SoilSummary, group: SoilGroup): number => byGroup[group]?.percentage ?? 0;
