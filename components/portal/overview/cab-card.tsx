import { CabSentence } from "@/components/portal/overview/cab-sentence";
import { OwnChecks } from "@/components/portal/overview/own-checks";
import { ShareCard } from "@/components/portal/overview/share-card";
import { ReportFigureView } from "@/components/report/report-figure";
import { ButtonLink } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Icon, type IconName } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import styles from "./cab-card.module.css";

const words = wordsIn({
  en: {
    allChecked: "Everything this service can check is checked.",
    ownBelow: "What you must check yourself is below.",
  },
  es: {
    allChecked: "Todo lo que este servicio puede verificar está verificado.",
    ownBelow: "Abajo está lo que usted mismo debe verificar.",
  },
});

const ICONS: Record<CabCardView["kind"], IconName> = { stop: "cross", open: "clock", done: "check" };

/** The answer for someone at the sprayer: one sentence, a picture, and what only the applicator can check. */
export function CabCard({ card }: { card: CabCardView }) {
  const { kind, standing, isDone, next, figure } = card;
  // Green is kept for what the service itself calls met.
  const tone = kind === "done" && standing === "indeterminate" ? "own" : kind;
  return (
    <section className={classNames(styles.card, styles[tone])} aria-labelledby="standing" data-cab-card={kind}>
      <div className={styles.answer}>
        <span className={styles.mark}>
          <Icon name={ICONS[kind]} />
        </span>
        <div className={styles.words}>
          <CabSentence card={card} />
          {isDone ? (
            <p className={styles.checked}>
              {words().allChecked} {card.checklist.length === 0 && card.followTexts === null ? "" : words().ownBelow}
            </p>
          ) : null}
          {next === null ? null : (
            <p className={styles.next}>
              <ButtonLink href={next.href} kind={isDone ? "secondary" : "primary"} icon="arrow">
                {next.words}
              </ButtonLink>
            </p>
          )}
        </div>
      </div>
      {figure === null ? null : (
        <div className={styles.picture}>
          <ReportFigureView {...figure} isBold />
        </div>
      )}
      <OwnChecks card={card} />
      <ShareCard card={card} />
    </section>
  );
}
