import { countsTowardPass } from "@/lib/domain/citation";
import { compareDroplets, methodClass, type ApplicationMethod } from "@/lib/domain/application";
import type { DriftComponent, DriftConfiguration, DriftSetup } from "@/lib/domain/compliance";
import type { RateTierProblem, UnsettledDroplets } from "@/lib/domain/issue-particulars";
import { issue, issueEffect, type Issue, type IssueCode } from "@/lib/domain/issues";
import { mergeIssues } from "@/lib/domain/merge-issues";
import { isFreeOfEsa, type BufferMethod, type LabelRules } from "@/lib/domain/product";
import { driftConfiguration, methodsForClass, rateRangesOf, type DriftSource } from "@/lib/engine/drift/configuration";
import { isLifted } from "@/lib/engine/attestations/lifted";
import { issueFor } from "@/lib/engine/issue-for";
import type { RatedProduct } from "@/lib/engine/rated-product";

/**
 * Drift at intake: which buffers apply, and what is known to be wrong before anyone knows the wind.
 *
 * Source: docs/contract.md, Single check (intake takes no wind) and section 4 (which code does what).
 * Missing data: a buffer that applies is `indeterminate` until the wind is known, unless a known violation makes
 * it `not_met`. A label whose buffers or method were not established leaves its own code, never "no buffer".
 */
export function driftAtIntake(
  sources: readonly DriftSource[],
  products: readonly RatedProduct[],
  setup: DriftSetup,
  computedAt: Date,
): DriftComponent {
  const trusted = sources.filter((source) => countsTowardPass(source.rule.evidence));
  const configuration = driftConfiguration(trusted, setup.method, computedAt);
  const issues = mergeIssues([
    ...products.flatMap((product) => methodIssues(product, setup)),
    ...sources
      .filter((source) => !trusted.includes(source))
      .map(({ rated }) => issueFor(rated, "DRIFT_REQUIREMENT_UNRESOLVED")),
    ...trusted.flatMap((source) => setupIssues(source, setup)),
    ...(configuration === null ? [] : [issue("DRIFT_CONDITIONS_UNVERIFIED")]),
  ]);
  return { status: statusOf(configuration, issues), configuration, reductions: [], issues };
}

function statusOf(configuration: DriftConfiguration | null, issues: readonly Issue[]): DriftComponent["status"] {
  if (issues.some((found) => issueEffect(found) === "not_met")) return "not_met";
  if (configuration !== null || issues.length > 0) return "indeterminate";
  return "not_applicable";
}

/**
 * A drift component with what else was found of drift: issues that belong to the mix and not to one product's buffer.
 *
 * Units: none. Source: docs/contract.md, Issues. Missing data: as the issues say. Throws: never.
 */
export function withIssues(component: DriftComponent, found: readonly Issue[]): DriftComponent {
  const issues = mergeIssues([...component.issues, ...found]);
  return { ...component, status: statusOf(component.configuration, issues), issues };
}

/** What is known of a product and its label before the method is looked at. */
function methodIssues(product: RatedProduct, { method }: DriftSetup): Issue[] {
  const { record, esaRequired } = product;
  if (esaRequired === false) return isFreeOfEsa(product) ? [] : bannedMethod(product, method);
  if (product.attested?.isFree === true) return [];
  if (record === null) return [issueFor(product, "UNKNOWN_PRODUCT")];
  if (esaRequired === null) return [issueFor(product, "ESA_STATUS_UNKNOWN")];
  const code = record.rules === null ? null : methodCode(record.rules, method);
  return [
    ...(record.rules?.driftResolved === true ? [] : [issueFor(product, "DRIFT_REQUIREMENT_UNRESOLVED")]),
    ...(code === null ? [] : [issueFor(product, code)]),
  ];
}

/** A label without ESA language has no buffer to look for; what it forbids binds where a limitation names the product. */
const bannedMethod = (product: RatedProduct, method: ApplicationMethod): Issue[] => {
  const rules = product.record?.rules ?? null;
  const isBanned = rules !== null && methodCode(rules, method) === "METHOD_NOT_PERMITTED";
  return isBanned ? [issueFor(product, "METHOD_NOT_PERMITTED")] : [];
};

/**
 * What the label says of the method or its class: excluded, silent, or (null) permitted. An exclusion is a violation
 * whether or not anyone has read the label's buffers.
 */
function methodCode(rules: LabelRules, method: ApplicationMethod): IssueCode | null {
  const ofClass = methodClass(method);
  const isTrusted = countsTowardPass(rules.methods.evidence);
  const isExcluded =
    rules.methods.excluded.includes(ofClass) || rules.methods.excludedMethods?.includes(method) === true;
  if (isTrusted && isExcluded) return "METHOD_NOT_PERMITTED";
  const isPermitted = isTrusted && rules.methods.permitted.includes(ofClass);
  const hasNoBuffer = rules.drift !== null && methodsForClass(rules.drift, method).length === 0;
  return isPermitted && !hasNoBuffer ? null : "DRIFT_METHOD_UNRESOLVED";
}

function setupIssues(source: DriftSource, setup: DriftSetup): Issue[] {
  const methods = methodsForClass(source.rule, setup.method).map((found) => found.method);
  // A label that is silent on the class gets one issue, with what it says about the method.
  if (methods.length === 0) {
    return source.limitationId === null ? [] : [issueFor(source.rated, "DRIFT_METHOD_UNRESOLVED")];
  }
  const untiered = methods.filter((method) => rateRangesOf(method, source.rated)?.length === 0);
  return [
    ...dropletIssues(source, setup),
    ...boomIssues(source, setup),
    ...untiered.map((method) =>
      issueFor(source.rated, "DRIFT_RATE_TIER_UNRESOLVED", { tiers: [tierProblem(method, source.rated)] }),
    ),
  ];
}

/** A rate in no tier lies outside of those in its own unit; where there are none, it was not compared with any. */
function tierProblem({ rateRanges }: BufferMethod, { rate, submitted }: RatedProduct): RateTierProblem {
  const tierUnits = [...new Set((rateRanges ?? []).map(({ unit }) => unit))].sort();
  return rate.normalized !== null && tierUnits.includes(rate.normalized.unit)
    ? { kind: "outside" }
    : { kind: "not_compared", rateUnit: submitted.rateUnit, tierUnits };
}

/** The droplets that a document asks for are open. An answer about the list lifts what the list leaves open, no more. */
export const dropletsUnsettled = (product: RatedProduct, setBy: UnsettledDroplets): Issue =>
  issueFor(product, "LABEL_DROPLET_MINIMUM_UNRESOLVED", { setBy: [setBy] });

function dropletIssues({ rule, rated }: DriftSource, { dropletSize }: DriftSetup): Issue[] {
  const minimum = rule.minDropletSize;
  if (minimum === null) return [];
  if (minimum === "unresolved") return [dropletsUnsettled(rated, "not_established")];
  if (minimum === "nozzle_list") {
    const found = dropletsUnsettled(rated, "nozzle_list");
    return isLifted(rated, found) ? [] : [found];
  }
  if (dropletSize === null) return [issueFor(rated, "DROPLET_SIZE_MISSING")];
  return compareDroplets(dropletSize, minimum) < 0 ? [issueFor(rated, "DROPLET_BELOW_LABEL_MINIMUM")] : [];
}

function boomIssues({ rule, rated }: DriftSource, { method, boomHeight }: DriftSetup): Issue[] {
  if (rule.maxBoomHeight === null || methodClass(method) !== "ground") return [];
  if (boomHeight === null) return [issueFor(rated, "BOOM_HEIGHT_MISSING")];
  return rule.maxBoomHeight === "low" && boomHeight === "high" ? [issueFor(rated, "BOOM_HEIGHT_EXCEEDS_LIMIT")] : [];
}
