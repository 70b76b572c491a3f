import type { CreditedMeasure, SelectedMeasure } from "@/lib/domain/compliance";
import { countsTowardPass } from "@/lib/domain/citation";
import type { DisputedFigure } from "@/lib/domain/issue-particulars";
import type { MenuCategory, MenuOption, MitigationMenu, Selection, SubOption } from "@/lib/domain/mitigation";
import { oncePer } from "@/lib/domain/once-per";
import { pointRange, type PointRange } from "@/lib/engine/runoff/readings";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";
import { isSoilDropped, SCORE_STEPS, type Candidate } from "@/lib/engine/runoff/score-steps";

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

/**
 * Points that current selections earn, and for each that earns none, why.
 *
 * The steps are those of docs/rules.md, Runoff, in order; each drops some of what the earlier ones left.
 * Units: menu points. Source: the menu edition in force on the application date.
 * Missing data: with the soil group unknown a soil-split measure is not counted and `needsSoil` is set. A measure
 * whose points rest on unverified evidence earns nothing, is NOT_DERIVED and shows no points; one that is dated after
 * the application is NOT_DERIVED with its points. A selection that the menu does not hold is INACTIVE. Where sources
 * read a figure differently the lowest reading is earned, and `mostPoints` is what the highest would earn; measures that may be one
 * strip of ground earn once by the lowest.
 */
export function scoreRunoff(menu: MitigationMenu, facts: ScoreFacts): RunoffScore {
  const lowest = scoreBy("low", menu, facts);
  if (!lowest.candidates.some(({ range, isGroundTaken }) => range.low < range.high || isGroundTaken)) {
    return { ...lowest.score, mostPoints: lowest.score.earnedPoints, disputed: [] };
  }
  const highest = scoreBy("high", menu, facts);
  const disputed = [...lowest.candidates, ...highest.candidates].filter(
    ({ range, reason }) => reason === null && range.low < range.high,
  );
  const shared = lowest.candidates.filter(
    ({ isGroundTaken }, index) => isGroundTaken && highest.candidates[index]?.reason === null,
  );
  const credits = [
    ...shared.map(({ subOption, range }) => ({
      label: subOption.label,
      low: 0,
      high: range.high,
      settledBy: menu.sharedGroundSettledBy ?? UNNAMED_DOCUMENT,
    })),
    ...disputed.map(({ subOption, range }) => ({
      label: subOption.label,
      ...range,
      settledBy: subOption.settledBy ?? UNNAMED_DOCUMENT,
    })),
  ];
  return {
    ...lowest.score,
    mostPoints: Math.max(lowest.score.earnedPoints, highest.score.earnedPoints),
    disputed: credits.filter((each, index) => credits.findIndex(({ label }) => label === each.label) === index),
  };
}

/**
 * What `scoreRunoff` gives as earned and credited, for who asks nothing else: half the work where figures are disputed.
 *
 * Units, source, missing data: as there.
 */
export const scoreByLowest = (
  menu: MitigationMenu,
  facts: ScoreFacts,
): Pick<RunoffScore, "earnedPoints" | "credited"> => scoreBy("low", menu, facts).score;

const UNNAMED_DOCUMENT = "the regulator's own table";

/** The score by one end of every range. */
function scoreBy(end: keyof PointRange, menu: MitigationMenu, facts: ScoreFacts): Scored {
  const own = facts.selections.filter((selection) => selection.system === menu.system);
  const positions = own.map((selection) =>
    positionInMenu(menu, selection, (subOption) => pointRange(subOption, facts), end),
  );
  const candidates = positions.filter((candidate): candidate is Candidate => "subOption" in candidate);
  for (const step of SCORE_STEPS) step(candidates, menu, facts, end);
  const counted = candidates.filter((candidate) => candidate.reason === null);
  const bonus = derivedBonus(menu, counted);
  const credited = [...counted.map(creditOf), ...bonus];
  return {
    candidates,
    score: {
      earnedPoints: credited.reduce((sum, measure) => sum + measure.points, 0),
      credited,
      selected: [...positions.map(selectedOf), ...bonus.map(selectedBonus)],
      needsSoil: facts.split === null && candidates.some(isSoilDropped),
    },
  };
}

interface Scored {
  candidates: Candidate[];
  score: Omit<RunoffScore, "mostPoints" | "disputed">;
}

/** A selection with its category, option, and sub-option; alone where the menu does not hold it. */
function positionInMenu(
  menu: MitigationMenu,
  selection: Selection,
  rangeOf: (subOption: SubOption) => PointRange,
  end: keyof PointRange,
): Candidate | { selection: Selection } {
  const place = placesIn(menu).get(selection.subOptionId);
  if (place === undefined) return { selection };
  const range = rangeOf(place.subOption);
  return { selection, ...place, reason: null, range, points: range[end], isGroundTaken: false };
}

interface MenuPlace {
  category: MenuCategory;
  option: MenuOption;
  subOption: SubOption;
}

/** Where each sub-option of a menu stands: of two with one id the first. */
const placesIn = oncePer(
  ({ categories }: MitigationMenu): ReadonlyMap<number, MenuPlace> =>
    new Map(
      categories
        .flatMap((category) =>
          category.options.flatMap((option) =>
            option.subOptions.map((subOption): [number, MenuPlace] => [subOption.id, { category, option, subOption }]),
          ),
        )
        .toReversed(),
    ),
);

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
