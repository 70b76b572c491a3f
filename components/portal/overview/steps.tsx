import { Icon } from "@/components/ui/icon";
import { Points } from "@/components/ui/points";
import { StatusBadge } from "@/components/ui/status-badge";
import { Timed } from "@/components/ui/timed";
import { pageHref } from "@/lib/views/portal/pages";
import { wordsIn } from "@/lib/views/language";
import type { PortalAddress } from "@/lib/domain/field-year";
import type { StepView } from "@/lib/views/portal/overview";
import styles from "./steps.module.css";

const words = wordsIn({ en: { title: "Where each part stands" }, es: { title: "Cómo está cada parte" } });

/** Each part of the work with where it stands; the whole row leads to its page. */
export function Steps({ steps, address }: { steps: readonly StepView[]; address: PortalAddress }) {
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">{words().title}</h2>
      <ul className={styles.steps}>
        {steps.map((step) => (
          <li key={step.title}>
            <a className={styles.step} href={pageHref(address, step.page)}>
              <span className={styles.head}>
                <span className={styles.title}>{step.title}</span>
                <StatusBadge standing={step.standing}>{step.badge}</StatusBadge>
              </span>
              <span className={styles.text}>
                <Timed text={step.text} />
              </span>
              {step.points === null ? null : <Points {...step.points} />}
              <Icon name="arrow" className={styles.arrow} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
