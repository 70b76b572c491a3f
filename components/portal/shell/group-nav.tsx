import { currentPage } from "@/components/portal/shell/current-page";
import { Icon } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import { pageHref } from "@/lib/views/portal/pages";
import type { GroupNavView, GroupStep } from "@/lib/views/portal/frame";
import styles from "./group-nav.module.css";

const words = wordsIn({
  en: { label: "Fields of the group", all: "All fields", previous: "Previous field", next: "Next field" },
  es: { label: "Campos del grupo", all: "Todos los campos", previous: "Campo anterior", next: "Campo siguiente" },
});

/** From field to field of a group, on the same page of each. */
export function GroupNav({ group, here }: { group: GroupNavView; here: string }) {
  const { listHref, position, previous, next } = group;
  return (
    <nav aria-label={words().label} className={styles.nav}>
      <Step step={previous} here={here} direction="previous" />
      <a href={listHref} className={styles.all}>
        <span className={styles.title}>{words().all}</span>
        <span className={styles.position}>{position}</span>
      </a>
      <Step step={next} here={here} direction="next" />
    </nav>
  );
}

interface StepProps {
  step: GroupStep | null;
  here: string;
  direction: "previous" | "next";
}

function Step({ step, here, direction }: StepProps) {
  if (step === null) return <span className={styles.none} />;
  return (
    <a
      href={pageHref(step.address, currentPage(here))}
      className={styles.step}
      aria-label={`${words()[direction]}: ${step.name}`}
      title={step.name}
      rel={direction === "previous" ? "prev" : "next"}
    >
      <Icon name={direction === "previous" ? "back" : "arrow"} />
    </a>
  );
}
