import type { Citation } from "@/lib/domain/citation";
import type { BufferAsked, PointsAsked, RuleExplained, RuleStatement } from "@/lib/domain/explanation";
import type { County } from "@/lib/domain/field";
import type { BufferMethod, BufferType, DriftRule, LabelRules, RunoffRule } from "@/lib/domain/product";
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
export const explain = (found: ExplainFacts): RuleExplained[] => [
  ...found.rated.flatMap((product) => explainLabel(product, found)),
  ...found.bound.flatMap((limitation) => explainLimitation(limitation, found)),
  ...explainCredits(found),
];

function explainLabel(product: RatedProduct, { facts, judged }: ExplainFacts): RuleExplained[] {
  const rules = product.esaRequired === false ? null : (product.record?.rules ?? null);
  if (rules === null) return [];
  const name = `product:${product.registration ?? product.submitted.productName}`;
  const dataSet = facts.catalogueVersion;
  const items: RuleItem[] = [
    { ...cited(rules.methods, rules.citations), ...methodItem(name, rules) },
    ...runoffItems(name, rules.runoff ?? [], rules.citations, BY_LABEL),
    ...rules.disallowedMeasures.map((rule) => ({
      ...cited(rule, rules.citations),
      ruleId: `${name}:disallowed:${rule.code}`,
      result: "applied" as const,
      says: { kind: "disallowed" as const, system: rule.system, code: rule.code },
    })),
    ...driftItems(name, rules.drift, rules.citations, BY_LABEL),
    ...rules.adjuvants.map((rule) => ({
      ...cited(rule, rules.citations),
      ruleId: `${name}:adjuvant:${rule.kind}`,
      result: resultOf(rule),
      says: { kind: "adjuvant" as const, text: rule.text },
    })),
    ...judged
      .filter((each) => each.product.productIndex === product.productIndex)
      .map(({ condition, ruleId, outcome: { result } }) => ({
        ...cited(condition, rules.citations),
        ruleId,
        result: OUTCOMES[result],
        says: { kind: "condition" as const, text: condition.text, outcome: result },
      })),
  ];
  return items.map((item) => ({ ...item, dataSet, sharePct: null }));
}

/** Kept and broken are both applied: the statement tells them apart. */
const OUTCOMES: Record<Outcome["result"], RuleItem["result"]> = {
  kept: "applied",
  broken: "applied",
  open: "unresolved",
  unjudged: "not_checked",
};

function methodItem(name: string, { methods }: LabelRules): Pick<RuleItem, "ruleId" | "result" | "says"> {
  return {
    ruleId: `${name}:methods`,
    result: resultOf(methods),
    says: {
      kind: "methods",
      permitted: methods.permitted,
      excluded: [...methods.excluded, ...(methods.excludedMethods ?? [])],
    },
  };
}

/** Puts what a rule asks for into the statement of what sets it: a label or a limitation. */
type Set = (asked: PointsAsked | BufferAsked) => RuleStatement;
const BY_LABEL: Set = (asked) => asked;

const runoffItems = (
  name: string,
  rules: readonly RunoffRule[],
  citations: Record<string, Citation>,
  set: Set,
): RuleItem[] =>
  rules.map((rule) => ({
    ...cited(rule, citations),
    ruleId: `${name}:runoff:${rule.system}`,
    result: resultOf(rule),
    says: set({ kind: "points", system: rule.system, points: rule.points, bySoil: rule.pointsBySoil }),
  }));

function driftItems(name: string, drift: DriftRule | null, citations: Record<string, Citation>, set: Set): RuleItem[] {
  if (drift === null) return [];
  const types = Object.entries(drift.buffersEsa.bufferTypes) as [BufferType, { methods: BufferMethod[] }][];
  return types.flatMap(([bufferType, { methods }]) =>
    methods.map(({ type: methodClass, distanceFt }) => ({
      ...cited(drift, citations),
      ruleId: `${name}:drift:${bufferType}:${methodClass}`,
      result: resultOf(drift),
      says: set({ kind: "buffer", bufferType, methodClass, distanceFt }),
    })),
  );
}

/** Every rule that scores a limitation; one that no rule scores is named as unresolved. */
function explainLimitation({ limitation, rule, missing }: BoundLimitation, { facts }: ExplainFacts): RuleExplained[] {
  const { pulaId, code, uses } = limitation;
  const pula = facts.areas.pulas.find((found) => found.pulaId === pulaId);
  const ruleId = `limitation:${limitation.limitationId}`;
  const shown = {
    dataSet: facts.areas.pulaSet?.version ?? null,
    sharePct: pula?.sharePct ?? null,
  };
  const statement = (asks: PointsAsked | BufferAsked | null): RuleStatement => ({
    kind: "limitation",
    pulaId,
    code,
    uses,
    missing,
    asks,
  });
  const items =
    rule === null
      ? []
      : [
          ...runoffItems(ruleId, rule.runoff, rule.citations, statement),
          ...driftItems(ruleId, rule.drift, rule.citations, statement),
        ];
  if (items.length === 0) return [{ ...NOTHING, ...shown, ruleId, result: "unresolved", says: statement(null) }];
  return items.map((item) => ({ ...item, ...shown }));
}
