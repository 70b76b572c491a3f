import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import type { SwitcherView } from "@/lib/views/portal/frame";
import styles from "./application-switcher.module.css";

const words = wordsIn({
  en: { application: "Application: ", list: "Applications and years" },
  es: { application: "Aplicación: ", list: "Aplicaciones y años" },
});

/** Which application and year this is, and the way to the others: a list that opens without a script. */
export function ApplicationSwitcher({ switcher }: { switcher: SwitcherView }) {
  const { title, detail, isName, years } = switcher;
  return (
    <details className={styles.switcher} data-menu="inline">
      <summary className={styles.summary}>
        <span className={styles.words}>
          <span className="visually-hidden">{words().application}</span>
          <span className={styles.title} translate={isName ? "no" : undefined}>
            {title}
          </span>
          <span className={styles.detail}>{detail}</span>
        </span>
        <Icon name="down" className={styles.down} />
      </summary>
      <nav aria-label={words().list} className={styles.list}>
        {years.map(({ year, choices }) => (
          <div key={year}>
            <p className={styles.year} id={`year-${year}`}>
              {year}
            </p>
            <ul className={styles.choices} aria-labelledby={`year-${year}`}>
              {choices.map((choice) => (
                <li key={choice.href}>
                  <a
                    href={choice.href}
                    className={classNames(styles.choice, choice.isCurrent && styles.current)}
                    aria-current={choice.isCurrent ? "true" : undefined}
                  >
                    <span className={styles.title} translate={choice.isName ? "no" : undefined}>
                      {choice.title}
                    </span>
                    <span className={styles.detail}>{choice.detail}</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </details>
  );
}
