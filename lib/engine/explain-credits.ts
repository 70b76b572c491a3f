import type { ExplanationItem } from "@/lib/domain/compliance";
import type { County } from "@/lib/domain/field";
import type { AutoCreditRow, SubOption } from "@/lib/domain/mitigation";
import { decimalText } from "@/lib/domain/numbers";
import type { SoilSummary } from "@/lib/domain/soil";
import { cited, NOTHING, resultOf } from "@/lib/engine/explain-item";
import type { AssessmentFacts } from "@/lib/engine/facts";
import type { RunoffAssessment } from "@/lib/engine/runoff/assess-runoff";
import { decidingCounty } from "@/lib/engine/runoff/auto-credits";
import { pointRange } from "@/lib/engine/runoff/readings";
import { effectiveGroup } from "@/lib/engine/soil-group";
import { hasSandyTexture } from "@/lib/engine/soil-texture";

interface CreditFacts {
  facts: AssessmentFacts;
  counties: readonly County[];
  runoff: RunoffAssessment;
}

/**
 * Every automatic runoff credit that the field has or was considered for, with the facts that decided.
 *
 * Units: slope and shares in percent, in the text. Source: the menu's citations of the sub-option.
 * Missing data: a credit whose fact is missing is unresolved; a county credit that no one can name has no item, for
 * COUNTY_CLASS_UNRESOLVED speaks of it. Throws: never.
 */
export function explainCredits(found: CreditFacts): ExplanationItem[] {
  const { menus, autoCredits } = found.facts.rulebook;
  const subOptions = menus.epa_runoff.categories.flatMap(({ options }) => options.flatMap((each) => each.subOptions));
  return [
    ...explainCounty(found),
    ...autoCredits.rows
      .filter(({ source }) => source !== "county")
      .flatMap((row) => creditItem(row, subOptions, found)),
  ];
}

function explainCounty({ facts, counties, runoff }: CreditFacts): ExplanationItem[] {
  const county = decidingCounty(counties);
  const credit = runoff.autoSelections.find(({ source }) => source === "county");
  if (county === null || credit === undefined) return [];
  const precision = facts.areas.countySet?.precision;
  const reach = precision === "coarse" ? " (coarse shapes: the lowest class within 2 km counts)" : "";
  return [
    {
      ...NOTHING,
      ruleId: `auto_credit:${credit.subOptionId}`,
      result: "applied",
      text: `Runoff vulnerability of ${county.name}: ${county.points} points${reach}`,
      document: "County runoff vulnerability classes",
      section: facts.rulebook.countyTable,
      evidence: "secondary",
      dataSet: facts.areas.countySet?.version ?? null,
    },
  ];
}

function creditItem(
  row: AutoCreditRow,
  subOptions: readonly SubOption[],
  { facts, runoff }: CreditFacts,
): ExplanationItem[] {
  const { citations } = facts.rulebook;
  const subOption = subOptions.find(({ id }) => id === row.subOptionId);
  if (subOption === undefined) return [];
  const isGiven = runoff.autoSelections.some(({ subOptionId }) => subOptionId === row.subOptionId);
  const fact = factOf(row, facts.soil.summary);
  const worth = pointsText(
    subOption,
    pointRange(subOption, { isSandyGround: hasSandyTexture(facts.soil.summary) }).low,
  );
  const reason = `${fact.text}${isGiven ? "credited" : worth} ${triggerText(row)}`;
  return [
    {
      ...cited({ ...subOption, cite: pointsCite(row, subOption) }, citations),
      ruleId: `auto_credit:${row.subOptionId}`,
      result: fact.isKnown ? resultOf(subOption) : "unresolved",
      text: [
        `${subOption.label}: ${isGiven ? worth : "no points"} (${reason})${withheld(row, runoff)}.`,
        ...(subOption.note === undefined ? [] : [subOption.note]),
      ].join(" "),
      dataSet: row.source === "always" ? null : facts.soil.version,
    },
  ];
}

/**
 * What the points rest on. A sub-option's citations name the source of its trigger as well; the evidence it has is that
 * of its points, and must not be shown beside a document that says nothing of them.
 */
function pointsCite(row: AutoCreditRow, { cite }: SubOption): string[] {
  const own = cite.filter((key) => !row.cite.includes(key));
  return own.length > 0 ? own : cite;
}

/** By the lowest reading, which is the one that counts; the row's note says where sources differ. */
const pointsText = ({ points }: SubOption, lowest: number): string => {
  if (points === null) return "a number of points that is not established";
  return lowest === 1 ? "1 point" : `${lowest} points`;
};

/** The credit may be given and earn nothing all the same, for example where a label bans use on sandy soil. */
function withheld({ subOptionId }: AutoCreditRow, { entries }: RunoffAssessment): string {
  const reason = entries
    .flatMap(({ selectedMeasures }) => selectedMeasures)
    .find((measure) => measure.subOptionId === subOptionId)?.reason;
  return reason === undefined || reason === null ? "" : `; it earns nothing here: ${reason}`;
}

/** The fact that a row's condition is compared with; no text where it needs none. */
function factOf({ source }: AutoCreditRow, soil: SoilSummary | null): { isKnown: boolean; text: string } {
  if (source === "always" || source === "county") return { isKnown: true, text: "" };
  if (soil === null) return { isKnown: false, text: "no soil data; " };
  if (source === "slope") {
    return soil.slopePct === null
      ? { isKnown: false, text: "average slope not known; " }
      : { isKnown: true, text: `average slope ${slopeText(soil.slopePct)}; ` };
  }
  return soil.dominantGroup === null
    ? { isKnown: false, text: "no dominant hydrologic soil group; " }
    : { isKnown: true, text: `${groupText(soil)}; ` };
}

/** Decimals enough that a slope just below a trigger is not written as the trigger. */
const slopeText = (slopePct: number): string =>
  `${Number.isInteger(Number(slopePct.toFixed(2))) ? String(slopePct) : decimalText(slopePct, 2)} %`;

function groupText({ dominantGroup, byGroup }: SoilSummary): string {
  const counted = effectiveGroup(dominantGroup);
  const share = byGroup[String(dominantGroup)]?.percentage;
  return [
    `dominant hydrologic soil group ${dominantGroup}`,
    ...(counted === dominantGroup ? [] : [`, which counts as ${counted}`]),
    ...(share === undefined ? [] : [`, on ${decimalText(share, 1)} % of the field`]),
  ].join("");
}

function triggerText({ when, source }: AutoCreditRow): string {
  if (source === "always") return "to every field";
  if (when.slopePctBelow !== undefined) return `below ${decimalText(when.slopePctBelow)} %`;
  if (when.slopePctAtMost !== undefined) return `at most ${decimalText(when.slopePctAtMost)} %`;
  return `on group ${(when.hydrologicGroupIn ?? []).join(" or ")}`;
}
