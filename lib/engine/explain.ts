import type { Citation } from "@/lib/domain/citation";
import type { ExplanationItem } from "@/lib/domain/compliance";
import type { County } from "@/lib/domain/field";
import type { DriftRule, LabelRules, RunoffRule } from "@/lib/domain/product";
import type { JudgedCondition } from "@/lib/engine/conditions/judge";
import type { Outcome } from "@/lib/engine/conditions/outcome";
import { explainCredits } from "@/lib/engine/explain-credits";
import { cited, NOTHING, resultOf, type RuleItem } from "@/lib/engine/explain-item";
import type { AssessmentFacts } from "@/lib/engine/facts";
import type { BoundLimitation } from "@/lib/engine/limitations/applied";
import type { RatedProduct } from "@/lib/engine/rated-product";
import type { RunoffAssessment } from "@/lib/engine/runoff/assess-runoff";

export interface ExplainFacts {
  facts: AssessmentFacts;
  rated: readonly RatedProduct[];
  bound: readonly BoundLimitation[];
  runoff: RunoffAssessment;
  counties: readonly County[];
  judged: readonly JudgedCondition[];
}

/** The rules that were used and what each rests on: what `explain=true`, the reports and the portal show. */
export const explain = (found: ExplainFacts): ExplanationItem[] => [
  ...found.rated.flatMap((product) => explainLabel(product, found)),
  ...found.bound.flatMap((limitation) => explainLimitation(limitation, found)),
  ...explainCredits(found),
];

function explainLabel(product: RatedProduct, { facts, judged }: ExplainFacts): ExplanationItem[] {
  const rules = product.esaRequired === false ? null : (product.record?.rules ?? null);
  if (rules === null) return [];
  const name = `product:${product.registration ?? product.submitted.productName}`;
  const dataSet = facts.catalogueVersion;
  const items: RuleItem[] = [
    { ...cited(rules.methods, rules.citations), ...methodItem(name, rules) },
    ...runoffItems(name, rules.runoff ?? [], rules.citations),
    ...rules.disallowedMeasures.map((rule) => ({
      ...cited(rule, rules.citations),
      ruleId: `${name}:disallowed:${rule.code}`,
      result: "applied" as const,
      text: `${rule.system}: ${rule.code} earns nothing for this product`,
    })),
    ...driftItems(name, rules.drift, rules.citations),
    ...rules.adjuvants.map((rule) => ({
      ...cited(rule, rules.citations),
      ruleId: `${name}:adjuvant:${rule.kind}`,
      result: resultOf(rule),
      text: rule.text,
    })),
    ...judged
      .filter((each) => each.product.productIndex === product.productIndex)
      .map(({ condition, ruleId, outcome: { result } }) => ({
        ...cited(condition, rules.citations),
        ruleId,
        result: OUTCOMES[result].result,
        text: `${condition.text}${OUTCOMES[result].ending}`,
      })),
  ];
  return items.map((item) => ({ ...item, dataSet, sharePct: null }));
}

/** Kept and broken are both applied: the text tells them apart. */
const OUTCOMES: Record<Outcome["result"], Pick<RuleItem, "result"> & { ending: string }> = {
  kept: { result: "applied", ending: " Kept." },
  broken: { result: "applied", ending: " Broken." },
  open: { result: "unresolved", ending: " Could not be judged." },
  unjudged: { result: "not_checked", ending: "" },
};

function methodItem(name: string, { methods }: LabelRules): Pick<RuleItem, "ruleId" | "result" | "text"> {
  const excluded = [...methods.excluded, ...(methods.excludedMethods ?? [])];
  return {
    ruleId: `${name}:methods`,
    result: resultOf(methods),
    text: [
      `permitted: ${methods.permitted.join(", ")}`,
      ...(excluded.length > 0 ? [`excluded: ${excluded.join(", ")}`] : []),
    ].join("; "),
  };
}

const runoffItems = (name: string, rules: readonly RunoffRule[], citations: Record<string, Citation>): RuleItem[] =>
  rules.map((rule) => ({
    ...cited(rule, citations),
    ruleId: `${name}:runoff:${rule.system}`,
    result: resultOf(rule),
    text: runoffText(rule),
  }));

const runoffText = (rule: RunoffRule): string => {
  if (rule.pointsBySoil !== null) {
    return `${rule.system}: ${rule.pointsBySoil.A_B} on soils A and B, ${rule.pointsBySoil.C_D} on soils C and D`;
  }
  return rule.points === null
    ? `${rule.system}: number of points not established`
    : `${rule.system}: ${rule.points} points`;
};

function driftItems(name: string, drift: DriftRule | null, citations: Record<string, Citation>): RuleItem[] {
  if (drift === null) return [];
  return Object.entries(drift.buffersEsa.bufferTypes).flatMap(([type, { methods }]) =>
    methods.map((method) => ({
      ...cited(drift, citations),
      ruleId: `${name}:drift:${type}:${method.type}`,
      result: resultOf(drift),
      text: `${type.replaceAll("_", "-")} buffer, ${method.type}: ${method.distanceFt} feet`,
    })),
  );
}

/** Every rule that scores a limitation; one that no rule scores is named as unresolved. */
function explainLimitation({ limitation, rule, missing }: BoundLimitation, { facts }: ExplainFacts): ExplanationItem[] {
  const pula = facts.areas.pulas.find(({ pulaId }) => pulaId === limitation.pulaId);
  const ruleId = `limitation:${limitation.limitationId}`;
  const shown = {
    dataSet: facts.areas.pulaSet?.version ?? null,
    sharePct: pula?.sharePct ?? null,
  };
  const uses = limitation.uses.length > 0 ? ` Uses named: ${limitation.uses.join(", ")}.` : "";
  const lacking = missing === null ? "" : ` Missing: ${missing}`;
  const text = `PULA ${limitation.pulaId}, code ${limitation.code}.${uses}${lacking}`;
  const items =
    rule === null
      ? []
      : [...runoffItems(ruleId, rule.runoff, rule.citations), ...driftItems(ruleId, rule.drift, rule.citations)];
  if (items.length === 0) return [{ ...NOTHING, ...shown, ruleId, result: "unresolved", text }];
  return items.map((item) => ({ ...item, ...shown, text: `${text} ${item.text}` }));
}
