import type { ComponentStatus, OverallStatus } from "@/lib/domain/compliance";
import { issueEffect, type Issue } from "@/lib/domain/issues";

/**
 * The overall status of its components and issues.
 *
 * A component that does not apply says nothing; an issue that blocks a pass leaves the whole indeterminate, so that
 * missing evidence is never read as a pass or as "nothing applies".
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
