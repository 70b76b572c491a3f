import type { Citation, Cited } from "@/lib/domain/citation";
import type {
  BufferAsked,
  PointsAsked,
  ProhibitionAsked,
  RuleExplained,
  RuleSource,
  RuleStatement,
} from "@/lib/domain/explanation";
import type { County } from "@/lib/domain/field";
import {
  isFreeOfEsa,
  type BufferMethod,
  type BufferType,
  type DriftRule,
  type LabelRules,
  type RunoffRule,
} from "@/lib/domain/product";
import type { ConditionFacts } from "@/lib/engine/conditions/facts";
import type { JudgedCondition } from "@/lib/engine/conditions/judge";
import type { Outcome } from "@/lib/engine/conditions/outcome";
import { explainCredits } from "@/lib/engine/explain-credits";
import { citedRule, NOTHING, resultOf } from "@/lib/engine/explain-item";
import type { AssessmentFacts } from "@/lib/engine/facts";
import type { BoundLimitation } from "@/lib/engine/limitations/applied";
import { isProhibition, prohibitionOf } from "@/lib/engine/limitations/prohibition";
import type { RatedProduct } from "@/lib/engine/rated-product";
import type { RunoffAssessment } from "@/lib/engine/runoff/assess-runoff";

export interface ExplainFacts {
  facts: AssessmentFacts;
  rated: readonly RatedProduct[];
  bound: readonly BoundLimitation[];
  runoff: RunoffAssessment;
  counties: readonly County[];
  judged: readonly JudgedCondition[];
  known: Pick<ConditionFacts, "crops" | "cropTable">;
}

/** The rules that were used and what each rests on: what `explain=true`, the reports and the portal show. */
export const explain = (found: ExplainFacts): RuleExplained[] => [
  ...found.rated.flatMap((product) => explainLabel(product, found)),
  ...found.bound.flatMap((limitation) => explainLimitation(limitation, found)),
  ...explainCredits(found),
];

function explainLabel(product: RatedProduct, { facts, judged }: ExplainFacts): RuleExplained[] {
  const rules = isFreeOfEsa(product) ? null : (product.record?.rules ?? null);
  if (rules === null) return [];
  const name = `product:${product.registration ?? product.submitted.productName}`;
  const data = { dataSet: facts.catalogueVersion, sharePct: null };
  const setter: Setter = { name, citations: rules.citations, data, says: (asked) => asked };
  const item: Item = (fact, rule) => citedRule(fact, rules.citations, rule, data);
  return [
    methodItem(name, rules, item),
    ...runoffItems(rules.runoff ?? [], setter),
    ...rules.disallowedMeasures.map((rule) =>
      item(rule, {
        ruleId: `${name}:disallowed:${rule.code}`,
        result: "applied",
        says: { kind: "disallowed", system: rule.system, code: rule.code },
      }),
    ),
    ...driftItems(rules.drift, setter),
    ...rules.adjuvants.map((rule) =>
      item(rule, {
        ruleId: `${name}:adjuvant:${rule.kind}`,
        result: resultOf(rule),
        says: { kind: "adjuvant", text: rule.text },
      }),
    ),
    ...judged
      .filter((each) => each.product.productIndex === product.productIndex)
      .map(({ condition, ruleId, outcome: { result } }) =>
        item(condition, {
          ruleId,
          result: OUTCOMES[result],
          says: { kind: "condition", text: condition.text, outcome: result },
        }),
      ),
  ];
}

type Stated = Pick<RuleExplained, "ruleId" | "result" | "says">;
type Item = (fact: Cited, rule: Stated) => RuleExplained;

/** Kept and broken are both applied: the statement tells them apart. */
const OUTCOMES: Record<Outcome["result"], RuleExplained["result"]> = {
  kept: "applied",
  broken: "applied",
  open: "unresolved",
  unjudged: "not_checked",
};

function methodItem(name: string, { methods }: LabelRules, item: Item): RuleExplained {
  return item(methods, {
    ruleId: `${name}:methods`,
    result: resultOf(methods),
    says: {
      kind: "methods",
      permitted: methods.permitted,
      excluded: [...methods.excluded, ...(methods.excludedMethods ?? [])],
    },
  });
}

/** A label or a limitation that asks for something. */
interface Setter {
  name: string;
  citations: Record<string, Citation>;
  data: Pick<RuleSource, "dataSet" | "sharePct">;
  /** Puts a demand into the statement of what makes it. */
  says: (asked: PointsAsked | BufferAsked) => RuleStatement;
}

const runoffItems = (rules: readonly RunoffRule[], { name, citations, data, says }: Setter): RuleExplained[] =>
  rules.map((rule) => {
    const { system, points, pointsBySoil: bySoil } = rule;
    const stated = says({ kind: "points", system, points, bySoil });
    return citedRule(
      rule,
      citations,
      { ruleId: `${name}:runoff:${system}`, result: resultOf(rule), says: stated },
      data,
    );
  });

function driftItems(drift: DriftRule | null, { name, citations, data, says }: Setter): RuleExplained[] {
  if (drift === null) return [];
  const types = Object.entries(drift.buffersEsa.bufferTypes) as [BufferType, { methods: BufferMethod[] }][];
  return types.flatMap(([bufferType, { methods }]) =>
    methods.map(({ type: methodClass, distanceFt }) => {
      const stated = says({ kind: "buffer", bufferType, methodClass, distanceFt });
      const ruleId = `${name}:drift:${bufferType}:${methodClass}`;
      return citedRule(drift, citations, { ruleId, result: resultOf(drift), says: stated }, data);
    }),
  );
}

/** Every rule that scores a limitation; one that no rule scores is named as unresolved. */
function explainLimitation(bound: BoundLimitation, { facts, known }: ExplainFacts): RuleExplained[] {
  const { limitation, rule, missing } = bound;
  const { pulaId, code, uses } = limitation;
  const pula = facts.areas.pulas.find((found) => found.pulaId === pulaId);
  const ruleId = `limitation:${limitation.limitationId}`;
  const data = {
    dataSet: facts.areas.pulaSet?.version ?? null,
    sharePct: pula?.sharePct ?? null,
  };
  const says = (asks: PointsAsked | BufferAsked | ProhibitionAsked | null): RuleStatement => ({
    kind: "limitation",
    pulaId,
    code,
    uses,
    missing,
    asks,
  });
  const setter = { name: ruleId, citations: rule?.citations ?? {}, data, says };
  const prohibits = prohibitionOf(bound, known) === "known";
  const items = [
    ...(prohibits ? [prohibitionItem(bound, setter, says)] : []),
    ...(rule === null ? [] : [...runoffItems(rule.runoff, setter), ...driftItems(rule.drift, setter)]),
  ];
  return items.length > 0 ? items : [{ ...NOTHING, ...data, ruleId, result: "unresolved", says: says(null) }];
}

/** What forbids the product: the limitation's own words, or the rule that was made of them, in the document that it cites. */
function prohibitionItem(
  { limitation: { text }, rule }: BoundLimitation,
  { name, citations, data }: Setter,
  says: (asks: ProhibitionAsked) => RuleStatement,
): RuleExplained {
  const byWords = isProhibition(text);
  const stated = says({ kind: "prohibition", text: byWords ? text : null });
  const cite = rule?.prohibits === true ? Object.keys(citations) : [];
  const item = { ruleId: `${name}:prohibition`, result: "applied", says: stated } as const;
  return { ...citedRule({ evidence: "primary", cite }, citations, item, data), evidence: null };
}
