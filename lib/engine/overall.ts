import type { ComponentStatus, OverallStatus } from "@/lib/domain/compliance";
import { ISSUES, issueEffect, type Issue } from "@/lib/domain/issues";

/**
 * The overall status of its components and issues.
 *
 * Source: spec: decisions section 3. A component that does not apply says nothing; an issue that blocks a pass
 * leaves the whole indeterminate, so that missing evidence is never read as a pass or as "nothing applies".
 */
export function overallStatus(
  components: readonly (ComponentStatus | "not_applicable")[],
  issues: readonly Issue[],
): OverallStatus {
  const effects = issues.map(issueEffect);
  if (components.includes("not_met") || effects.includes("not_met")) return "not_met";
  if (components.includes("indeterminate") || effects.includes("indeterminate")) return "indeterminate";
  return components.includes("met") ? "met" : "not_applicable";
}

/** One issue a code, in order of first appearance; particulars of several are joined. */
export function mergeIssues(issues: readonly Issue[]): Issue[] {
  const byCode = new Map<string, Issue>();
  for (const found of issues) {
    const known = byCode.get(found.code);
    if (known === undefined) byCode.set(found.code, found);
    else byCode.set(found.code, joined(known, found));
  }
  return [...byCode.values()];
}

function joined(known: Issue, found: Issue): Issue {
  const particulars = found.message.slice(ISSUES[found.code].message.length).trim();
  const isNews = particulars !== "" && !known.message.includes(particulars);
  const blocks = known.blocks === true || found.blocks === true;
  return {
    code: known.code,
    message: isNews ? `${known.message} ${particulars}` : known.message,
    ...(blocks ? { blocks: true as const } : {}),
  };
}
