import type { AskedQuestion } from "@/lib/domain/attestation";
import type { Issue } from "@/lib/domain/issues";
import { mergeIssues } from "@/lib/domain/merge-issues";
import { submittedFacts, type SavedApplicationRecord } from "@/lib/domain/saved-application";
import type { Rulebook } from "@/lib/domain/tables";
import { confirmedBy, effectsOf, settledBy } from "@/lib/engine/attestations/apply";
import { productAsConfirmed } from "@/lib/engine/attestations/figures";
import { savedYearIssues } from "@/lib/engine/conditions/saved-year";
import type { RatedProduct } from "@/lib/engine/rated-product";
import type { Sibling } from "@/lib/engine/siblings";

/** A saved application with its products as they are rated. */
export interface SavedForm {
  form: SavedApplicationRecord;
  mix: readonly RatedProduct[];
}

interface SavedFacts {
  /** As it was checked and, where that is another setup, as its last drift computation had it. */
  forms: readonly SavedForm[];
  siblings: readonly Sibling[];
  rulebook: Rulebook;
  /** Questions whose answers count. */
  counted: readonly AskedQuestion[];
}

/** Limits of the year that the applications saved for earlier days leave no room for, as they are saved now. */
export function yearIssues({ forms, siblings, rulebook, counted }: SavedFacts): Issue[] {
  // Most labels ask nothing of the year, and a season has thousands of them.
  if (siblings.length === 0) return [];
  const confirmed = confirmedBy(counted);
  const isSettled = settledBy(effectsOf(counted));
  const issues = forms.flatMap(({ form, mix }) =>
    savedYearIssues({
      application: { ...submittedFacts(form), accountId: form.accountId, userEmail: null },
      mix: mix.map((product) => asChecked(product, { form, isConfirmed: confirmed.has(product.productIndex) })),
      ...{ siblings, isSettled, cropTable: rulebook.crops },
    }),
  );
  return mergeIssues(issues);
}

/** Whether ESA language binds a product is as the last check found it, with the limitations in force then. */
const asChecked = (
  product: RatedProduct,
  { form, isConfirmed }: { form: SavedApplicationRecord; isConfirmed: boolean },
): RatedProduct => ({
  ...productAsConfirmed(product, isConfirmed),
  esaRequired: form.lastAssessment?.products[product.productIndex]?.esaRequired ?? product.esaRequired,
});
