import { LocalTime } from "@/components/ui/local-time";
import { Card } from "@/components/ui/card";
import { wordsIn } from "@/lib/views/language";
import type { RecentChangesView } from "@/lib/views/portal/overview";
import styles from "./recent-changes.module.css";

const words = wordsIn({
  en: {
    title: (year: number) => `Changes of ${year}`,
    none: "Nothing has been changed in the portal yet.",
    seeAll: "See all changes, and take one back",
    takeBack: "Take a change back",
    takenBack: ". Taken back ",
  },
  es: {
    title: (year) => `Cambios de ${year}`,
    none: "Todavía no se ha cambiado nada en el portal.",
    seeAll: "Ver todos los cambios y deshacer uno",
    takeBack: "Deshacer un cambio",
    takenBack: ". Deshecho el ",
  },
});

/** What was changed last, and by whom. Changes are taken back where they were made. */
export function RecentChanges({ view: { year, changes, hasMore, allHref } }: { view: RecentChangesView }) {
  return (
    <Card title={words().title(year)}>
      {changes.length === 0 ? (
        <p>{words().none}</p>
      ) : (
        <>
          <ol className={styles.list}>
            {changes.map((change) => (
              <Change key={change.changeId} change={change} />
            ))}
          </ol>
          <a className={styles.all} href={allHref}>
            {hasMore ? words().seeAll : words().takeBack}
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
            {words().takenBack}
            <LocalTime at={undoneAt} />
          </>
        )}
      </p>
    </li>
  );
}
