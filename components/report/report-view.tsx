import { ReportBlockView, ReportFacts } from "@/components/report/report-blocks";
import { ButtonLink } from "@/components/ui/button";
import type { ReportDocument } from "@/lib/domain/report";
import { wordsIn } from "@/lib/views/language";
import styles from "./report-view.module.css";

const words = wordsIn({
  en: {
    nav: "This report",
    back: { reports: "Reports", record: "What is known of this record" },
    download: "Download the PDF",
    verify: "Verify this report’s record",
  },
  es: {
    nav: "Este informe",
    back: { reports: "Informes", record: "Lo que se sabe de este registro" },
    download: "Descargar el PDF",
    verify: "Verificar el registro de este informe",
  },
});

interface Props {
  report: ReportDocument;
  /** Null: there is none to hand out. */
  pdfHref: string | null;
  /** Where the page was reached from. */
  back: { to: "reports" | "record"; href: string };
  /** The address that photos of the field have below them; null: pictures are in the PDF alone. */
  photosAt: string | null;
}

/** A report as a page: every word of the PDF, in order, with headings, tables and lists that can be listened to. */
export function ReportView({ report, pdfHref, back, photosAt }: Props) {
  return (
    <article className={styles.report}>
      <nav className={styles.actions} aria-label={words().nav}>
        <ButtonLink href={back.href} kind="quiet" icon="back">
          {words().back[back.to]}
        </ButtonLink>
        {pdfHref === null ? null : (
          <ButtonLink href={pdfHref} icon="document">
            {words().download}
          </ButtonLink>
        )}
      </nav>
      <h1>
        {report.title}: <span translate="no">{report.fieldName}</span>
      </h1>
      <p className={styles.standing}>{report.standingLine}</p>
      <ReportFacts facts={report.facts} />
      {report.sections.map(({ id, heading, blocks }) => (
        <section key={id} className={styles.section}>
          <h2 id={`report-${id}`}>{heading}</h2>
          {blocks.map((block, index) => (
            <ReportBlockView key={index} block={block} photosAt={photosAt} />
          ))}
        </section>
      ))}
      {report.verifyUrl === null ? null : (
        <p>
          <a href={report.verifyUrl}>{words().verify}</a>
        </p>
      )}
    </article>
  );
}
