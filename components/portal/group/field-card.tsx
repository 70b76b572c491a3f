import { When } from "@/components/portal/group/days";
import { ListedStanding } from "@/components/portal/group/listed-standing";
import { Icon } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import type { GroupApplicationView, GroupFieldView } from "@/lib/views/portal/group";
import type { TodayView } from "@/lib/views/portal/group-days";
import styles from "./field-card.module.css";

const words = wordsIn({
  en: { linked: "your link is about this field", locked: "locked" },
  es: { linked: "su enlace es sobre este campo", locked: "bloqueada" },
});

interface Props {
  field: GroupFieldView;
  today: TodayView;
  /** The level of its heading. */
  Name: "h2" | "h3";
}

/** A field with the applications of the group on it. With one application the whole card leads to it. */
export function FieldCard({ field, today, Name }: Props) {
  const { fieldId, number, name, about, underDay, underKind, isLinked, applications } = field;
  const only = applications.length === 1 ? applications[0] : undefined;
  return (
    <article className={styles.card} aria-labelledby={`field-${fieldId}`}>
      <Name className={styles.name} id={`field-${fieldId}`}>
        <span className={styles.number}>{number}</span>
        {only === undefined ? (
          <span translate="no">{name}</span>
        ) : (
          <a className={styles.whole} href={only.href} translate="no">
            {name}
          </a>
        )}
      </Name>
      <p className={styles.about}>
        {[about, isLinked ? words().linked : ""].filter((text) => text !== "").join(" · ")}
      </p>
      <ul className={styles.applications}>
        {applications.map((application) => (
          <li key={application.applicationEventId}>
            {only === undefined ? (
              <a className={styles.application} href={application.href}>
                <span className="visually-hidden">{name}: </span>
                <Application {...{ fieldId, application, today, underDay, underKind }} />
              </a>
            ) : (
              <div className={styles.application}>
                <Application {...{ fieldId, application, today, underDay, underKind }} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}

interface ApplicationProps extends Pick<GroupFieldView, "fieldId" | "underDay" | "underKind"> {
  application: GroupApplicationView;
  today: TodayView;
}

function Application({ fieldId, application, today, underDay, underKind }: ApplicationProps) {
  const { title, when, date, method, standing, badge, headline, isLocked } = application;
  return (
    <>
      <span className={styles.words}>
        <span className={styles.title} translate="no">
          {title}
        </span>
        <span className={styles.detail}>
          <When when={when} today={today} isDayKnown={when.day === underDay} underKind={underKind} />
          {when.day === underDay ? method : `${date} · ${method}`}
          {isLocked ? ` · ${words().locked}` : ""}
        </span>
        <span className={styles.standing}>
          <ListedStanding {...{ fieldId, standing, badge, headline }} />
        </span>
      </span>
      <Icon name="arrow" className={styles.arrow} />
    </>
  );
}
