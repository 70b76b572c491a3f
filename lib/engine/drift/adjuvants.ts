import { methodClass, type ApplicationMethod } from "@/lib/domain/application";
import { countsTowardPass } from "@/lib/domain/citation";
import type { AdjuvantResults } from "@/lib/domain/drift";
import { issue, type Issue } from "@/lib/domain/issues";
import type { AdjuvantRule } from "@/lib/domain/product";
import { findAdjuvant, type AdjuvantKind, type AdjuvantRow, type Rulebook } from "@/lib/domain/tables";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** What of the mix is, or could be, an adjuvant. */
export interface MixAdjuvant {
  product: RatedProduct;
  /** Null: it carries no registration number and no name that the table resolves. */
  row: AdjuvantRow | null;
}

/**
 * The adjuvants of a mix: everything without a registration number that is no product of the catalogue.
 *
 * Units: none. Source: the adjuvant table; spec: decisions section 3. Missing data: a brand that the table does not
 * hold has no kind. Throws: never.
 */
export const mixAdjuvants = (products: readonly RatedProduct[], table: readonly AdjuvantRow[]): MixAdjuvant[] =>
  products
    .filter(({ registration, record }) => registration === null && record === null)
    .map((product) => ({ product, row: findAdjuvant(table, product.submitted.productName) }));

/** The kinds that an adjuvant is of, the broader ones included. */
const kindsOf = (row: AdjuvantRow): AdjuvantKind[] => [row.kind, ...row.alsoKinds];

export const kindsInMix = (mix: readonly MixAdjuvant[]): Set<AdjuvantKind> =>
  new Set(mix.flatMap(({ row }) => (row === null ? [] : kindsOf(row))));

/** The tables by which adjuvants are judged, and for which application. */
export interface AdjuvantFacts {
  rulebook: Pick<Rulebook, "adjuvants" | "driftPractices">;
  method: ApplicationMethod;
  evaluatedAt: Date;
}

/**
 * Whether the mix holds the adjuvants that its labels require and none that they forbid, and what each of them is.
 *
 * Units: percent for a drift reducer's share, which is the practice menu's for this class of method where its figure
 * may count. Source: the label rules' citations; spec: decisions section 4.
 * Missing data: an adjuvant that is not recognised, one whose name leaves a forbidden kind open, or a rule that rests
 * on unverified evidence is ADJUVANT_UNRECOGNISED where it would decide; nothing is guessed from a name. A product
 * without ESA language is not judged.
 * Throws: never.
 */
export function evaluateAdjuvants(products: readonly RatedProduct[], facts: AdjuvantFacts): AdjuvantResults {
  const mix = mixAdjuvants(products, facts.rulebook.adjuvants);
  return {
    evaluatedAt: facts.evaluatedAt,
    adjuvants: mix.map(({ product, row }) => ({
      productIndex: product.productIndex,
      productName: product.submitted.productName,
      kind: row?.kind ?? null,
      recognised: row !== null,
      reductionPercent: row === null ? null : percentOf(kindsOf(row), facts),
    })),
    issues: unique(products.flatMap((product) => adjuvantIssues(product, mix))),
  };
}

/**
 * What the label of one product says of the adjuvants that are mixed with it.
 *
 * Units: none. Source and missing data: as `evaluateAdjuvants`. Throws: never.
 */
export const adjuvantIssues = (product: RatedProduct, mix: readonly MixAdjuvant[]): Issue[] =>
  product.esaRequired === false
    ? []
    : (product.record?.rules?.adjuvants ?? []).flatMap((rule) => {
        const found = judge(rule, mix);
        return found === null ? [] : [issue(found, `(${product.submitted.productName}: ${words(rule.kind)})`)];
      });

function percentOf(kinds: readonly AdjuvantKind[], { rulebook, method }: AdjuvantFacts): number | null {
  const ofClass = methodClass(method);
  const percents = rulebook.driftPractices.rows
    .filter(({ when }) => kinds.some((kind) => kind === when?.adjuvantKind))
    .flatMap(({ figures }) => figures)
    .flatMap(({ methodClass: known, percent, evidence }) =>
      known === ofClass && typeof percent === "number" && countsTowardPass(evidence) ? [percent] : [],
    );
  return percents.length === 0 ? null : Math.max(...percents);
}

const words = (kind: string): string => kind.replaceAll("_", " ");

function judge(
  rule: AdjuvantRule,
  mix: readonly MixAdjuvant[],
): "ADJUVANT_REQUIREMENT_UNMET" | "ADJUVANT_UNRECOGNISED" | null {
  const isIn = mix.some(({ row }) => row !== null && kindsOf(row).some((kind) => kind === rule.kind));
  const couldBeIn = mix.some(({ row }) => row === null || row.mayContain.some((kind) => kind === rule.kind));
  if (rule.requirement === "required" ? isIn : !isIn && !couldBeIn) return null;
  const isEstablished = countsTowardPass(rule.evidence) && (rule.requirement === "forbidden" ? isIn : !couldBeIn);
  return isEstablished ? "ADJUVANT_REQUIREMENT_UNMET" : "ADJUVANT_UNRECOGNISED";
}

const unique = (issues: readonly Issue[]): Issue[] => [
  ...new Map(issues.map((found) => [`${found.code} ${found.message}`, found])).values(),
];
