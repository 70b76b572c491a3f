import type { AreaWithoutText } from "@/lib/domain/issue-particulars";
import { issue, type Issue } from "@/lib/domain/issues";
import { areAllNamed } from "@/lib/domain/ingredients";
import { isFreeOfEsa } from "@/lib/domain/product";
import type { RegulatedAreas } from "@/lib/domain/pula";
import type { BoundLimitation } from "@/lib/engine/limitations/applied";
import { prohibitionOf, type CropFacts } from "@/lib/engine/limitations/prohibition";
import { limitationScheme } from "@/lib/engine/limitations/scheme";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** Areas of the field with codes of which no limitation is loaded. */
export const areasWithoutText = ({ pulas }: Pick<RegulatedAreas, "pulas">): AreaWithoutText[] =>
  pulas
    .filter(({ codesWithoutLimitation }) => codesWithoutLimitation.length > 0)
    .map(({ pulaId, codesWithoutLimitation }) => ({ pulaId, codes: codesWithoutLimitation }));

/**
 * Those whose codes may limit a product though no text says so: of which none is loaded, or any where the product has ingredients that
 * no one knows, because a text may name one of them.
 */
export const areasSilentOn = (
  { record }: Pick<RatedProduct, "record">,
  areas: Pick<RegulatedAreas, "pulas">,
): AreaWithoutText[] =>
  record === null || areAllNamed(record.ingredients)
    ? areasWithoutText(areas)
    : areas.pulas.filter(({ codes }) => codes.length > 0).map(({ pulaId, codes }) => ({ pulaId, codes }));

interface LimitationFacts {
  rated: readonly RatedProduct[];
  bound: readonly BoundLimitation[];
  areas: RegulatedAreas;
  known: CropFacts;
}

/**
 * What limitations leave to be read: every text, one that forbids the product too, unless a rule made from its very words
 * scores all of it, and every code that the loaded rows say nothing about. A rule that forbids the product on the crops of its row
 * scores nothing on another crop.
 *
 * Source: docs/contract.md, Single check. Missing data: a code without a text may limit every product that is not known
 * to be free of ESA language, because a bulletin binds where a label refers to it; any code may limit one with ingredients that no one
 * knows. Throws: never.
 */
export function limitationIssues({ rated, bound, areas, known }: LimitationFacts): Issue[] {
  const toRead = bound.filter((each) => !each.isScored || prohibitionOf(each, known) === "other_use");
  const silent = areasWithoutText(areas);
  const mayLimit = rated.filter((product) => !isFreeOfEsa(product)).map(({ productIndex }) => productIndex);
  const unnamed = rated.filter(({ esaRequired, record }) => {
    return esaRequired === true && record !== null && !areAllNamed(record.ingredients);
  });
  const unsupported = bound.filter(
    ({ rule, limitation }) => rule === null && limitationScheme(limitation.text) === "other_scheme",
  );
  return [
    ...toRead.map(({ limitation }) =>
      issue("LIMITATIONS_REVIEW_REQUIRED", { particulars: { toRead: [limitation.code] } }),
    ),
    ...(silent.length === 0
      ? []
      : [issue("LIMITATIONS_REVIEW_REQUIRED", { particulars: { areasWithoutText: silent, mayLimit } })]),
    ...unnamed.flatMap((product) => {
      const own = areasSilentOn(product, areas);
      const particulars = { areasWithoutText: own, mayLimit: [product.productIndex] };
      return own.length === 0 ? [] : [issue("LIMITATIONS_REVIEW_REQUIRED", { particulars })];
    }),
    ...unsupported.map(({ limitation }) =>
      issue("UNSUPPORTED_MITIGATION", { particulars: { limitationCodes: [limitation.code] } }),
    ),
  ];
}
