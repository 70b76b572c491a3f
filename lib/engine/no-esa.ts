import type { SubmittedProduct } from "@/lib/domain/application";
import { ASSESSMENT_VERSION, type Assessment } from "@/lib/domain/compliance";
import { isFreeOfEsa, matchedProduct, type ResolvedProduct } from "@/lib/domain/product";
import type { Rulebook } from "@/lib/domain/tables";

const NOTHING_ASKED = { questions: [], settledTargets: null, attestations: [], whenConfirmed: null };

/**
 * The assessment of a mix in which every product is known to carry no ESA language: nothing applies.
 *
 * Source: docs/contract.md, Single check the early return. Throws RangeError when a product is not so known, because
 * an unknown product must never be read as one without requirements.
 */
export function assessWithoutEsa(facts: {
  now: Date;
  submitted: readonly SubmittedProduct[];
  products: readonly ResolvedProduct[];
  rulebook: Rulebook;
  catalogueVersion: string | null;
}): Assessment {
  if (!facts.products.every(isFreeOfEsa)) {
    throw new RangeError("a product is not known to be free of ESA language");
  }
  return {
    version: ASSESSMENT_VERSION,
    calculatedAt: facts.now,
    status: "not_applicable",
    processingComplete: true,
    issues: [],
    unjudged: [],
    soil: { status: "not_applicable", summary: null, version: null },
    runoff: [],
    gapAdvice: [],
    drift: { status: "not_applicable", configuration: null, reductions: [], issues: [] },
    products: facts.submitted.map((submitted, index) => ({
      epaNumber: submitted.epaNumber,
      productName: submitted.productName,
      matchedProduct: matchedProduct(facts.products[index]?.record ?? null),
      pest: submitted.pest,
      productStatus: facts.products[index]?.record?.status ?? null,
      esaRequired: false,
      pulas: [],
    })),
    nearbyPulas: [],
    summary: {
      totalPulas: 0,
      totalLimitations: 0,
      productsChecked: facts.submitted.length,
      productsWithLimitations: 0,
    },
    dataVersions: {
      pula: null,
      county: null,
      countyPrecision: null,
      soil: null,
      catalogue: facts.catalogueVersion,
      mitigationMenu: facts.rulebook.menus.epa_runoff.edition,
    },
    explanation: [],
    ...NOTHING_ASKED,
  };
}
