import { effectOf, type AttestationQuestion } from "@/lib/domain/attestation";
import { countsTowardPass, type Cited } from "@/lib/domain/citation";
import type { Assessment, ConfirmedPart, RequirementRow } from "@/lib/domain/compliance";
import type { LabelFigure } from "@/lib/domain/label-figures";
import { oncePer } from "@/lib/domain/once-per";
import {
  namedDroplets,
  type BufferMethod,
  type CatalogueProduct,
  type DriftRule,
  type LabelRules,
  type RunoffRule,
} from "@/lib/domain/product";
import { QUESTION_VERSION } from "@/lib/domain/question-kinds";
import { labelDateOf, restsOn } from "@/lib/engine/attestations/rests-on";
import { onePerId } from "@/lib/engine/attestations/one-per-id";
import { conditionsOf } from "@/lib/engine/conditions/of-label";
import type { AssessmentFacts } from "@/lib/engine/facts";
import type { RatedProduct } from "@/lib/engine/rated-product";

const isOpen = ({ evidence }: Cited): boolean => !countsTowardPass(evidence);

/**
 * Asks whether the label in hand says what its edition is believed to say, for each product whose points or buffer rest
 * on no reading of that label.
 *
 * Source: the rules of the label that bind. Missing data: nothing is asked where a yes could not settle points and
 * buffers, as where a figure is not known at all. Throws: never.
 */
export const figureQuestions = (rated: readonly RatedProduct[]): AttestationQuestion[] =>
  onePerId(rated.flatMap((product) => figureQuestion(product)));

function figureQuestion(product: RatedProduct): AttestationQuestion[] {
  const { registration, productIndex, submitted } = product;
  const rules = product.esaRequired === true && product.nameBelongsTo === null ? product.record?.rules : null;
  if (registration === null || rules == null) return [];
  const figures = figuresOf(rules);
  if (figures === null) return [];
  return [
    {
      questionId: `figures_on_label:${registration}`,
      kind: "figures_on_label",
      version: QUESTION_VERSION,
      productIndex,
      subject: registration,
      labelDate: bindingDateOf(product),
      restsOn: restsOn("figures_on_label", product, { figures: asTexts(figures) }),
      particulars: { productName: submitted.productName, figures },
      effects: { yes: effectOf({ confirms: [productIndex] }), no: effectOf() },
    },
  ];
}

/** The date of the edition whose rules bind, which may be older than the newest that is known. */
const bindingDateOf = (product: RatedProduct): string | null =>
  product.record?.editions?.find(({ rules }) => rules !== null && rules === product.record?.rules)?.labelDate ??
  labelDateOf(product);

/** What of a label no one has read there; null: nothing of its points and buffers, or more than a question can settle. */
const figuresOf = oncePer((rules: LabelRules): LabelFigure[] | null => {
  const { runoff, drift, driftResolved, methods } = rules;
  if (runoff === null || (drift === null && !driftResolved) || hasOpenText(rules)) return null;
  const figures = [...runoff.filter(isOpen).map(pointsFigure), ...(drift === null ? [] : driftFigures(drift))];
  const known = figures.filter((figure) => figure !== null);
  if (known.length < figures.length || (known.length === 0 && !isOpen(methods))) return null;
  const { permitted, excluded } = methods;
  return [
    ...(isOpen(methods) ? [{ kind: "methods", permitted, excluded } as const] : []),
    ...known,
    ...[...conditionsOf(rules).filter(isConfirmable), ...rules.adjuvants.filter(isOpen)].map(
      ({ text }) => ({ kind: "direction", text }) as const,
    ),
  ];
});

const asTexts = oncePer((figures: readonly LabelFigure[]): readonly string[] =>
  figures.map((figure) => JSON.stringify(figure)),
);

/**
 * Whether a sentence of the label stands here whole, with whatever could be judged in it: a yes would make points and
 * buffer count, and its wind or heat would be judged by no one.
 */
const hasOpenText = ({ limits }: LabelRules): boolean =>
  limits.some((limit) => limit.kind === "not_checked" && isOpen(limit));

const pointsFigure = ({ system, points, when }: RunoffRule): LabelFigure | null =>
  points === null || when !== undefined ? null : { kind: "points", system, points };

/** A figure that depends on more than one line can say is null. */
function driftFigures(rule: DriftRule): (LabelFigure | null)[] {
  if (!isOpen(rule)) return [];
  const { minDropletSize, maxBoomHeight, buffersEsa } = rule;
  const minimum = namedDroplets(minDropletSize);
  const buffers = Object.entries(buffersEsa.bufferTypes) as [
    keyof typeof buffersEsa.bufferTypes,
    { methods: BufferMethod[] },
  ][];
  return [
    ...(minimum === null ? [] : [{ kind: "droplets", minimum } as const]),
    ...(maxBoomHeight === null ? [] : [{ kind: "boom", maximum: maxBoomHeight } as const]),
    ...buffers.flatMap(([bufferType, { methods }]) => methods.map((method) => bufferFigure(bufferType, method))),
  ];
}

const bufferFigure = (
  bufferType: keyof DriftRule["buffersEsa"]["bufferTypes"],
  { type, distanceFt, minDropletSize, boomHeight, rateRanges, windSpeedRanges }: BufferMethod,
): LabelFigure | null =>
  [minDropletSize, boomHeight, rateRanges, windSpeedRanges].some((dependsOn) => dependsOn !== null)
    ? null
    : { kind: "buffer", bufferType, method: type, distanceFt };

/** Directions that have a question of their own keep it, and what no one has read at all is no text to confirm. */
const isConfirmable = (condition: ReturnType<typeof conditionsOf>[number]): boolean =>
  isOpen(condition) && condition.kind !== "unread" && condition.asks === undefined && condition.disputed !== true;

/** The facts of an assessment as they are once the labels in hand are said to have the figures that were asked about. */
export function factsAsConfirmed(facts: AssessmentFacts, questions: readonly AttestationQuestion[]): AssessmentFacts {
  const confirmed = new Set(questions.flatMap(({ effects }) => effects.yes.confirms));
  return {
    ...facts,
    products: facts.products.map((product) => productAsConfirmed(product, confirmed.has(product.productIndex))),
  };
}

/** A product by the rules of its label, as they count once someone found its figures there. */
export const productAsConfirmed = <Product extends { record: CatalogueProduct | null }>(
  product: Product,
  isConfirmed: boolean,
): Product =>
  product.record?.rules == null || !isConfirmed
    ? product
    : { ...product, record: { ...product.record, rules: confirmedRules(product.record.rules) } };

/** Relief that no one has read stays out: it never became part of the rules. */
const confirmedRules = oncePer((rules: LabelRules): LabelRules => ({
  ...rules,
  methods: asConfirmed(rules.methods),
  limits: rules.limits.map(asConfirmed),
  conditions: rules.conditions.map((condition) => (isConfirmable(condition) ? asConfirmed(condition) : condition)),
  runoff: rules.runoff?.map(asConfirmed) ?? null,
  drift: rules.drift === null ? null : asConfirmed(rules.drift),
  adjuvants: rules.adjuvants.map(asConfirmed),
}));

/** The applicator's reading is another party's. */
const asConfirmed = <Rule extends Cited>(rule: Rule): Rule =>
  isOpen(rule) ? { ...rule, evidence: "secondary" } : rule;

/** What is kept of an assessment with confirmed figures. */
export const confirmedPart = ({
  assessment: { status, processingComplete, issues, unjudged, settledTargets },
  requirements,
}: {
  assessment: Assessment;
  requirements: RequirementRow[];
}): ConfirmedPart => ({
  status,
  processingComplete,
  issues,
  unjudged,
  settledTargets,
  requirements,
});
