import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import type { ReactNode } from "react";
import type { ReportKind } from "@/lib/domain/report";
import { dayInWords } from "@/lib/views/words";
import { wordsIn } from "@/lib/views/language";
import styles from "./earlier-reports.module.css";

const words = wordsIn<{
  kinds: Record<ReportKind, (at: ReactNode) => ReactNode>;
  title: string;
  about: string;
  answersTitle: string;
  answersAbout: string;
  reprint: Record<ReportKind, (day: ReactNode) => ReactNode>;
}>({
  en: {
    kinds: { runoff: (at) => <>Runoff report as of {at}</>, trait: (at) => <>Trait program report as of {at}</> },
    title: "Given out before",
    about:
      "Each file is the one of its day, byte for byte. It may not be what is saved now: download the report above for that.",
    answersTitle: "Answers of earlier days",
    answersAbout:
      "What was in force at the end of a day (UTC): the report that was given out then, or a reprint of the answers, which says what is not known of that day.",
    reprint: {
      runoff: (day) => <>Runoff, answers of {day}</>,
      trait: (day) => <>Trait program, answers of {day}</>,
    },
  },
  es: {
    kinds: {
      runoff: (at) => <>Informe de escorrentía del {at}</>,
      trait: (at) => <>Informe del programa de rasgos del {at}</>,
    },
    title: "Entregados antes",
    about:
      "Cada archivo es el de su día, byte por byte y en el idioma de entonces. Puede no ser lo que está guardado ahora: para eso descargue el informe de arriba.",
    answersTitle: "Respuestas de días anteriores",
    answersAbout:
      "Lo que valía al final de un día (UTC): el informe que se entregó entonces, o una reimpresión de las respuestas, que dice lo que no se sabe de ese día.",
    reprint: {
      runoff: (day) => <>Escorrentía, respuestas del {day}</>,
      trait: (day) => <>Programa de rasgos, respuestas del {day}</>,
    },
  },
});

interface Props {
  /** Newest first. */
  earlier: readonly { kind: ReportKind; recordHash: string; madeAt: Date }[];
}

/** Reports as they were given out before: each says what was answered on its day, and nothing of what came later. */
export function EarlierReports({ earlier }: Props) {
  if (earlier.length === 0) return null;
  return (
    <Card title={words().title}>
      <p>{words().about}</p>
      <ul className={styles.files}>
        {earlier.map(({ kind, recordHash, madeAt }) => (
          <li key={recordHash}>
            <ButtonLink href={`/verify/${recordHash}/original.pdf`} kind="quiet" icon="document">
              <span>{words().kinds[kind](<LocalTime at={madeAt.toISOString()} />)}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface AnswersProps {
  /** Newest first, `YYYY-MM-DD`. */
  days: readonly string[];
  reports: readonly { kind: ReportKind; pdfHref: string }[];
}

/** The answers of a day again, also where no one asked for a report then. */
export function EarlierAnswers({ days, reports }: AnswersProps) {
  if (days.length === 0 || reports.length === 0) return null;
  return (
    <Card title={words().answersTitle}>
      <p>{words().answersAbout}</p>
      <ul className={styles.files}>
        {days.flatMap((day) =>
          reports.map(({ kind, pdfHref }) => (
            <li key={`${day} ${kind}`}>
              <ButtonLink href={`${pdfHref}&as_of=${day}`} kind="quiet" icon="document">
                <span>{words().reprint[kind](dayInWords(day))}</span>
              </ButtonLink>
            </li>
          )),
        )}
      </ul>
    </Card>
  );
}
