import { Remedy } from "@/components/portal/overview/remedy";
import { StatusBadge } from "@/components/ui/status-badge";
import type { OverallStatus } from "@/lib/domain/compliance";
import { wordsIn } from "@/lib/views/language";
import type { IssueView } from "@/lib/views/portal/overview";
import styles from "./issues.module.css";

const standings = wordsIn<Record<OverallStatus, string>>({
  en: { not_met: "Not met", indeterminate: "Open", not_applicable: "Good to know", met: "Met" },
  es: { not_met: "No cumplido", indeterminate: "Por resolver", not_applicable: "Conviene saberlo", met: "Cumplido" },
});
const words = wordsIn({
  en: { title: "What stands in the way", toCheck: "Check it yourself" },
  es: { title: "Lo que lo impide", toCheck: "Verifíquelo usted" },
});

/** A notice is good to know; what a label asks and no one checked is more than that, and the one who sprays has to. */
const badgeOf = ({ code, standing }: IssueView): string =>
  code === "LABEL_CONDITIONS_NOT_CHECKED" && standing === "not_applicable" ? words().toCheck : standings()[standing];

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
      <h2 id="issues">{words().title}</h2>
      <ul className={styles.issues}>
        {issues.map((issue) => (
          <li key={issue.code} className={styles.issue}>
            <StatusBadge standing={issue.standing}>{badgeOf(issue)}</StatusBadge>
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
