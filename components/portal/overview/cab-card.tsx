import { CabNext } from "@/components/portal/overview/cab-next";
import { CabSentence } from "@/components/portal/overview/cab-sentence";
import { OwnChecks } from "@/components/portal/overview/own-checks";
import { ShareCard } from "@/components/portal/overview/share-card";
import { ReportFigureView } from "@/components/report/report-figure";
import { classNames } from "@/components/ui/class-names";
import { Icon, type IconName } from "@/components/ui/icon";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import styles from "./cab-card.module.css";

const ICONS: Record<CabCardView["kind"], IconName> = { stop: "cross", open: "clock", done: "check" };

/** The answer for someone at the sprayer: one sentence, a picture, and what only the applicator can check. */
export function CabCard({ card }: { card: CabCardView }) {
  const { kind, standing, figure } = card;
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
          <CabNext card={card} />
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
