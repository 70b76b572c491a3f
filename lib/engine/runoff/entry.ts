import type { ComponentStatus, RunoffEntry } from "@/lib/domain/compliance";
import { issue, type Issue, type IssueCode } from "@/lib/domain/issues";
import type { RunoffScore } from "@/lib/engine/runoff/score";
import type { RunoffTarget } from "@/lib/engine/runoff/target";

/** The applicator's answer to the exemption questions of one application, as it is saved. */
export interface ExemptionClaim {
  required: boolean;
  evaluatedAt: Date | null;
  reasons: string[] | null;
  /** What is treated, where a reason asks for it; null: not said. */
  treatedAcres: number | null;
}

export interface EntryFacts {
  year: number;
  hasSoil: boolean;
  hasUnknownProduct: boolean;
  /** A county of the field has no class, so a county credit may be missing from what was earned. */
  hasUnresolvedCounty: boolean;
  /** Ground without survey data leaves open whether the field earns points for its soil. */
  mayLackSoilCredit: boolean;
  exemption: ExemptionClaim | null;
}

/**
 * The entry of one runoff system: required against earned, and what stands in the way of saying so.
 *
 * Units: menu points. Source: interface "Runoff status rules"; docs/contract.md, Issues.
 * Missing data: an unresolved target, an unknown product or missing soil makes a non-exempt entry
 * `indeterminate`, even where other credits already reach the target. So does a figure that sources read differently,
 * where the lowest readings fall short of the target and the highest reach it, and so does a short EPA entry where ground without
 * survey data may hide a soil credit. An accepted EPA exemption is `met` and
 * needs no scoring input; it exempts from no other system. A county without a class leaves a short EPA entry open;
 * no other system has a county credit that could be missing. The portal's answer is kept as it was given.
 */
export function runoffEntry(target: RunoffTarget, score: RunoffScore, facts: EntryFacts): RunoffEntry {
  const claim = target.system === "epa_runoff" ? facts.exemption : null;
  const exempt = claim !== null && !claim.required && claim.evaluatedAt !== null;
  // Nothing is asked of an exempt application, so that nothing of it is short, disputed, or open.
  const requiredPoints = exempt ? 0 : target.points;
  const issues = exempt ? [] : entryIssues(target, score, facts);
  if (hangsOnDispute(requiredPoints, score)) issues.push(disputeIssue(score));
  return {
    mitigationType: target.system,
    year: facts.year,
    required: !exempt,
    exempt,
    requiredPoints,
    labelRequiredPoints: target.points,
    earnedPoints: score.earnedPoints,
    gap: requiredPoints === null ? null : Math.max(0, requiredPoints - score.earnedPoints),
    status: entryStatus(requiredPoints, score.earnedPoints, {
      issues,
      mayLackCountyCredit: target.system === "epa_runoff" && facts.hasUnresolvedCounty,
    }),
    creditedMeasures: byId(score.credited),
    selectedMeasures: byId(score.selected),
    ...answerOf(claim),
    issues,
  };
}

/** The lowest readings do not reach the target and the highest do. */
const hangsOnDispute = (requiredPoints: number | null, { earnedPoints, mostPoints }: RunoffScore): boolean =>
  requiredPoints !== null && earnedPoints < requiredPoints && mostPoints >= requiredPoints;

const disputeIssue = ({ disputed }: RunoffScore): Issue =>
  issue("DISPUTED_FIGURE", { particulars: { figures: disputed } });

/** A check and a later reading list the same measures alike, in whatever order they found them. */
const byId = <Measure extends { subOptionId: number }>(measures: readonly Measure[]): Measure[] =>
  [...measures].sort((a, b) => a.subOptionId - b.subOptionId);

const answerOf = (
  claim: ExemptionClaim | null,
): Pick<RunoffEntry, "runoffExemptionClaimedAt" | "runoffExemptionReasons" | "runoffExemptionTreatedAcres"> => ({
  runoffExemptionClaimedAt: claim?.evaluatedAt ?? null,
  runoffExemptionReasons: claim?.reasons ?? null,
  // Left out where it was not said, so that records of reports keep their hash.
  ...(claim?.treatedAcres == null ? {} : { runoffExemptionTreatedAcres: claim.treatedAcres }),
});

function entryIssues(target: RunoffTarget, score: RunoffScore, facts: EntryFacts): Issue[] {
  const { hasSoil, hasUnknownProduct } = facts;
  const codes = new Set<IssueCode>(target.issues);
  if (hasUnknownProduct) codes.add("UNKNOWN_PRODUCT");
  if (!hasSoil || score.needsSoil || hangsOnUnseenSoil(target, score, facts)) codes.add("SOIL_UNAVAILABLE");
  return [...codes].map((code) =>
    code === "SOIL_UNAVAILABLE" && hasSoil ? issue(code, { particulars: { isPartly: true } }) : issue(code),
  );
}

/** No other system has a credit for soil that could be missing. */
const hangsOnUnseenSoil = (
  { system, points }: RunoffTarget,
  { earnedPoints }: RunoffScore,
  { mayLackSoilCredit }: EntryFacts,
): boolean => system === "epa_runoff" && mayLackSoilCredit && points !== null && earnedPoints < points;

function entryStatus(
  requiredPoints: number | null,
  earnedPoints: number,
  { issues, mayLackCountyCredit }: { issues: readonly Issue[]; mayLackCountyCredit: boolean },
): ComponentStatus {
  if (requiredPoints === null || issues.length > 0) return "indeterminate";
  if (earnedPoints >= requiredPoints) return "met";
  return mayLackCountyCredit ? "indeterminate" : "not_met";
}
