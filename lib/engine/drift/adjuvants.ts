import { methodClass, type ApplicationMethod } from "@/lib/domain/application";
import { countsTowardPass } from "@/lib/domain/citation";
import type { AdjuvantResults } from "@/lib/domain/drift";
import type { Issue } from "@/lib/domain/issues";
import { mergeIssues } from "@/lib/domain/merge-issues";
import { isFreeOfEsa, type AdjuvantRule } from "@/lib/domain/product";
import { parseRateUnit } from "@/lib/domain/rate-units";
import { FL_OZ_PER_GAL } from "@/lib/domain/units";
import { findAdjuvant, type AdjuvantKind, type AdjuvantRow, type Rulebook } from "@/lib/domain/tables";
import { isLifted } from "@/lib/engine/attestations/lifted";
import { issueFor } from "@/lib/engine/issue-for";
import type { RatedProduct } from "@/lib/engine/rated-product";
import { RATE_ROUNDING } from "@/lib/engine/rates/normalize";

/** What of the mix is, or could be, an adjuvant. */
export interface MixAdjuvant {
  product: RatedProduct;
  /** Null: it carries no registration number and no name that the table resolves. */
  row: AdjuvantRow | null;
  /** How much of it, as far as its rate tells. */
  flOzPerAcre: number | null;
  percentOfVolume: number | null;
}

/**
 * The adjuvants of a mix: everything without a registration number that is no product of the catalogue.
 *
 * Units: `gpa` in US gallons per acre. Source: the adjuvant table; docs/contract.md, Single check. Missing data: a brand that
 * the table does not hold has no kind; a rate that cannot be read has no amount. Throws: never.
 */
export const mixAdjuvants = (
  products: readonly RatedProduct[],
  table: readonly AdjuvantRow[],
  gpa: number | null,
): MixAdjuvant[] =>
  products
    .filter(({ registration, record }) => registration === null && record === null)
    .map((product) => ({
      product,
      row: product.kind === "adjuvant" ? findAdjuvant(table, product.submitted.productName) : null,
      ...amountsOf(product, gpa),
    }));

function amountsOf(
  { submitted, rate: { normalized } }: RatedProduct,
  gpa: number | null,
): Pick<MixAdjuvant, "flOzPerAcre" | "percentOfVolume"> {
  const flOzPerAcre = normalized?.unit === "fl_oz_per_acre" ? normalized.value : null;
  if (parseRateUnit(submitted.rateUnit)?.basis === "percent_volume") {
    return { flOzPerAcre, percentOfVolume: submitted.rate };
  }
  const volumeFlOz = (gpa ?? 0) * FL_OZ_PER_GAL;
  const isKnown = flOzPerAcre !== null && volumeFlOz > 0;
  return { flOzPerAcre, percentOfVolume: isKnown ? (100 * flOzPerAcre) / volumeFlOz : null };
}

/** What is listed at a rate of zero is not in the tank. */
const isInTank = ({ product }: MixAdjuvant): boolean => product.submitted.rate > 0;

/** No label asks for as little of any adjuvant: what is below is a trace, and does the work of none. */
const TRACE = { percentOfVolume: 0.01, flOzPerAcre: 0.25, lbPerAcre: 0.01 } as const;

function isTrace({ product, percentOfVolume, flOzPerAcre }: MixAdjuvant): boolean {
  if (percentOfVolume !== null) return percentOfVolume < TRACE.percentOfVolume;
  if (flOzPerAcre !== null) return flOzPerAcre < TRACE.flOzPerAcre;
  const { normalized } = product.rate;
  return normalized?.unit === "lb_per_acre" && normalized.value < TRACE.lbPerAcre;
}

const hasAmount = (each: MixAdjuvant): boolean =>
  !isTrace(each) && (each.product.rate.normalized !== null || each.percentOfVolume !== null);

/** The kinds that an adjuvant is of, the broader ones included. */
const kindsOf = (row: AdjuvantRow): AdjuvantKind[] => [row.kind, ...row.alsoKinds];

export const isOfKind = ({ row }: MixAdjuvant, kind: AdjuvantKind): boolean =>
  row !== null && kindsOf(row).includes(kind);

/** Of what is in the tank in an amount that is known: nothing else takes anything off a distance. */
export const kindsInMix = (mix: readonly MixAdjuvant[]): Set<AdjuvantKind> =>
  new Set(
    mix.filter((each) => isInTank(each) && hasAmount(each)).flatMap(({ row }) => (row === null ? [] : kindsOf(row))),
  );

/** The tables by which adjuvants are judged, and for which application. */
export interface AdjuvantFacts {
  rulebook: Pick<Rulebook, "adjuvants" | "driftPractices">;
  method: ApplicationMethod;
  /** Spray volume, US gallons per acre. */
  gpa: number | null;
  evaluatedAt: Date;
}

/**
 * Whether the mix holds the adjuvants that its labels require and none that they forbid, and what each of them is.
 *
 * Units: percent for a drift reducer's share, which is the practice menu's for this class of method where its figure
 * may count. Source: the label rules' citations; docs/contract.md, Issues.
 * Missing data: an adjuvant that is not recognised, one whose name leaves a forbidden kind open, or a rule that rests
 * on unverified evidence is ADJUVANT_UNRECOGNISED where it would decide; nothing is guessed from a name. So is one whose
 * amount is unknown where a label asks for it. A product without ESA language is not judged.
 * Throws: never.
 */
export function evaluateAdjuvants(products: readonly RatedProduct[], facts: AdjuvantFacts): AdjuvantResults {
  const mix = mixAdjuvants(products, facts.rulebook.adjuvants, facts.gpa);
  return {
    evaluatedAt: facts.evaluatedAt,
    adjuvants: mix.map(({ product, row }) => ({
      productIndex: product.productIndex,
      productName: product.submitted.productName,
      kind: row?.kind ?? null,
      recognised: row !== null,
      reductionPercent: row === null ? null : percentOf(kindsOf(row), facts),
    })),
    issues: mergeIssues(products.flatMap((product) => adjuvantIssues(product, mix))),
  };
}

/**
 * What the label of one product says of the adjuvants that are mixed with it.
 *
 * Units: none. Source and missing data: as `evaluateAdjuvants`. Throws: never.
 */
export const adjuvantIssues = (product: RatedProduct, mix: readonly MixAdjuvant[]): Issue[] =>
  isFreeOfEsa(product)
    ? []
    : (product.record?.rules?.adjuvants ?? []).flatMap((rule) => {
        const found = judge(rule, mix.filter(isInTank));
        const issues = found === null ? [] : [adjuvantIssue(product, rule, found)];
        return issues.filter((each) => !isLifted(product, each));
      });

type AdjuvantCode = "ADJUVANT_REQUIREMENT_UNMET" | "ADJUVANT_UNRECOGNISED";

/** What a code says of one rule of a label. */
export const adjuvantIssue = (product: RatedProduct, rule: AdjuvantRule, code: AdjuvantCode): Issue =>
  issueFor(product, code, { asked: [askedFor(rule)] });

/** A rule of a label that hangs on what is in the tank alone, with what no table knows for sure. */
export interface OpenAdjuvantRule {
  rule: AdjuvantRule;
  candidates: MixAdjuvant[];
}

/**
 * The rules of a label that would be settled by knowing what some adjuvant is. Where an amount is missing as well, or
 * the rule itself is not established, knowing that would settle nothing.
 */
export function openAdjuvantRules(product: RatedProduct, mix: readonly MixAdjuvant[]): OpenAdjuvantRule[] {
  if (isFreeOfEsa(product)) return [];
  const tank = mix.filter(isInTank);
  return (product.record?.rules?.adjuvants ?? []).flatMap((rule) => {
    const isOpen = countsTowardPass(rule.evidence) && judge(rule, tank) === "ADJUVANT_UNRECOGNISED";
    const candidates = isOpen ? tank.filter((each) => couldBeOf(rule, each)) : [];
    const isRequired = rule.requirement === "required";
    const isAmountOpen = isRequired && tank.some((each) => isKnownOf(rule, each) && isEnough(rule, each) === null);
    const settling = isRequired ? candidates.filter((each) => isEnough(rule, each) === true) : candidates;
    const isSettling = settling.length > 0 && settling.length === candidates.length && !isAmountOpen;
    return isSettling ? [{ rule, candidates }] : [];
  });
}

/** Whether an adjuvant is of the kind that a rule speaks of. */
export const isKnownOf = ({ kind }: AdjuvantRule, { row }: MixAdjuvant): boolean =>
  row !== null && kindsOf(row).some((each) => each === kind);

const couldBeOf = ({ kind }: AdjuvantRule, { row }: MixAdjuvant): boolean =>
  row === null || row.mayContain.some((each) => each === kind);

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

const askedFor = ({ kind, requirement, minimum }: AdjuvantRule) => ({
  requirement,
  kind,
  atLeast: minimum?.value ?? null,
  atLeastUnit: minimum?.unit ?? null,
});

function judge(rule: AdjuvantRule, tank: readonly MixAdjuvant[]): AdjuvantCode | null {
  const ofKind = tank.filter((each) => isKnownOf(rule, each));
  const couldBe = tank.some((each) => couldBeOf(rule, each));
  if (rule.requirement === "forbidden") {
    if (ofKind.length === 0 && !couldBe) return null;
    return countsTowardPass(rule.evidence) && ofKind.length > 0
      ? "ADJUVANT_REQUIREMENT_UNMET"
      : "ADJUVANT_UNRECOGNISED";
  }
  const enough = ofKind.map((each) => isEnough(rule, each));
  if (enough.includes(true)) return null;
  const isEstablished = countsTowardPass(rule.evidence) && !couldBe && !enough.includes(null);
  return isEstablished ? "ADJUVANT_REQUIREMENT_UNMET" : "ADJUVANT_UNRECOGNISED";
}

/** Null: its amount is unknown. */
export function isEnough({ minimum }: Pick<AdjuvantRule, "minimum">, each: MixAdjuvant): boolean | null {
  if (isTrace(each)) return false;
  if (minimum === undefined) return hasAmount(each) ? true : null;
  const amount = minimum.unit === "percent_volume" ? each.percentOfVolume : each.flOzPerAcre;
  return amount === null ? null : amount >= minimum.value * (1 - RATE_ROUNDING);
}
