import { countsTowardPass } from "@/lib/domain/citation";
import type { IssueCode } from "@/lib/domain/issues";
import type { RunoffRule, RunoffSystem } from "@/lib/domain/product";
import type { SoilSummary } from "@/lib/domain/soil";
import { soilSplit } from "@/lib/engine/soil-group";

/** A label's or bulletin's demand for points. `rule` null: it demands some and how many is not known. */
export interface RunoffSource {
  ruleId: string;
  system: RunoffSystem;
  rule: RunoffRule | null;
}

/** What one system asks of an application. Points null: unresolved. */
export interface RunoffTarget {
  system: RunoffSystem;
  points: number | null;
  issues: IssueCode[];
}

/**
 * Points required per runoff system: the highest over every product and active limitation, never their sum.
 *
 * Units: menu points (EPA) or credits (trait program); the two systems are never mixed.
 * Source: docs/contract.md, Fixed points; the highest that EPA's menu can ask for is in the menu table.
 * Missing data: one unresolved source makes the system's target null. A requirement that depends on soil is
 * unresolved without it. One that rests on an unverified fact is unresolved.
 */
export function runoffTargets(
  sources: readonly RunoffSource[],
  facts: { soil: SoilSummary | null; maxPoints: Record<RunoffSystem, number | null> },
): RunoffTarget[] {
  const systems = [...new Set(sources.map((source) => source.system))].sort();
  return systems.map((system) => {
    const own = sources.filter((source) => source.system === system).map((source) => demand(source, facts.soil));
    const issues = [...new Set(own.flatMap((each) => each.issues))];
    const ceiling = facts.maxPoints[system] ?? Number.POSITIVE_INFINITY;
    const points = own.some((each) => each.points === null)
      ? null
      : Math.min(ceiling, Math.max(...own.map((each) => each.points ?? 0)));
    return { system, points, issues };
  });
}

function demand({ rule }: RunoffSource, soil: SoilSummary | null): { points: number | null; issues: IssueCode[] } {
  if (rule === null || !countsTowardPass(rule.evidence))
    return { points: null, issues: ["RUNOFF_REQUIREMENT_UNRESOLVED"] };
  const unconfirmed: IssueCode[] =
    rule.applicability === "optional_unconfirmed" ? ["RUNOFF_APPLICABILITY_UNVERIFIED"] : [];
  if (rule.pointsBySoil === null) {
    return rule.points === null
      ? { points: null, issues: [...unconfirmed, "RUNOFF_REQUIREMENT_UNRESOLVED"] }
      : { points: rule.points, issues: unconfirmed };
  }
  const split = soilSplit(soil);
  return split === null
    ? { points: null, issues: [...unconfirmed, "RUNOFF_REQUIREMENT_UNRESOLVED"] }
    : { points: rule.pointsBySoil[split], issues: unconfirmed };
}
