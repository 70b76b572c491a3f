import { Icon } from "@/components/ui/icon";
import { StatusBadge } from "@/components/ui/status-badge";
import type { GroupApplicationView, GroupFieldView } from "@/lib/views/portal/group";
import styles from "./field-card.module.css";

/** A field with the applications of the group on it; each row leads to that application. */
export function FieldCard({ field: { fieldId, name, about, isLinked, applications } }: { field: GroupFieldView }) {
  return (
    <article className={styles.card} aria-labelledby={`field-${fieldId}`}>
      <h2 className={styles.name} id={`field-${fieldId}`}>
        {name}
      </h2>
      <p className={styles.about}>
        {[about, isLinked ? "your link is about this field" : ""].filter((text) => text !== "").join(" · ")}
      </p>
      <ul className={styles.applications}>
        {applications.map((application) => (
          <li key={application.applicationEventId}>
            <Application application={application} />
          </li>
        ))}
      </ul>
    </article>
  );
}

function Application({ application }: { application: GroupApplicationView }) {
  const { href, title, detail, standing, badge, headline, isLocked } = application;
  return (
    <a className={styles.application} href={href}>
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        <span className={styles.detail}>
          {detail}
          {isLocked ? " · locked" : ""}
        </span>
        <span className={styles.standing}>
          <StatusBadge standing={standing}>{badge}</StatusBadge>
          <span>{headline}</span>
        </span>
      </span>
      <Icon name="arrow" className={styles.arrow} />
    </a>
  );
}
