import type { CreditFact, CreditTrigger, RuleExplained, RuleStatement } from "@/lib/domain/explanation";
import type { County } from "@/lib/domain/field";
import type { AutoCreditRow, NotCreditedReason, SubOption } from "@/lib/domain/mitigation";
import type { SoilSummary } from "@/lib/domain/soil";
import { citedRule, NOTHING, resultOf } from "@/lib/engine/explain-item";
import type { AssessmentFacts } from "@/lib/engine/facts";
import type { RunoffAssessment } from "@/lib/engine/runoff/assess-runoff";
import { decidingCounty } from "@/lib/engine/runoff/auto-credits";
import { pointRange } from "@/lib/engine/runoff/readings";
import { countedGroup } from "@/lib/engine/soil-group";
import { hasSandyTexture, isSandyGround } from "@/lib/engine/soil-texture";

interface CreditFacts {
  facts: AssessmentFacts;
  counties: readonly County[];
  runoff: RunoffAssessment;
}

/**
 * Every automatic runoff credit that the field has or was considered for, with the facts that decided.
 *
 * Units: slope and shares in percent. Source: the menu's citations of the sub-option.
 * Missing data: a credit whose fact is missing is unresolved; a county credit that no one can name has no item, for
 * COUNTY_CLASS_UNRESOLVED speaks of it. Throws: never.
 */
export function explainCredits(found: CreditFacts): RuleExplained[] {
  const { menus, autoCredits } = found.facts.rulebook;
  const subOptions = menus.epa_runoff.categories.flatMap(({ options }) => options.flatMap((each) => each.subOptions));
  return [
    ...explainCounty(found),
    ...autoCredits.rows
      .filter(({ source }) => source !== "county")
      .flatMap((row) => creditItem(row, subOptions, found)),
  ];
}

function explainCounty({ facts, counties, runoff }: CreditFacts): RuleExplained[] {
  const county = decidingCounty(counties);
  const credit = runoff.autoSelections.find(({ source }) => source === "county");
  if (county === null || credit === undefined) return [];
  return [
    {
      ...NOTHING,
      ruleId: `auto_credit:${credit.subOptionId}`,
      result: "applied",
      says: {
        kind: "county",
        county: county.name,
        points: county.points,
        isCoarse: facts.areas.countySet?.precision === "coarse",
      },
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
): RuleExplained[] {
  const { citations } = facts.rulebook;
  const subOption = subOptions.find(({ id }) => id === row.subOptionId);
  if (subOption === undefined) return [];
  const fact = factOf(row, facts.soil.summary);
  return [
    citedRule(
      { evidence: subOption.evidence, cite: pointsCite(row, subOption) },
      citations,
      {
        ruleId: `auto_credit:${row.subOptionId}`,
        result: isKnown(fact) ? resultOf(subOption) : "unresolved",
        says: creditStatement({ row, subOption, fact }, { facts, runoff }),
      },
      { dataSet: row.source === "always" ? null : facts.soil.version, sharePct: null },
    ),
  ];
}

interface Considered {
  row: AutoCreditRow;
  subOption: SubOption;
  fact: CreditFact;
}

/**
 * Its points by the lowest reading, which is the one that counts; the row's note says where sources differ. Of a credit that
 * the field's group does not give, what it would be worth with this texture.
 */
function creditStatement(
  { row, subOption, fact }: Considered,
  { facts, runoff }: Pick<CreditFacts, "facts" | "runoff">,
): RuleStatement {
  const isGiven = runoff.autoSelections.some(({ subOptionId }) => subOptionId === row.subOptionId);
  const soil = facts.soil.summary;
  const ground = { isSandyGround: isGiven ? isSandyGround(soil) : hasSandyTexture(soil) };
  return {
    kind: "credit",
    label: subOption.label,
    note: subOption.note ?? null,
    points: subOption.points === null ? null : pointRange(subOption, ground).low,
    isGiven,
    fact,
    trigger: triggerOf(row),
    withheld: withheldFor(row, runoff),
  };
}

/**
 * What the points rest on. A sub-option's citations name the source of its trigger as well; the evidence it has is that
 * of its points, and must not be shown beside a document that says nothing of them.
 */
function pointsCite(row: AutoCreditRow, { cite }: SubOption): string[] {
  const own = cite.filter((key) => !row.cite.includes(key));
  return own.length > 0 ? own : cite;
}

/** The credit may be given and earn nothing all the same, for example where a label bans use on sandy soil. */
const withheldFor = ({ subOptionId }: AutoCreditRow, { entries }: RunoffAssessment): NotCreditedReason | null =>
  entries.flatMap(({ selectedMeasures }) => selectedMeasures).find((measure) => measure.subOptionId === subOptionId)
    ?.reason ?? null;

/** The fact that a row's condition is compared with; nothing where it needs none. */
function factOf({ source }: AutoCreditRow, soil: SoilSummary | null): CreditFact {
  if (source === "always" || source === "county") return { about: "nothing" };
  if (soil === null) return { about: "no_soil" };
  if (source === "slope") return { about: "slope", slopePct: soil.slopePct };
  const { dominantGroup: group, byGroup } = soil;
  return {
    about: "group",
    group,
    countsAs: countedGroup(soil),
    sharePct: byGroup[String(group)]?.percentage ?? null,
  };
}

function isKnown(fact: CreditFact): boolean {
  if (fact.about === "slope") return fact.slopePct !== null;
  return fact.about === "group" ? fact.countsAs !== null : fact.about === "nothing";
}

function triggerOf({ when, source }: AutoCreditRow): CreditTrigger {
  if (source === "always") return { given: "always" };
  if (when.slopePctBelow !== undefined) return { given: "slope_below", slopePct: when.slopePctBelow };
  if (when.slopePctAtMost !== undefined) return { given: "slope_at_most", slopePct: when.slopePctAtMost };
  return { given: "groups", groups: when.hydrologicGroupIn ?? [] };
}
