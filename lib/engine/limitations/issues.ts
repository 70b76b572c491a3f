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

interface BoundFacts {
  areas: Pick<RegulatedAreas, "pulas">;
  bound: readonly BoundLimitation[];
}

/**
 * Areas with the codes whose loaded texts may name an ingredient of a product that no one knows. A code of which a text binds the product
 * has been found; none is left where all ingredients are known.
 */
const areasThatMayName = ({ record, productIndex }: NamedBy, { areas, bound }: BoundFacts): AreaWithoutText[] => {
  if (record === null || areAllNamed(record.ingredients)) return [];
  return areas.pulas.flatMap(({ pulaId, codes, codesWithoutLimitation }) => {
    const found = bound.filter(({ rated, limitation }) => {
      return rated.productIndex === productIndex && limitation.pulaId === pulaId;
    });
    const known = new Set([...codesWithoutLimitation, ...found.map(({ limitation }) => limitation.code)]);
    const left = codes.filter((code) => !known.has(code));
    return left.length === 0 ? [] : [{ pulaId, codes: left }];
  });
};

type NamedBy = Pick<RatedProduct, "record" | "productIndex">;

/** Areas with the codes that may limit a product though no text that was found says so. */
export function areasSilentOn(product: NamedBy, facts: BoundFacts): AreaWithoutText[] {
  const both = [...areasWithoutText(facts.areas), ...areasThatMayName(product, facts)];
  return facts.areas.pulas.flatMap(({ pulaId }) => {
    const codes = both.filter((each) => each.pulaId === pulaId).flatMap((each) => each.codes);
    return codes.length === 0 ? [] : [{ pulaId, codes }];
  });
}

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
  const asked = rated.filter(({ esaRequired }) => esaRequired === true);
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
    ...asked.flatMap((product) => {
      const mayName = areasThatMayName(product, { areas, bound });
      const particulars = { mayName, mayLimit: [product.productIndex] };
      return mayName.length === 0 ? [] : [issue("LIMITATIONS_REVIEW_REQUIRED", { particulars })];
    }),
    ...unsupported.map(({ limitation }) =>
      issue("UNSUPPORTED_MITIGATION", { particulars: { limitationCodes: [limitation.code] } }),
    ),
  ];
}
