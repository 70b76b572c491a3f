import { Remedy } from "@/components/portal/overview/remedy";
import { LocalTime } from "@/components/ui/local-time";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Fold } from "@/components/ui/fold";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { StatusBadge } from "@/components/ui/status-badge";
import type { DriftAnswerView } from "@/lib/views/portal/drift";
import { ProductBuffers } from "./product-buffers";
import styles from "./answer-panel.module.css";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    title: "What this asks for",
    outside: "Outside the buffer",
    earlier: "This is the answer to earlier conditions.",
    noClearance: "It is not a clearance to apply: the label in your hands decides.",
    conditions: "The conditions of this answer",
    saved: "Saved",
    workedOut: "Worked out",
  },
  es: {
    title: "Lo que esto pide",
    outside: "Fuera de la zona de amortiguamiento",
    earlier: "Esta es la respuesta a condiciones anteriores.",
    noClearance: "No es una autorización para aplicar: decide la etiqueta que tiene en mano.",
    conditions: "Las condiciones de esta respuesta",
    saved: "Guardado el",
    workedOut: "Calculado el",
  },
});

const TONES = { not_met: "bad", indeterminate: "warn", met: "info", not_applicable: "info" } as const;

/** What the buffers come to: area, issues, and product by product. Never a clearance. One to earlier conditions says so, in no color. */
export function AnswerPanel({ answer, isEarlier }: { answer: DriftAnswerView; isEarlier: boolean }) {
  const { standing, badge, headline, area, treatablePercent, issues, overall } = answer;
  return (
    <Card
      title={words().title}
      id="answer"
      aside={<StatusBadge standing={isEarlier ? "not_applicable" : standing}>{badge}</StatusBadge>}
    >
      {isEarlier ? (
        <p>
          <Icon name="clock" /> {words().earlier}
        </p>
      ) : null}
      <p className={styles.headline}>{headline}.</p>
      <p className={styles.area}>
        {area}
        {treatablePercent === null ? null : (
          <meter className={styles.meter} min={0} max={100} value={treatablePercent} aria-label={words().outside}>
            {treatablePercent} %
          </meter>
        )}
      </p>
      <p>
        {overall.text} {words().noClearance}
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
      <ProductBuffers products={answer.products} />
      <Fold summary={words().conditions}>
        <Facts facts={answer.conditions} />
        <p>
          {answer.isSaved ? words().saved : words().workedOut} <LocalTime at={answer.checkedAt} />. {answer.ground}
        </p>
      </Fold>
    </Card>
  );
}
