import { effectOf, type AttestationQuestion } from "@/lib/domain/attestation";
import { areAllNamed } from "@/lib/domain/ingredients";
import type { RegulatedAreas } from "@/lib/domain/pula";
import { QUESTION_VERSION } from "@/lib/domain/question-kinds";
import { labelDateOf, restsOn } from "@/lib/engine/attestations/rests-on";
import type { ConditionFacts } from "@/lib/engine/conditions/facts";
import type { BoundLimitation } from "@/lib/engine/limitations/applied";
import { areasSilentOn } from "@/lib/engine/limitations/issues";
import type { RatedProduct } from "@/lib/engine/rated-product";

interface BulletinFacts {
  rated: readonly RatedProduct[];
  bound: readonly BoundLimitation[];
  areas: RegulatedAreas;
  known: ConditionFacts;
}

/**
 * Whether the bulletin limits a product, where an area has a code whose text is not loaded, or may name an ingredient that no one knows.
 *
 * Asked of products whose labels refer to bulletins; one whose label no one has read is asked about its label. A product
 * that a loaded limitation binds here is not asked about: that limitation stands, whatever a person reads. But where not all of its
 * ingredients are known, it is asked what else binds it. Source: docs/rules.md, Attestations. Missing data: none is asked without such an
 * area. Throws: never.
 */
export function bulletinQuestions({ rated, bound, areas, known }: BulletinFacts): AttestationQuestion[] {
  const month = known.application.applicationDate.slice(0, 7);
  const boundBy = ({ productIndex }: RatedProduct): string[] => [
    ...new Set(
      bound.flatMap(({ rated: of, limitation }) => (of.productIndex === productIndex ? [limitation.code] : [])),
    ),
  ];
  const canEnd = (product: RatedProduct): boolean =>
    boundBy(product).length === 0 || !areAllNamed(product.record?.ingredients ?? []);
  return rated
    .filter((product) => product.esaRequired === true && product.nameBelongsTo === null && canEnd(product))
    .flatMap((product) => {
      const silent = areasSilentOn(product, { areas, bound });
      if (silent.length === 0) return [];
      const besides = boundBy(product).toSorted();
      const subject = product.registration ?? product.submitted.productName;
      const areaNames = silent.map(({ pulaId, codes }) => `${pulaId}: ${codes.join(", ")}`);
      return {
        questionId: `bulletin_limits_product:${subject}`,
        kind: "bulletin_limits_product",
        version: QUESTION_VERSION,
        productIndex: product.productIndex,
        subject,
        labelDate: labelDateOf(product),
        restsOn: restsOn("bulletin_limits_product", product, {
          month,
          areas: areaNames,
          method: known.application.method,
          crop: known.application.crop,
          ...(besides.length === 0 ? {} : { besides }),
        }),
        particulars: {
          productName: product.submitted.productName,
          areas: silent,
          month,
          ...(besides.length === 0 ? {} : { besides }),
        },
        effects: { yes: effectOf(), no: effectOf({ unlimited: [product.productIndex] }) },
      };
    });
}
