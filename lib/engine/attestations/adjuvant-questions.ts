import { effectOf, type AttestationQuestion } from "@/lib/domain/attestation";
import { QUESTION_VERSION } from "@/lib/domain/question-kinds";
import type { AdjuvantRow } from "@/lib/domain/tables";
import { labelDateOf, restsOn } from "@/lib/engine/attestations/rests-on";
import { adjuvantIssue, mixAdjuvants, openAdjuvantRules, type OpenAdjuvantRule } from "@/lib/engine/drift/adjuvants";
import type { RatedProduct } from "@/lib/engine/rated-product";

export interface AdjuvantQuestionFacts {
  rated: readonly RatedProduct[];
  adjuvants: readonly AdjuvantRow[];
  gpa: number | null;
}

/** What the labels ask of adjuvants whose brand no table knows. */
export function adjuvantQuestions({ rated, adjuvants, gpa }: AdjuvantQuestionFacts): AttestationQuestion[] {
  const mix = mixAdjuvants(rated, adjuvants, gpa);
  return rated.flatMap((product) =>
    openAdjuvantRules(product, mix).map((open) => adjuvantQuestion(product, open, gpa)),
  );
}

function adjuvantQuestion(
  product: RatedProduct,
  { rule, candidates }: OpenAdjuvantRule,
  gpa: number | null,
): AttestationQuestion {
  const isRequired = rule.requirement === "required";
  const kind = isRequired ? "adjuvant_on_list" : "adjuvant_in_mix";
  const items = [...new Set(candidates.map((each) => each.product.submitted.productName))];
  const amounts = candidates.map(({ product: { submitted } }) => `${submitted.rate} ${submitted.rateUnit}`);
  const lifts = [adjuvantIssue(product, rule, "ADJUVANT_UNRECOGNISED")];
  const kept = effectOf({ lifts });
  const broken = effectOf({ lifts, finds: [adjuvantIssue(product, rule, "ADJUVANT_REQUIREMENT_UNMET")] });
  return {
    questionId: `${kind}:${product.registration ?? product.submitted.productName}:${rule.kind}`,
    kind,
    version: QUESTION_VERSION,
    productIndex: product.productIndex,
    subject: items.join(", "),
    labelDate: labelDateOf(product),
    restsOn: restsOn(kind, product, { items, amounts, gpa, rule: rule.text }),
    particulars: {
      productName: product.submitted.productName,
      items,
      adjuvantKind: rule.kind,
      condition: rule.text,
    },
    effects: isRequired ? { yes: kept, no: broken } : { yes: broken, no: kept },
  };
}
