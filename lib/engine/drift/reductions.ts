import { compareDroplets, methodClass, type DropletSize, type MethodClass } from "@/lib/domain/application";
import { countsTowardPass } from "@/lib/domain/citation";
import type { DriftSetup } from "@/lib/domain/compliance";
import type {
  DriftReduction,
  ManualClaim,
  ManualClaimResult,
  NotReducedReason,
  ReductionSelection,
  Weather,
} from "@/lib/domain/drift";
import { namedDroplets, type MitigationType, type ReductionSource } from "@/lib/domain/product";
import {
  canBeDoneWith,
  type AdjuvantKind,
  type DriftPracticeFigure,
  type DriftPracticeRow,
  type DriftPracticeTable,
} from "@/lib/domain/tables";
import { conditionsOf } from "@/lib/engine/conditions/of-label";
import { isEnough, isKnownOf, isOfKind, type MixAdjuvant } from "@/lib/engine/drift/adjuvants";
import type { DriftSource } from "@/lib/engine/drift/configuration";
import type { ResolvedTier } from "@/lib/engine/drift/tiers";

/** What reductions are judged by. */
export interface ReductionFacts {
  practices: DriftPracticeTable;
  setup: DriftSetup;
  weather: Weather;
  claims: readonly ManualClaim[];
  /** Kinds of the recognised adjuvants of the mix, the broader ones included. */
  adjuvantKinds: ReadonlySet<AdjuvantKind>;
  /** The adjuvants with their amounts. */
  mix: readonly MixAdjuvant[];
  /** By practice or option code: the products that forbid it. What may be forbidden (not `isSure`) takes nothing off, and breaks nothing. */
  forbidden: readonly { productIndex: number; code: string; isSure: boolean }[];
}

/**
 * What a requirement's distance is reduced by, practice by practice, with what earns nothing and why.
 *
 * What the setup shows (droplets, humidity, rate, adjuvant) is verified; what is claimed counts and stays unverified.
 * Of one option the largest counts; shares add, to 100 at most. A practice that the rule itself asks for takes nothing
 * off, because the distance supposes it.
 *
 * Units: percent of the distance before reduction. Source: the drift practice table, whose figures carry citations;
 * docs/evidence.md, Drift practices. Missing data: a missing humidity or droplet size shows nothing; an unverified figure earns nothing
 * and is listed. Throws: never. Null where the requirement cannot be mitigated.
 */
export function reduce(
  source: DriftSource,
  tier: Extract<ResolvedTier, { code: null }>,
  facts: ReductionFacts,
): DriftReduction | null {
  if (!source.rule.buffersEsa.canMitigate) return null;
  const ofClass = methodClass(facts.setup.method);
  if (tier.method.mitigationType !== driftType(ofClass)) return null;
  const allowed = source.rule.reductions ?? { source: "not_read" };
  const asked = { source, tier, ofClass, facts, allowed };
  const selections = onePerOption(
    facts.practices.rows.flatMap((row) => {
      const found = row.basis === "setup" ? fromSetup(row, asked) : fromClaim(row, asked);
      return found === null ? [] : [{ row, selection: found }];
    }),
  );
  const total = selections.reduce((sum, { reductionPercent }) => sum + reductionPercent, 0);
  return {
    configLabel:
      source.limitationId === null ? `product:${source.rated.registration ?? ""}` : `limitation:${source.limitationId}`,
    productIndex: source.rated.productIndex,
    driftType: tier.method.mitigationType,
    bufferType: tier.type,
    totalReductionPercent: Math.min(total, 100),
    selections,
  };
}

export const driftType = (ofClass: MethodClass): MitigationType => `epa_drift_${ofClass}`;

interface Asked {
  source: DriftSource;
  tier: Extract<ResolvedTier, { code: null }>;
  ofClass: MethodClass;
  facts: ReductionFacts;
  /** Where the label lets reductions come from. */
  allowed: ReductionSource;
}

function fromSetup(row: DriftPracticeRow, asked: Asked): ReductionSelection | null {
  if (!canBeDoneWith(row, asked.facts.setup.method)) return null;
  const figure = figureFor(row, asked);
  if (figure === null || !holds(row, asked.facts)) return null;
  const percent = percentOf(figure, asked);
  if (percent === null || percent <= 0) return null;
  const reason = isRequiredAnyway(row, asked) ? "REQUIRED_ANYWAY" : verifiedReason(figure, row, asked);
  return selectionOf(row, { percent, figure, reason, claim: null });
}

function fromClaim(row: DriftPracticeRow, asked: Asked): ReductionSelection | null {
  const { allowed } = asked;
  const claim = asked.facts.claims.find(({ subOptionId }) => subOptionId === row.id) ?? null;
  if (claim === null) return null;
  if (!canBeDoneWith(row, asked.facts.setup.method)) {
    return selectionOf(row, { percent: 0, figure: null, reason: "OTHER_METHOD", claim });
  }
  const figure = figureFor(row, asked);
  if (figure === null && allowed.source === "label_table") {
    return selectionOf(row, { percent: 0, figure, reason: "NOT_ON_LABEL", claim });
  }
  if (figure === null) {
    const reason = row.figures.some(({ methodClass: known }) => known === asked.ofClass) ? "NO_FIGURE" : "OTHER_METHOD";
    return selectionOf(row, { percent: 0, figure, reason, claim });
  }
  return selectionOf(row, {
    percent: percentOf(figure, asked) ?? 0,
    figure,
    reason: verifiedReason(figure, row, asked),
    claim,
  });
}

/** The figure for the method's class in this wind, the label's own where it has a table; null where there is none. */
const figureFor = (row: DriftPracticeRow, { ofClass, facts, allowed }: Asked): DriftPracticeFigure | null =>
  figuresOf(row, allowed).find(
    (figure) =>
      figure.methodClass === ofClass &&
      facts.weather.windSpeedMph >= (figure.windMphAtLeast ?? 0) &&
      facts.weather.windSpeedMph < (figure.windMphBelow ?? Infinity) &&
      facts.weather.windSpeedMph <= (figure.windMphAtMost ?? Infinity),
  ) ?? null;

/**
 * The label's own table in the form of the menu's figures, the ones for the lightest wind first: in each wind the row
 * that it just meets counts, in whatever order a label prints them. A practice that its table does not name has none.
 */
function figuresOf({ code, figures }: DriftPracticeRow, allowed: ReductionSource): readonly DriftPracticeFigure[] {
  if (allowed.source !== "label_table") return figures;
  return (allowed.rows ?? [])
    .filter(({ practice }) => practice === code)
    .toSorted((a, b) => (a.windMphAtMost ?? Infinity) - (b.windMphAtMost ?? Infinity) || a.percent - b.percent)
    .map(({ methodClass: ofClass, percent, windMphAtMost, minimum, evidence, cite, note }) => ({
      methodClass: ofClass,
      percent,
      windMphAtLeast: null,
      windMphBelow: null,
      windMphAtMost,
      minimum,
      evidence,
      cite,
      note,
    }));
}

function holds({ when }: DriftPracticeRow, { setup, weather, adjuvantKinds }: ReductionFacts): boolean {
  if (when === null) return false;
  const { dropletSize } = setup;
  return (
    (when.dropletAtLeast === null ||
      (dropletSize !== null && compareDroplets(dropletSize, when.dropletAtLeast) >= 0)) &&
    (when.dropletIs === null || dropletSize === when.dropletIs) &&
    (when.humidityPercentAbove === null || (weather.humidityPercent ?? 0) > when.humidityPercentAbove) &&
    (when.adjuvantKind === null || adjuvantKinds.has(when.adjuvantKind))
  );
}

/**
 * Whether a droplet minimum of the rule or the label, the tier or an adjuvant already brings the practice about. An adjuvant of a narrower kind
 * that the label requires is one of the broader kind as well.
 */
function isRequiredAnyway({ when }: DriftPracticeRow, { source, tier, facts }: Asked): boolean {
  const wanted = when?.dropletAtLeast ?? null;
  const minima = [namedDroplets(source.rule.minDropletSize), tier.method.minDropletSize, ...directedDroplets(source)];
  if (wanted !== null && minima.some((size) => size !== null && compareDroplets(size, wanted) >= 0)) return true;
  const kind = when?.adjuvantKind ?? null;
  const required = (source.rated.record?.rules?.adjuvants ?? []).filter((rule) => rule.requirement === "required");
  return (
    kind !== null &&
    required.some(
      (rule) => rule.kind === kind || facts.mix.some((each) => isKnownOf(rule, each) && isOfKind(each, kind)),
    )
  );
}

const directedDroplets = ({ rated: { record } }: DriftSource): DropletSize[] =>
  record?.rules == null
    ? []
    : conditionsOf(record.rules).flatMap((each) => (each.kind === "droplets" ? [each.minimum] : []));

function percentOf({ percent }: DriftPracticeFigure, { source: { rated }, tier }: Asked): number | null {
  if (percent !== "rate_cut") return percent;
  // Rate ranges have taken the rate into account already.
  const rate = rated.rate.normalized;
  if (rate === null || tier.method.rateRanges !== null) return null;
  const highest = (rated.record?.rules?.limits ?? []).flatMap((limit) =>
    limit.kind === "max_single_rate" && limit.unit === rate.unit && countsTowardPass(limit.evidence)
      ? [limit.value]
      : [],
  );
  return highest.length === 0 ? null : 100 * (1 - rate.value / Math.min(...highest));
}

function verifiedReason(
  figure: DriftPracticeFigure,
  { code, option, when }: DriftPracticeRow,
  { facts, source, allowed }: Asked,
): NotReducedReason | null {
  if (allowed.source === "none" || allowed.source === "not_read") return "NOT_ON_LABEL";
  const bans = facts.forbidden.filter(
    (ban) => ban.productIndex === source.rated.productIndex && (ban.code === code || ban.code === option),
  );
  if (bans.length > 0) return bans.some(({ isSure }) => isSure) ? "DISALLOWED" : "MAY_BE_DISALLOWED";
  if (!hasLabelAmount(figure, when?.adjuvantKind ?? null, { facts, source })) return "NOT_ON_LABEL";
  return countsTowardPass(figure.evidence) ? null : "FIGURE_UNVERIFIED";
}

/** An adjuvant takes something off where the label says how much of it has to be in the tank, and that much is. */
function hasLabelAmount(
  { minimum }: DriftPracticeFigure,
  kind: AdjuvantKind | null,
  { facts, source }: Pick<Asked, "facts" | "source">,
): boolean {
  if (kind === null) return true;
  const named = (source.rated.record?.rules?.adjuvants ?? []).find((rule) => rule.kind === kind)?.minimum;
  const asked = minimum ?? named;
  return (
    asked !== undefined && facts.mix.some((each) => isOfKind(each, kind) && isEnough({ minimum: asked }, each) === true)
  );
}

const selectionOf = (
  row: DriftPracticeRow,
  found: {
    percent: number;
    figure: DriftPracticeFigure | null;
    reason: NotReducedReason | null;
    claim: ManualClaim | null;
  },
): ReductionSelection => ({
  subOptionId: row.id,
  code: row.code,
  label: row.label,
  reductionPercent: found.reason === null ? found.percent : 0,
  verified: found.claim === null && found.reason === null,
  reason: found.reason,
  evidence: found.figure?.evidence ?? null,
  customValue: found.claim?.customValue ?? null,
  notes: found.claim?.notes ?? null,
});

function onePerOption(
  found: readonly { row: DriftPracticeRow; selection: ReductionSelection }[],
): ReductionSelection[] {
  return found.map(({ row, selection }, index) => {
    const isBeaten = found.some(
      (other, place) =>
        other.row.option === row.option &&
        (other.selection.reductionPercent > selection.reductionPercent ||
          (other.selection.reductionPercent === selection.reductionPercent && place < index)),
    );
    return isBeaten && selection.reason === null
      ? { ...selection, reductionPercent: 0, verified: false, reason: "OTHER_OF_OPTION" as const }
      : selection;
  });
}

/**
 * The claims as the answer lists them: what each takes off, and for which products it counts.
 *
 * Units: percent. Source: docs/contract.md, Retrieval `manual_claims`. Missing data: a claim of a practice that the
 * table does not hold (an earlier edition's) is left out here, and takes nothing off. Throws: never.
 */
export function claimResults(
  { practices, claims }: Pick<ReductionFacts, "practices" | "claims">,
  reductions: readonly DriftReduction[],
  registrationOf: (productIndex: number) => string | null,
): ManualClaimResult[] {
  return practices.rows
    .filter((row) => row.basis === "claim" && claims.some(({ subOptionId }) => subOptionId === row.id))
    .map(({ id, label }) => {
      const counted = reductions.flatMap(({ productIndex, selections }) =>
        selections
          .filter(({ subOptionId, reductionPercent }) => subOptionId === id && reductionPercent > 0)
          .map(({ reductionPercent }) => ({ productIndex, reductionPercent })),
      );
      const names = counted.flatMap(({ productIndex }) => registrationOf(productIndex) ?? []);
      return {
        subOptionId: id,
        label,
        reductionPercent: counted.length === 0 ? null : Math.max(...counted.map((each) => each.reductionPercent)),
        verified: false,
        allowedFor: [...new Set(names)],
      };
    });
}
