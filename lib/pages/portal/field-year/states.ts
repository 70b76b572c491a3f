import type { FieldGround } from "@/lib/domain/field";
import {
  isDatedAfter,
  type AutoCreditSource,
  type MenuCategory,
  type MenuOption,
  type MitigationMenu,
  type Selection,
  type SubOption,
} from "@/lib/domain/mitigation";
import type { MeasureState } from "@/lib/views/portal/field-year";
import type { RunoffSystem } from "@/lib/domain/product";
import type { Rulebook } from "@/lib/domain/tables";
import { wordsIn } from "@/lib/views/language";
import { scoreRunoff, type RunoffScore } from "@/lib/engine/runoff/score";
import type { ScoreFacts } from "@/lib/engine/runoff/score-facts";
import { wouldCount, type Prospect } from "@/lib/engine/runoff/would-count";
import type { RuledOut } from "@/lib/usecases/applications/score-saved";
import { countsInWords, notGivenHere, originOf, verdictOf, type WordFacts } from "@/lib/pages/portal/measures/words";
import { tableText } from "@/lib/views/vocabulary/table-text";

const said = wordsIn({
  en: { measure: (id: number) => `measure ${id}`, notYet: "Not given yet: it comes by itself" },
  es: { measure: (id) => `medida ${id}`, notYet: "Todavía no se da: llega por sí solo" },
});

interface Surroundings {
  rulebook: Rulebook;
  ground: FieldGround | null;
  disallowed: readonly RuledOut[];
}

interface MenuPosition {
  category: MenuCategory;
  option: MenuOption;
  subOption: SubOption;
}

/** How every measure of a menu stands: selected or not, what it counts or would count, and why not. */
export function measureStates(menu: MitigationMenu, facts: ScoreFacts, surroundings: Surroundings): MeasureState[] {
  const score = scoreRunoff(menu, facts);
  const prospects = wouldCount(menu, facts);
  const places = positionsOf(menu);
  const labels = new Map(places.map(({ subOption }) => [subOption.id, tableText(subOption.label)]));
  return places
    .filter(({ subOption }) => subOption.isActive || prospects.get(subOption.id)?.isSelected === true)
    .flatMap((place): MeasureState[] => {
      const prospect = prospects.get(place.subOption.id);
      if (prospect === undefined) return [];
      const words: WordFacts = {
        system: menu.system,
        ...place,
        prospect,
        ground: surroundings.ground,
        ruledOutBy: productsAgainst(place, menu, surroundings.disallowed),
        labelOf: (id) => labels.get(id) ?? said().measure(id),
        tooLateFor: tooLateFor(facts, menu, place),
      };
      return [stateOf({ menu, facts, score, place, prospect, words, surroundings })];
    });
}

/** The day of the application, where a measure is selected with a later one. */
function tooLateFor(
  { selections, applicationDate }: ScoreFacts,
  { system }: MitigationMenu,
  { subOption }: MenuPosition,
) {
  const selection = selections.find((each) => each.system === system && each.subOptionId === subOption.id);
  const isLate = selection !== undefined && applicationDate !== null && isDatedAfter(selection, applicationDate);
  return isLate ? applicationDate : null;
}

const positionsOf = ({ categories }: MitigationMenu): MenuPosition[] =>
  categories.flatMap((category) =>
    category.options.flatMap((option) => option.subOptions.map((subOption) => ({ category, option, subOption }))),
  );

const productsAgainst = (
  { option, subOption }: MenuPosition,
  { system }: MitigationMenu,
  disallowed: readonly RuledOut[],
) => [
  ...new Set(
    disallowed
      .filter((rule) => rule.system === system && (rule.code === subOption.code || rule.code === option.code))
      .map(({ productName }) => productName),
  ),
];

interface Stating {
  menu: MitigationMenu;
  facts: ScoreFacts;
  score: RunoffScore;
  place: MenuPosition;
  prospect: Prospect;
  words: WordFacts;
  surroundings: Surroundings;
}

function stateOf(stating: Stating): MeasureState {
  const { menu, facts, score, place, surroundings } = stating;
  const { id, isDerived } = place.subOption;
  const points = score.credited.find(({ subOptionId }) => subOptionId === id)?.points ?? null;
  const selection = facts.selections.find(({ system, subOptionId }) => system === menu.system && subOptionId === id);
  const automatic = automaticSource(menu, id, surroundings.rulebook);
  const base = { system: menu.system, id, implementationDate: null, notes: null, origin: null, isOutOfReach: false };
  if (isDerived) return { ...base, ...bonusState(points, menu.system) };
  if (selection !== undefined && selection.source !== "portal") return givenState(stating, selection, points);
  if (selection === undefined && automatic !== null) {
    const verdict = notGivenHere(automatic, surroundings.ground);
    const given = { isSelected: false, source: null, isAutomatic: true, counts: false, pointsChange: 0 };
    return { ...base, ...given, verdict, isOutOfReach: true };
  }
  return { ...chosenState(stating, selection ?? null, points), isAutomatic: automatic !== null };
}

/** A measure that is the applicator's to tick. */
const chosenState = (
  { menu, place, prospect, words }: Stating,
  selection: Selection | null,
  points: number | null,
): MeasureState => ({
  system: menu.system,
  id: place.subOption.id,
  isSelected: selection !== null,
  source: selection?.source ?? null,
  isAutomatic: false,
  counts: prospect.counts,
  verdict: verdictOf(words, points),
  origin: null,
  pointsChange: prospect.pointsChange,
  isOutOfReach: false,
  implementationDate: selection?.implementationDate ?? null,
  notes: selection?.notes ?? null,
});

/** A credit that the ground gives: shown ticked, with where it comes from, and not the applicator's to take away. */
const givenState = (
  { menu, place, prospect, words, surroundings }: Stating,
  { source, implementationDate, notes }: Selection,
  points: number | null,
): MeasureState => ({
  system: menu.system,
  id: place.subOption.id,
  isSelected: true,
  source,
  isAutomatic: true,
  counts: prospect.counts,
  verdict: verdictOf(words, points),
  origin: source === "portal" ? null : originOf(source, surroundings.ground, notes),
  pointsChange: 0,
  isOutOfReach: false,
  implementationDate,
  notes: null,
});

const automaticSource = ({ system }: MitigationMenu, id: number, { autoCredits }: Rulebook): AutoCreditSource | null =>
  system === "epa_runoff" ? (autoCredits.rows.find(({ subOptionId }) => subOptionId === id)?.source ?? null) : null;

/** The bonus is never ticked by hand: it comes and goes with what else counts. */
const bonusState = (points: number | null, system: RunoffSystem) => ({
  isSelected: points !== null,
  source: points === null ? null : ("always" as const),
  isAutomatic: true,
  counts: points !== null,
  verdict: points === null ? said().notYet : countsInWords(points, system),
  pointsChange: 0,
});
