import { TallyLine } from "@/components/portal/measures/tally-line";
import { Card } from "@/components/ui/card";
import { wordsIn } from "@/lib/views/language";
import type { ExemptionState } from "@/lib/views/portal/field-year";
import { small } from "@/lib/views/words";
import styles from "./both-states.module.css";

const words = wordsIn({
  en: {
    title: "What the answer does",
    label: "Score with and without an exemption",
    without: "Without an exemption",
    with: "With an exemption",
    holds: "In force now",
    notSaved: "Not saved yet",
    doesNotHold: "Not in force",
    outOfForce:
      "An exemption was claimed, but not for the method or the area that the application has now, so it does not hold. Points are needed until another reason is given.",
    alone: "An exemption lifts EPA's runoff points of this one application. Nothing else is lifted by it.",
    outcome: (title: string, headline: string) => `${title}: ${headline}.`,
  },
  es: {
    title: "Qué cambia con la respuesta",
    label: "Puntaje con exención y sin ella",
    without: "Sin exención",
    with: "Con exención",
    holds: "Vigente ahora",
    notSaved: "Todavía sin guardar",
    doesNotHold: "No vigente",
    outOfForce:
      "Se declaró una exención, pero no para el método o el área que la aplicación tiene ahora; por eso no vale. Se necesitan puntos hasta que se dé otra razón.",
    alone:
      "Una exención libera solo de los puntos de escorrentía de la EPA, y solo para esta aplicación. No libera de nada más.",
    outcome: (title, headline) => `${title}: ${small(headline)}.`,
  },
});

/** The score with the exemption and without it, side by side; the one that holds is said in words. */
export function BothStates({ exemption, isProvisional }: { exemption: ExemptionState; isProvisional: boolean }) {
  const isExempt = exemption.answer === "exempt" && !exemption.isOutOfForce;
  const mark = (holds: boolean): string =>
    !holds ? words().doesNotHold : isProvisional ? words().notSaved : words().holds;
  const [title, tally] = isExempt
    ? [words().with, exemption.withExemption]
    : [words().without, exemption.withoutExemption];
  const outcome = words().outcome(title, tally.headline);
  return (
    <Card title={words().title}>
      <div className={styles.pair} role="group" aria-label={words().label}>
        <div className={styles.state} data-holds={!isExempt} data-score="without">
          <p className={styles.title}>
            {words().without} <span className={styles.mark}>{mark(!isExempt)}</span>
          </p>
          <TallyLine tally={exemption.withoutExemption} />
        </div>
        <div className={styles.state} data-holds={isExempt} data-score="with">
          <p className={styles.title}>
            {words().with} <span className={styles.mark}>{mark(isExempt)}</span>
          </p>
          <TallyLine tally={exemption.withExemption} />
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {isProvisional ? "" : outcome}
      </p>
      {exemption.isOutOfForce ? <p>{words().outOfForce}</p> : null}
      <p>{words().alone}</p>
    </Card>
  );
}
