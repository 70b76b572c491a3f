import { decimalText } from "@/lib/domain/numbers";
/** One check of a loaded set. A failed one keeps the set from being activated unless the operator forces it. */
export interface Check {
  name: string;
  outcome: "passed" | "failed" | "not_applicable";
  detail: string;
}

/** Checks against the set in force. They say nothing of a set in itself, and are made again where it is to be put in force. */
export const COMPARISONS: ReadonlySet<string> = new Set(["drop", "lost areas"]);

/** What two sets of a kind are compared by: the name of a figure and its value. */
export type Figures = Record<string, number>;

/** A fall by more than this share means that something is missing. docs/data-sets.md, "What a load does". */
export const LARGEST_DROP_PCT = 5;
/** The first set of a kind has nothing to compare with; past this share of refused records it is not trusted either. */
export const LARGEST_REFUSED_PCT = 5;

const whole = (value: number): string => decimalText(value, 0);
const pct = (value: number): string => `${value.toFixed(1)} %`;

/** Figures of a new set against those of the set in force. A figure the old set does not have is not compared. */
export function checkDrops(fresh: Figures, active: { version: string; figures: Figures } | null): Check {
  const name = "drop";
  if (active === null) return { name, outcome: "not_applicable", detail: "no comparable set is in force" };
  const drops = Object.entries(fresh).flatMap(([figure, value]) => {
    const before = active.figures[figure];
    if (before === undefined || before <= 0) return [];
    const dropPct = (100 * (before - value)) / before;
    return dropPct > LARGEST_DROP_PCT
      ? [`${figure} falls by ${pct(dropPct)} (${whole(before)} to ${whole(value)})`]
      : [];
  });
  return drops.length === 0
    ? {
        name,
        outcome: "passed",
        detail: `no figure falls by more than ${LARGEST_DROP_PCT} % against ${active.version}`,
      }
    : { name, outcome: "failed", detail: `against ${active.version}: ${drops.join("; ")}` };
}

export function checkRefused(what: string, counts: { read: number; refused: number }): Check {
  const name = `refused ${what}`;
  if (counts.read === 0) return { name, outcome: "failed", detail: `the source has no ${what}` };
  const share = (100 * counts.refused) / counts.read;
  return {
    name,
    outcome: share > LARGEST_REFUSED_PCT ? "failed" : "passed",
    detail: `${counts.refused} of ${counts.read} refused`,
  };
}

/** Cutting into pieces must neither lose nor add ground. Areas in the plane, square degrees. */
export function checkPieceArea({ planarDeg2, piecesDeg2 }: { planarDeg2: number; piecesDeg2: number }): Check {
  const off = planarDeg2 > 0 ? Math.abs(planarDeg2 - piecesDeg2) / planarDeg2 : 1;
  return {
    name: "piece area",
    outcome: off > 1e-9 ? "failed" : "passed",
    detail: `pieces differ from whole polygons by ${(100 * off).toExponential(1)} %`,
  };
}

export const failedChecks = (checks: readonly Check[]): Check[] => checks.filter(({ outcome }) => outcome === "failed");

export const describeChecks = (checks: readonly Check[]): string =>
  checks.map(({ name, detail }) => `${name}: ${detail}`).join("; ");
