import { methodClass } from "@/lib/domain/application";
import { countsTowardPass } from "@/lib/domain/citation";
import type { MitigationType } from "@/lib/domain/product";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { canBeDoneWith, type DriftPracticeFigure, type DriftPracticeRow, type Rulebook } from "@/lib/domain/tables";
import { driftType } from "@/lib/engine/drift/reductions";

/** A practice that the portal recorded, with what the menu says it takes off. */
export interface RecordedPractice {
  subOptionId: number;
  label: string;
  /** Null: the figure hangs on the wind, is not established, or there is none for the method. */
  reductionPercent: number | null;
  customValue: number | null;
  notes: string | null;
}

export interface RecordedReduction {
  driftType: MitigationType;
  totalReductionPercent: number;
  selections: RecordedPractice[];
}

/**
 * What the portal recorded for an application's drift, by drift type. Nothing of it is verified: a computation says what
 * it takes off a buffer. A practice that the menu of the day does not hold stays listed under its number.
 */
export function recordedReductions(
  { method, drift }: Pick<SavedApplicationRecord, "method" | "drift">,
  { driftPractices }: Pick<Rulebook, "driftPractices">,
): RecordedReduction[] {
  if (drift.claims.length === 0) return [];
  const recorded = drift.claims.map((claim) => {
    const row = driftPractices.rows.find(({ id }) => id === claim.subOptionId);
    const reductionPercent =
      row === undefined || !canBeDoneWith(row, method) ? null : fixedPercent(row, methodClass(method));
    return {
      option: row?.option ?? `${claim.subOptionId}`,
      label: row?.label ?? `${claim.subOptionId}`,
      reductionPercent,
      claim,
    };
  });
  // Of the practices of one option the largest counts.
  const byOption = new Map<string, number>();
  for (const { option, reductionPercent } of recorded) {
    byOption.set(option, Math.max(byOption.get(option) ?? 0, reductionPercent ?? 0));
  }
  const total = [...byOption.values()].reduce((sum, percent) => sum + percent, 0);
  return [
    {
      driftType: driftType(methodClass(method)),
      totalReductionPercent: Math.min(100, total),
      selections: recorded.map(({ label, reductionPercent, claim }) => ({ ...claim, label, reductionPercent })),
    },
  ];
}

/** The one figure for a class of method, where it holds in any wind. */
function fixedPercent({ figures }: DriftPracticeRow, ofClass: DriftPracticeFigure["methodClass"]): number | null {
  const [figure, ...others] = figures.filter(({ methodClass: known }) => known === ofClass);
  if (figure === undefined || others.length > 0 || figure.percent === "rate_cut") return null;
  const isFixed = figure.windMphAtLeast === null && figure.windMphBelow === null && figure.windMphAtMost === null;
  return isFixed && countsTowardPass(figure.evidence) ? figure.percent : null;
}
