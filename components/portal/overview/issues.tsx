import { Remedy } from "@/components/portal/overview/remedy";
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

interface Props {
  issues: readonly IssueView[];
  /** The drift page of the same application. */
  driftHref: string;
}

/** What stands in the way, each with what would help. */
export function Issues({ issues, driftHref }: Props) {
  if (issues.length === 0) return null;
  return (
    <section aria-labelledby="issues">
      <h2 id="issues">What stands in the way</h2>
      <ul className={styles.issues}>
        {issues.map((issue) => (
          <li key={issue.code} className={styles.issue}>
            <StatusBadge standing={issue.standing}>{WORDS[issue.standing]}</StatusBadge>
            <p className={styles.message}>{issue.message}</p>
            <p className={styles.remedy}>
              <Remedy issue={issue} driftHref={driftHref} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
