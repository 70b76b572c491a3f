import { StatusBadge } from "@/components/ui/status-badge";
import type { OverallStatus } from "@/lib/domain/compliance";
import type { IssueView } from "@/lib/views/portal/overview";
import styles from "./issues.module.css";

const WORDS: Record<OverallStatus, string> = {
  not_met: "Not met",
  indeterminate: "Open",
  not_applicable: "Good to know",
  met: "Met",
};

/** What stands in the way, each with what would help. */
export function Issues({ issues }: { issues: readonly IssueView[] }) {
  if (issues.length === 0) return null;
  return (
    <section aria-labelledby="issues">
      <h2 id="issues">What stands in the way</h2>
      <ul className={styles.issues}>
        {issues.map(({ code, standing, message, remedy }) => (
          <li key={code} className={styles.issue}>
            <StatusBadge standing={standing}>{WORDS[standing]}</StatusBadge>
            <p className={styles.message}>{message}</p>
            <p className={styles.remedy}>{remedy}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
