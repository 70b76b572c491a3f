import type { Assessment, ComponentStatus, RunoffEntry, SettledTarget } from "@/lib/domain/compliance";
import type { ComputedRate, SiblingMix, SubmittedProduct } from "@/lib/domain/application";
import { RUNOFF_SYSTEMS } from "@/lib/domain/product";
import type { SavedComputation } from "@/lib/domain/drift-saved";
import type { SavedApplicationRecord, SavedRequirement } from "@/lib/domain/saved-application";
import { OF_RUNOFF_TARGET } from "@/lib/engine/attestations/apply";

/** What runoff asked for as a computation was made, to be kept with it. Soil is read again whenever points are counted. */
export const computedTargets = (runoff: readonly RunoffEntry[]): SettledTarget[] =>
  RUNOFF_SYSTEMS.flatMap((system) => {
    const entry = runoff.find(({ mitigationType }) => mitigationType === system);
    if (entry === undefined) return [];
    const issues = entry.issues.map(({ code }) => code).filter((code) => code !== "SOIL_UNAVAILABLE");
    return [
      { system, points: entry.labelRequiredPoints, issues: issues.filter((code) => OF_RUNOFF_TARGET.includes(code)) },
    ];
  });

/**
 * A saved application as its last drift computation had it: its method, volume, and rates, and the points asked for then. What is
 * sprayed by that buffer is sprayed so, whatever was checked.
 *
 * Source: docs/contract.md (setup and rates sent are kept with the computation). `unanswered`: the requirements as they were checked,
 * without the applicator's answers. Missing data: null without a computation, and of one in the setup and by the points of the check; one
 * of an earlier form has no targets, and those of the check stand. Throws: never.
 */
export function asComputed(
  saved: SavedApplicationRecord,
  unanswered: readonly SavedRequirement[] = saved.requirements,
): SavedApplicationRecord | null {
  const { lastComputation } = saved.drift;
  if (lastComputation === null) return null;
  const { inputs, effectiveRates } = lastComputation;
  const targets = (lastComputation.targets ?? []).filter((target) => !isToldSince(saved, target, unanswered));
  if (isAsChecked(saved, lastComputation, targets)) return null;
  const others = saved.requirements.filter(
    ({ mitigationType: type }) => !targets.some(({ system }) => system === type),
  );
  return {
    ...saved,
    method: inputs.method,
    gpa: inputs.gpa,
    products: saved.products.map((product, index) =>
      atRate(product, { rate: rateOf(effectiveRates, index), gpa: saved.gpa }),
    ),
    requirements: [...others, ...targets.map((target) => asAsked(saved, target))],
  };
}

/**
 * Whether an answer to the label tells the points that neither the check nor the computation could. A buffer that was worked out without
 * that answer no longer holds, so that the application stays open until it is computed again.
 */
const isToldSince = (
  { drift: { isPlacementOutdated }, requirements }: SavedApplicationRecord,
  { system, points, issues }: SettledTarget,
  unanswered: readonly SavedRequirement[],
): boolean => {
  const ofSystem = ({ mitigationType }: SavedRequirement): boolean => mitigationType === system;
  const checked = unanswered.find(ofSystem);
  return (
    isPlacementOutdated === true &&
    points === null &&
    checked?.requiredPoints === null &&
    issues.every((code) => checked.targetIssues.includes(code)) &&
    requirements.find(ofSystem)?.requiredPoints !== null
  );
};

/** Most computations are: to count the points again would give the same. */
const isAsChecked = (
  { method, gpa, products, requirements }: SavedApplicationRecord,
  { inputs, effectiveRates }: SavedComputation,
  targets: readonly SettledTarget[],
): boolean =>
  inputs.method === method &&
  inputs.gpa === gpa &&
  effectiveRates.every((used) => {
    const product = products[used.productIndex];
    return product !== undefined && isSameRate(product, { ...product, ...settingOf(used) });
  }) &&
  targets.every(({ system, points, issues }) => {
    const saved = requirements.find(({ mitigationType }) => mitigationType === system);
    return saved?.requiredPoints === points && issues.every((code) => saved.targetIssues.includes(code));
  });

type Setting = Pick<SubmittedProduct, "rate" | "rateUnit" | "rateUnitState" | "rowSpacingInches">;

const rateOf = <Rate extends { productIndex: number }>(rates: readonly Rate[], index: number): Rate | undefined =>
  rates.find(({ productIndex }) => productIndex === index);

/** The products of another application of the year as they were computed. Missing data: null where they were not. */
export const computedMix = ({ products, gpa, computed }: SiblingMix): SubmittedProduct[] | null =>
  computed == null
    ? null
    : products.map((product, index) => atRate(product, { rate: rateOf(computed.rates, index), gpa }));

/** How a rate was given; what a record of an earlier form left out is as it was checked. */
const settingOf = ({ rate, rateUnit, rateUnitState, rowSpacingInches }: ComputedRate): Partial<Setting> => ({
  rate,
  rateUnit,
  ...(rateUnitState === undefined ? {} : { rateUnitState }),
  ...(rowSpacingInches === undefined ? {} : { rowSpacingInches }),
});

const isSameRate = (one: Setting, other: Setting): boolean =>
  one.rate === other.rate &&
  one.rateUnit === other.rateUnit &&
  (one.rateUnitState ?? null) === (other.rateUnitState ?? null) &&
  (one.rowSpacingInches ?? null) === (other.rowSpacingInches ?? null);

/** What the year had was said in the saved unit and volume. */
function atRate(
  product: SubmittedProduct,
  { rate: used, gpa }: { rate: ComputedRate | undefined; gpa: number | null },
): SubmittedProduct {
  if (used === undefined) return product;
  const { rateUnit, rateUnitState, rowSpacingInches } = product;
  return {
    ...product,
    ...settingOf(used),
    rateUsedIn: product.rateUsedIn ?? { rateUnit, rateUnitState, rowSpacingInches, gpa },
  };
}

/** An answer to the exemption questions stays with its requirement. */
function asAsked(
  { requirements, updatedAt }: SavedApplicationRecord,
  { system, points, issues }: SettledTarget,
): SavedRequirement {
  const saved = requirements.find(({ mitigationType }) => mitigationType === system);
  const row = saved ?? { ...UNANSWERED, mitigationType: system, updatedAt };
  return { ...row, requiredPoints: points, targetIssues: [...new Set([...row.targetIssues, ...issues])] };
}

const UNANSWERED = {
  required: true,
  targetIssues: [],
  exemptionEvaluatedAt: null,
  exemptionReasons: null,
  exemptionTreatedAcres: null,
  driftConfiguration: null,
};

const SEVERITY: Record<ComponentStatus, number> = { not_met: 0, indeterminate: 1, met: 2 };

/** How many points are missing; how many no one knows is more than any number. */
const gapOf = ({ gap }: RunoffEntry): number => gap ?? Infinity;

const isWorse = (one: RunoffEntry, other: RunoffEntry): boolean =>
  SEVERITY[one.status] === SEVERITY[other.status]
    ? gapOf(one) > gapOf(other)
    : SEVERITY[one.status] < SEVERITY[other.status];

/** Of each system the entry that stands worse, and of two alike the one that lacks more: as checked, or as computed. */
export function worseRunoff(checked: readonly RunoffEntry[], computed: readonly RunoffEntry[]): RunoffEntry[] {
  const ofChecked = checked.map((entry) => {
    const other = computed.find(({ mitigationType }) => mitigationType === entry.mitigationType);
    return other !== undefined && isWorse(other, entry) ? other : entry;
  });
  const added = computed.filter(({ mitigationType: type }) => !checked.some((entry) => entry.mitigationType === type));
  return [...ofChecked, ...added];
}

type Points = Pick<Assessment, "runoff" | "gapAdvice">;

/** The same with the advice of the entries that stand: each system's closes its own gap. */
export function worsePoints(checked: Points, computed: Points): Points {
  const runoff = worseRunoff(checked.runoff, computed.runoff);
  const gapAdvice = [checked, computed].flatMap((points) =>
    points.gapAdvice.filter(({ mitigationType }) =>
      points.runoff.some((entry) => entry.mitigationType === mitigationType && runoff.includes(entry)),
    ),
  );
  return { runoff, gapAdvice };
}
