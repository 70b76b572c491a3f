import type { AttestationQuestion } from "@/lib/domain/attestation";
import { freedBy } from "@/lib/engine/attestations/apply";
import type { AssessmentFacts } from "@/lib/engine/facts";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { assessRunoff, type FoundFacts, type RunoffAssessment } from "@/lib/engine/runoff/assess-runoff";

/** Runoff with what it was assessed from. */
export interface SettledRunoff extends RunoffAssessment {
  rated: RatedProduct[];
}

/**
 * Runoff as it is once the applicator says that no unread label of the mix has ESA directions. Null: there is no such
 * label to ask about.
 */
export function settledRunoffOf(
  facts: AssessmentFacts,
  found: FoundFacts,
  questions: readonly AttestationQuestion[],
): SettledRunoff | null {
  const freed = freedBy(questions.map(({ effects }) => effects.no));
  if (freed.size === 0) return null;
  const rated = found.rated.map((product) =>
    freed.has(product.productIndex) ? { ...product, attested: { isFree: true, lifts: [] } } : product,
  );
  // Not spread: its advice would be looked for here and now.
  return Object.assign(assessRunoff(facts, { ...found, rated }), { rated });
}
