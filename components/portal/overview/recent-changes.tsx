import { LocalTime } from "@/components/ui/local-time";
import { Card } from "@/components/ui/card";
import type { RecentChangesView } from "@/lib/views/portal/overview";
import styles from "./recent-changes.module.css";

/** What was changed last, and by whom. Changes are taken back where they were made. */
export function RecentChanges({ view: { year, changes, hasMore, allHref } }: { view: RecentChangesView }) {
  return (
    <Card title={`Changes of ${year}`}>
      {changes.length === 0 ? (
        <p>Nothing has been changed in the portal yet.</p>
      ) : (
        <>
          <ol className={styles.list}>
            {changes.map((change) => (
              <Change key={change.changeId} change={change} />
            ))}
          </ol>
          <a className={styles.all} href={allHref}>
            {hasMore ? "See all changes, and take one back" : "Take a change back"}
          </a>
        </>
      )}
    </Card>
  );
}

function Change({ change }: { change: RecentChangesView["changes"][number] }) {
  const { text, changedAt, actor, undoneAt } = change;
  return (
    <li className={styles.change}>
      <p className={styles.text}>{text}</p>
      <p className={styles.when}>
        <LocalTime at={changedAt} />, {actor}
        {undoneAt === null ? null : (
          <>
            . Taken back <LocalTime at={undoneAt} />
          </>
        )}
      </p>
    </li>
  );
}
