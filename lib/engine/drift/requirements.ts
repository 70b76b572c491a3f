import { methodClass } from "@/lib/domain/application";
import { countsTowardPass } from "@/lib/domain/citation";
import type { DriftReduction, ManualClaim } from "@/lib/domain/drift";
import { issue, type Issue, type IssueCode } from "@/lib/domain/issues";
import { mergeIssues } from "@/lib/domain/merge-issues";
import type { BufferType } from "@/lib/domain/product";
import { canBeDoneWith } from "@/lib/domain/tables";
import type { DriftSource } from "@/lib/engine/drift/configuration";
import { driftAtIntake } from "@/lib/engine/drift/intake";
import { toleratedGround } from "@/lib/engine/drift/managed";
import type { Setback } from "@/lib/engine/drift/placement";
import { reduce, type ReductionFacts } from "@/lib/engine/drift/reductions";
import { resolveTiers, type ResolvedTier } from "@/lib/engine/drift/tiers";
import { issueFor } from "@/lib/engine/issue-for";
import type { RatedProduct } from "@/lib/engine/rated-product";

/** A width that one requirement asks for, with what it came from. */
export interface RequiredSetback extends Setback {
  productIndex: number;
  source: DriftSource;
  rawFt: number;
  reductionPercent: number;
}

/** What one product of the mix asks for at application time. */
export interface ProductRequirements {
  product: RatedProduct;
  setbacks: RequiredSetback[];
  reductions: DriftReduction[];
  issues: Issue[];
  /** Something leaves a distance unknown, or breaks a rule that no buffer mends: nothing can be placed. */
  isOpen: boolean;
}

/** Codes that stop the placement: what leaves a distance unknown, and what no buffer mends. */
const STOPPING: ReadonlySet<IssueCode> = new Set<IssueCode>([
  "METHOD_NOT_PERMITTED",
  "DRIFT_METHOD_UNRESOLVED",
  "DROPLET_BELOW_LABEL_MINIMUM",
  "DROPLET_BELOW_BUFFER_TIER",
  "BOOM_HEIGHT_EXCEEDS_LIMIT",
  "WIND_OUTSIDE_LABEL_RANGE",
  "TEMPERATURE_OUTSIDE_LABEL_RANGE",
  "CROP_NOT_ON_LABEL",
  "STATE_NOT_ON_LABEL",
  "DATE_OUTSIDE_LABEL_WINDOW",
  "REGISTRATION_NOT_ACTIVE",
  "PROHIBITED_IN_AREA",
  "DRIFT_REQUIREMENT_UNRESOLVED",
  "DRIFT_RATE_TIER_UNRESOLVED",
  "ESA_STATUS_UNKNOWN",
  "UNKNOWN_PRODUCT",
]);

/**
 * The widths that one product's label and limitations ask for, with wind and setup known.
 *
 * Units: feet, percent, mph. Source: docs/rules.md, Drift, steps 1 to 3; docs/contract.md, Issues.
 * Missing data: what leaves a distance unknown is an issue and makes the product `isOpen`. A missing droplet size that
 * only a label's minimum needs, or a minimum that is not established, blocks a pass and not the placement. An item
 * without a registration number that no one knows (a brand of adjuvant) has no drift rule to leave open.
 * Throws: never.
 */
export function productRequirements(
  product: RatedProduct,
  sources: readonly DriftSource[],
  facts: ReductionFacts,
  { labelIssues, now }: { labelIssues: readonly Issue[]; now: Date },
): ProductRequirements {
  const own = sources.filter(({ rated }) => rated.productIndex === product.productIndex);
  const intake = driftAtIntake(own, [product], facts.setup, now).issues.filter(
    ({ code }) => code !== "DRIFT_CONDITIONS_UNVERIFIED",
  );
  const resolved = own
    .filter(({ rule }) => countsTowardPass(rule.evidence))
    .flatMap((source) =>
      resolveTiers(source, facts.setup, facts.weather.windSpeedMph).map((tier) => ({ source, tier })),
    );
  const open = resolved.flatMap(({ tier }) => (tier.code === null ? [] : [issueFor(product, tier.code)]));
  const placed = resolved.flatMap(({ source, tier }) => (tier.code === null ? [placedTier(source, tier, facts)] : []));
  const ofLabel = labelIssues.filter(({ productIndex }) => productIndex === product.productIndex);
  const issues = mergeIssues([...intake, ...open, ...ofLabel]);
  return {
    product,
    setbacks: placed.map(({ setback }) => setback),
    reductions: placed.flatMap(({ reduction }) => (reduction === null ? [] : [reduction])),
    issues,
    isOpen: open.length > 0 || [...intake, ...ofLabel].some(({ code }) => isStopping(code, product)),
  };
}

const isStopping = (code: IssueCode, { registration }: RatedProduct): boolean =>
  STOPPING.has(code) && !(code === "UNKNOWN_PRODUCT" && registration === null);

function placedTier(
  source: DriftSource,
  tier: Extract<ResolvedTier, { code: null }>,
  facts: ReductionFacts,
): { setback: RequiredSetback; reduction: DriftReduction | null } {
  const reduction = reduce(source, tier, facts);
  const reductionPercent = reduction?.totalReductionPercent ?? 0;
  return {
    reduction,
    setback: {
      type: tier.type,
      widthFt: (tier.distanceFt * (100 - reductionPercent)) / 100,
      exclusionCategories: toleratedGround(source.rule),
      productIndex: source.rated.productIndex,
      source,
      rawFt: tier.distanceFt,
      reductionPercent,
    },
  };
}

/**
 * What claimed practices leave open of a product: each that bears on a distance stays unverified, and one that the product forbids
 * is a violation.
 *
 * Units: none. Source: docs/rules.md, Drift, step 2. Missing data: a claim whose practice the table does not hold
 * stays unverified. Throws: never.
 */
export const claimIssues = (facts: ReductionFacts, asked: ProductRequirements): Issue[] =>
  mergeIssues(facts.claims.flatMap((claim) => issuesOfClaim(claim, facts, asked)));

function issuesOfClaim(
  { subOptionId }: ManualClaim,
  facts: ReductionFacts,
  { product, reductions }: ProductRequirements,
): Issue[] {
  const row = facts.practices.rows.find(({ id, basis }) => id === subOptionId && basis === "claim");
  const practices = [{ subOptionId, label: row?.label ?? null }];
  const unverified =
    reductions.length > 0 ? [issue("MANUAL_DRIFT_PRACTICE_UNVERIFIED", { particulars: { practices } })] : [];
  if (row === undefined) return unverified;
  const ofClass = methodClass(facts.setup.method);
  // A label's own table may have a figure for a class of method that the menu has none for.
  const takesOff = reductions.some(({ selections }) =>
    selections.some((each) => each.subOptionId === subOptionId && each.reductionPercent > 0),
  );
  if (!takesOff && !row.figures.some((figure) => figure.methodClass === ofClass)) return [];
  const isBanned = facts.forbidden.some(
    ({ productIndex, code, isSure }) =>
      productIndex === product.productIndex && isSure && (code === row.code || code === row.option),
  );
  return [
    // What was claimed was said to be done, whether or not it can be: a ban on it is broken all the same.
    ...(isBanned ? [issueFor(product, "MANUAL_DRIFT_OPTION_DISALLOWED", { practices })] : []),
    ...(canBeDoneWith(row, facts.setup.method) ? unverified : []),
  ];
}

/** The practices that products of the mix forbid, by practice or option code. */
export const forbiddenPractices = (products: readonly RatedProduct[]): ReductionFacts["forbidden"] =>
  products.flatMap(({ productIndex, record }) =>
    (record?.rules?.disallowedMeasures ?? []).map(({ code, evidence }) => ({
      productIndex,
      code,
      isSure: countsTowardPass(evidence),
    })),
  );

/** Whether a product's requirements pick edges by a type, so that unmarked downslope ones matter. */
export const asksFor = ({ setbacks }: ProductRequirements, type: BufferType): boolean =>
  setbacks.some((setback) => setback.type === type && setback.widthFt > 0);
