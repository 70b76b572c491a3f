import { ReportMarkIcon } from "@/components/report/report-mark";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { ReportPreview } from "@/lib/domain/report";
import { wordsIn } from "@/lib/views/language";
import styles from "./report-previews.module.css";

type About = Record<ReportPreview["kind"], string>;

const words = wordsIn({
  en: {
    about: {
      runoff: "EPA runoff points, exemption claims, soil and spray drift of every application of the year.",
      trait: "The trait program's own runoff credits for every application of the year.",
    } satisfies About,
    none: "No application is saved for this year. The report says so and lists the measures selected for the year.",
    standing: (title: string) => `Where the record of the ${title.toLowerCase()} stands`,
    holds: "What it holds",
    download: "Download the PDF",
    downloadOf: (title: string) => ` of the ${title.toLowerCase()}`,
    page: "Read it as a page",
    pageOf: (title: string) => `: ${title.toLowerCase()}`,
    heading: (year: number) => `Reports for ${year}`,
    notMade: "The PDF was not made",
    busy: "The service was too busy. Nothing is lost: try again in a moment, or read the report as a page and print that.",
    intro:
      "A report is a record of what is saved now, for your files and for an inspection. It carries a number that anyone who holds it can verify.",
  },
  es: {
    about: {
      runoff: "Puntos de escorrentía de la EPA, exenciones declaradas, suelo y deriva de cada aplicación del año.",
      trait: "Los créditos de escorrentía propios del programa de rasgos para cada aplicación del año.",
    },
    none: "No hay ninguna aplicación guardada para este año. El informe lo dice y enumera las medidas elegidas para el año.",
    standing: (title) => `Cómo está el registro del ${title.toLowerCase()}`,
    holds: "Qué contiene",
    download: "Descargar el PDF",
    downloadOf: (title) => ` del ${title.toLowerCase()}`,
    page: "Leerlo como página",
    pageOf: (title) => `: ${title.toLowerCase()}`,
    heading: (year) => `Informes de ${year}`,
    notMade: "No se hizo el PDF",
    busy: "El servicio estaba demasiado ocupado. No se perdió nada: inténtelo de nuevo en un momento, o lea el informe como página e imprímala.",
    intro:
      "Un informe es un registro de lo que está guardado ahora, para sus archivos y para una inspección. Lleva un número que cualquiera que lo tenga puede verificar.",
  },
});

function Preview({ preview }: { preview: ReportPreview }) {
  const { kind, title, contents, statuses, pdfHref, pageHref } = preview;
  return (
    <Card title={title}>
      <p>{words().about[kind]}</p>
      {statuses.length === 0 ? (
        <p>{words().none}</p>
      ) : (
        <ul className={styles.statuses} aria-label={words().standing(title)}>
          {statuses.map(({ mark, word, title: about }, index) => (
            <li key={index}>
              <ReportMarkIcon mark={mark} />
              <span>
                <strong>{word}</strong>: {about}
              </span>
            </li>
          ))}
        </ul>
      )}
      <h3>{words().holds}</h3>
      <ul className={styles.contents}>
        {contents.map((heading) => (
          <li key={heading}>{heading}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <ButtonLink href={pdfHref} kind="primary" icon="document">
          {words().download}
          <span className="visually-hidden">{words().downloadOf(title)}</span>
        </ButtonLink>
        <ButtonLink href={pageHref}>
          {words().page}
          <span className="visually-hidden">{words().pageOf(title)}</span>
        </ButtonLink>
      </div>
    </Card>
  );
}

interface Props {
  year: number;
  previews: readonly ReportPreview[];
  /** A PDF was asked for, and could not be made in time. */
  isLate: boolean;
}

/** The reports of one field and year. */
export function ReportPreviews({ year, previews, isLate }: Props) {
  return (
    <>
      <h1>{words().heading(year)}</h1>
      {isLate ? (
        <Notice tone="warn" title={words().notMade}>
          <p>{words().busy}</p>
        </Notice>
      ) : null}
      <p>{words().intro}</p>
      {previews.map((preview) => (
        <Preview key={preview.kind} preview={preview} />
      ))}
    </>
  );
}
