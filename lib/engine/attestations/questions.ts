import { QUESTION_VERSION, type QuestionKind } from "@/lib/domain/question-kinds";
import { effectOf, type AttestationQuestion } from "@/lib/domain/attestation";
import { areAllNamed } from "@/lib/domain/ingredients";
import type { LabelRules } from "@/lib/domain/product";
import type { RegulatedAreas } from "@/lib/domain/pula";
import { adjuvantQuestions, type AdjuvantQuestionFacts } from "@/lib/engine/attestations/adjuvant-questions";
import { bulletinQuestions } from "@/lib/engine/attestations/bulletin-questions";
import { conditionQuestions } from "@/lib/engine/attestations/condition-questions";
import { onePerId } from "@/lib/engine/attestations/one-per-id";
import { labelDateOf, restsOn } from "@/lib/engine/attestations/rests-on";
import type { ConditionFacts } from "@/lib/engine/conditions/facts";
import type { JudgedCondition } from "@/lib/engine/conditions/judge";
import type { BoundLimitation } from "@/lib/engine/limitations/applied";
import type { RatedProduct } from "@/lib/engine/rated-product";

export interface QuestionFacts extends AdjuvantQuestionFacts {
  areas: RegulatedAreas;
  bound: readonly BoundLimitation[];
  known: ConditionFacts;
  judged: readonly JudgedCondition[];
}

/**
 * What only the applicator can know of this application: each question is asked only where the answer hangs on it.
 *
 * Source: the facts of the assessment alone, so the same facts always ask the same. Missing data: nothing is asked where
 * an answer could not count. A product that a limitation names is not asked about, because the limitation says that its
 * label has directions; neither is one without known ingredients in an area, because a limitation may name them.
 * Throws: never.
 */
export const questionsOf = (facts: QuestionFacts): AttestationQuestion[] =>
  onePerId([
    ...facts.rated.flatMap((product) => productQuestion(product, facts)),
    ...bulletinQuestions(facts),
    ...conditionQuestions(facts.judged, facts.known),
    ...adjuvantQuestions(facts),
  ]);

function productQuestion(product: RatedProduct, facts: QuestionFacts): AttestationQuestion[] {
  if (product.esaRequired !== null || product.nameBelongsTo !== null) return [];
  if (product.registration !== null) {
    return canBeFree(product, facts) ? [questionAbout(product, "label_has_esa_directions", product.registration)] : [];
  }
  const { epaNumber, kind, productName } = product.submitted;
  const mayBeNoPesticide = epaNumber === null && kind !== "pesticide" && product.isLikePesticide !== true;
  return mayBeNoPesticide ? [questionAbout(product, "product_has_epa_number", productName)] : [];
}

/** Whether "no directions" could be true, by all that is known. */
function canBeFree(product: RatedProduct, { areas, bound }: QuestionFacts): boolean {
  const isNamed = product.isLimited === true || bound.some(({ rated }) => rated.productIndex === product.productIndex);
  if (isNamed || product.labelEndedOn !== undefined) return false;
  if (hasDemands(product.record?.rules ?? null)) return false;
  return (
    areAllNamed(product.record?.ingredients ?? []) || (areas.pulas.length === 0 && areas.pulaSet?.coversField === true)
  );
}

/** Points, a buffer or an end to come that were read on a label are known, whatever an answer says about directions. */
const hasDemands = (rules: LabelRules | null): boolean =>
  rules !== null && ((rules.runoff ?? []).length > 0 || rules.drift !== null || rules.expiresOn !== undefined);

/** "No" frees the product; "yes" leaves everything as it is. */
function questionAbout(
  product: RatedProduct,
  kind: Extract<QuestionKind, "label_has_esa_directions" | "product_has_epa_number">,
  subject: string,
): AttestationQuestion {
  const { productIndex, submitted } = product;
  return {
    questionId: `${kind}:${subject}`,
    kind,
    version: QUESTION_VERSION,
    productIndex,
    subject,
    labelDate: labelDateOf(product),
    restsOn: restsOn(kind, product, {}),
    particulars: { productName: submitted.productName },
    effects: { yes: effectOf(), no: effectOf({ frees: [productIndex] }) },
  };
}
