import { Remedy } from "@/components/portal/overview/remedy";
import { LocalTime } from "@/components/ui/local-time";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Fold } from "@/components/ui/fold";
import { Notice } from "@/components/ui/notice";
import { StatusBadge } from "@/components/ui/status-badge";
import type { DriftAnswerView } from "@/lib/views/portal/drift";
import { Earlier } from "./earlier";
import { ProductBuffers } from "./product-buffers";
import type { AnswerWords } from "@/lib/views/portal/drift-answer-words";
import styles from "./answer-panel.module.css";
const TONES = { not_met: "bad", indeterminate: "warn", met: "info", not_applicable: "info" } as const;

interface Props {
  text: AnswerWords;
  answer: DriftAnswerView;
  isEarlier: boolean;
}

/** What the buffers come to: area, issues, and product by product. Never a clearance. One to earlier conditions says so, in no color. */
export function AnswerPanel({ text, answer, isEarlier }: Props) {
  const { standing, badge, headline, area, treatablePercent, issues, overall } = answer;
  return (
    <Card
      title={text.title}
      id="answer"
      aside={<StatusBadge standing={isEarlier ? "not_applicable" : standing}>{badge}</StatusBadge>}
    >
      {isEarlier ? <Earlier text={text} /> : null}
      <p className={styles.headline}>{headline}.</p>
      <p className={styles.area}>
        {area}
        {treatablePercent === null ? null : (
          <meter className={styles.meter} min={0} max={100} value={treatablePercent} aria-label={text.outside}>
            {treatablePercent} %
          </meter>
        )}
      </p>
      <p>
        {overall.text} {text.noClearance}
      </p>
      <ul className={styles.issues}>
        {issues.map((issue) => (
          <li key={`${issue.code} ${issue.message}`} data-issue={issue.code}>
            <Notice tone={TONES[issue.standing]} title={issue.message}>
              <p>
                <Remedy issue={issue} driftHref="" />
              </p>
            </Notice>
          </li>
        ))}
      </ul>
      <ProductBuffers products={answer.products} {...{ text, isEarlier }} />
      <Fold summary={text.conditions}>
        <Facts facts={answer.conditions} />
        <p>
          {answer.isSaved ? text.saved : text.workedOut} <LocalTime at={answer.checkedAt} />. {answer.ground}
        </p>
      </Fold>
    </Card>
  );
}
