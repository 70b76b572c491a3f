import type { FieldGround } from "@/lib/domain/field";
import { decimalText } from "@/lib/domain/numbers";
import type { AutoCreditSource, MenuCategory, MenuOption, SubOption } from "@/lib/domain/mitigation";
import type { RunoffSystem } from "@/lib/domain/product";
import type { SoilSplit } from "@/lib/domain/soil";
import { listInWords, scoreInWords, shortDayInWords, unitOf } from "@/lib/views/words";
import type { Prospect } from "@/lib/engine/runoff/would-count";
import { effectiveGroup } from "@/lib/engine/soil-group";

/** What the words about one measure are chosen by. */
export interface WordFacts {
  system: RunoffSystem;
  category: MenuCategory;
  option: MenuOption;
  subOption: SubOption;
  prospect: Prospect;
  ground: FieldGround | null;
  /** Products that rule the measure out. */
  ruledOutBy: readonly string[];
  labelOf: (subOptionId: number) => string;
  /** The day of the application, where the measure is selected with a later date. */
  tooLateFor: string | null;
}

const SPLIT_WORDS: Record<SoilSplit, string> = { A_B: "A and B soils", C_D: "C and D soils" };
export const soilsInWords = (split: SoilSplit | null): string | null =>
  split === null ? null : `For ${SPLIT_WORDS[split]}`;

const quoted = (text: string): string => `“${text}”`;
const decimal = (value: number): string => decimalText(value, 1);

/** What a measure counts or would count, or why it does not: said before it is chosen, in the engine's terms. */
export function verdictOf(facts: WordFacts, countedPoints: number | null): string {
  const { prospect, system } = facts;
  if (!prospect.counts) return `${prospect.isSelected ? "Does not count" : "Would not count"}${whyNot(facts)}`;
  if (prospect.isSelected) return `Counts ${scoreInWords(countedPoints ?? 0, system)}`;
  const change =
    prospect.pointsChange > 0
      ? `Would add ${scoreInWords(prospect.pointsChange, system)}`
      : `Would add no ${unitOf(system)}s`;
  const displaced = prospect.displaced.map((id) => quoted(facts.labelOf(id)));
  return displaced.length === 0 ? change : `${change}: it would replace ${listInWords(displaced)}`;
}

function whyNot(facts: WordFacts): string {
  const { system, prospect, option, subOption, ruledOutBy, labelOf, ground } = facts;
  const rivals = listInWords(prospect.inTheWay.map((id) => quoted(labelOf(id))));
  switch (prospect.reason) {
    case "SOIL_INELIGIBLE":
      return soilReason(subOption, ground, prospect.needsSoil);
    case "PRODUCT_RESTRICTED":
      return ` with ${listInWords(ruledOutBy)}: the label rules it out`;
    case "OVER_MAX_SELECT":
      return `: ${limitOf(facts)}${rivals === "" ? "" : `, and ${rivals} counts already`}`;
    case "OVER_CAP":
      return `: ${quoted(option.label)} gives at most ${scoreInWords(option.pointsCap ?? 0, system)}`;
    case "EXCLUSIVE":
      return rivals === "" ? " beside another measure that goes before it" : ` beside ${rivals}`;
    case "NOT_DERIVED":
      if (facts.tooLateFor !== null) {
        return `: it is dated after the application on ${shortDayInWords(facts.tooLateFor)}, and has to be in place by then`;
      }
      return ": the field does not earn it by itself any more";
    default:
      return subOption.evidence === "unverified"
        ? `: its ${unitOf(system)}s are not verified`
        : ": the menu no longer holds it";
  }
}

function soilReason({ hydrologicSoilGroup }: SubOption, ground: FieldGround | null, needsSoil: boolean): string {
  if (needsSoil) return " until the field's soil is known; no soil data is available";
  const group = effectiveGroup(ground?.soil?.dominantGroup ?? null);
  const here = group === null ? "this field's soil" : `this field's soil, group ${group}`;
  return hydrologicSoilGroup === null
    ? ` any more on ${here}`
    : ` on ${here}: it is for ${SPLIT_WORDS[hydrologicSoilGroup]}`;
}

/** Which of the two limits keeps it out: that of its option, or of the whole category. */
function limitOf({ option, category, prospect }: WordFacts): string {
  const ofOption = option.subOptions.filter(({ id }) => prospect.inTheWay.includes(id)).length;
  const isOption = option.maxSelect !== null && ofOption >= option.maxSelect;
  const most = (isOption ? option.maxSelect : category.maxSelect) ?? 1;
  return `only ${most === 1 ? "one" : most} of ${quoted(isOption ? option.label : category.label)} ${most === 1 ? "counts" : "count"}`;
}

/** Where an automatic credit comes from. */
export function originOf(source: AutoCreditSource, ground: FieldGround | null, notes: string | null): string {
  if (source === "always") return "Always credited: this service keeps the record of your measures.";
  if (source === "county") return notes === null ? "Found from the map." : `Found from the map. ${notes}.`;
  return `Found from the soil survey${source === "slope" ? slopeOrigin(ground) : soilOrigin(ground)}.`;
}

function slopeOrigin(ground: FieldGround | null): string {
  const slopePct = ground?.soil?.slopePct ?? null;
  return slopePct === null ? "" : `: the field's average slope is ${decimal(slopePct)} %`;
}

function soilOrigin(ground: FieldGround | null): string {
  const group = ground?.soil?.dominantGroup ?? null;
  const share = group === null ? undefined : ground?.soil?.byGroup[group]?.percentage;
  if (group === null || share === undefined) return "";
  return `: soil group ${group} covers ${decimal(share)} % of the field${largestUnit(ground)}`;
}

function largestUnit(ground: FieldGround | null): string {
  const [unit] = Object.values(ground?.soil?.byMapUnit ?? {}).sort((a, b) => b.percentage - a.percentage);
  if (unit === undefined || unit.muname === null) return "";
  return `; its largest soil unit is ${unit.muname} (${decimal(unit.percentage)} %)`;
}

/** Why the field does not get a credit that only its ground could give. */
export function notGivenHere(source: AutoCreditSource, ground: FieldGround | null): string {
  const soil = ground?.soil ?? null;
  if (source === "county") return "Not this field: the county decides, and it is found from the map";
  if (soil === null) return "Not given until the field's soil is known; no soil data is available";
  if (source === "slope") {
    return soil.slopePct === null
      ? "Not given: the field's slope is not known"
      : `Not this field: its average slope is ${decimal(soil.slopePct)} %`;
  }
  const group = effectiveGroup(soil.dominantGroup);
  return group === null
    ? "Not given: the field's soil group is not known"
    : `Not this field: its soil group is ${group}`;
}
