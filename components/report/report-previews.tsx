import { ReportMarkIcon } from "@/components/report/report-mark";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { ReportPreview } from "@/lib/domain/report";
import styles from "./report-previews.module.css";

const ABOUT: Record<ReportPreview["kind"], string> = {
  runoff: "EPA runoff points, exemption claims, soil and spray drift of every application of the year.",
  trait: "The trait program's own runoff credits for every application of the year.",
};

function Preview({ preview }: { preview: ReportPreview }) {
  const { kind, title, contents, statuses, pdfHref, pageHref } = preview;
  return (
    <Card title={title}>
      <p>{ABOUT[kind]}</p>
      {statuses.length === 0 ? (
        <p>No application is saved for this year. The report says so and lists the measures selected for the year.</p>
      ) : (
        <ul className={styles.statuses} aria-label={`Where the record of the ${title.toLowerCase()} stands`}>
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
      <h3>What it holds</h3>
      <ul className={styles.contents}>
        {contents.map((heading) => (
          <li key={heading}>{heading}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <ButtonLink href={pdfHref} kind="primary" icon="document">
          Download the PDF<span className="visually-hidden"> of the {title.toLowerCase()}</span>
        </ButtonLink>
        <ButtonLink href={pageHref}>
          Read it as a page<span className="visually-hidden">: {title.toLowerCase()}</span>
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
      <h1>Reports for {year}</h1>
      {isLate ? (
        <Notice tone="warn" title="The PDF was not made">
          <p>
            The service was too busy. Nothing is lost: try again in a moment, or read the report as a page and print
            that.
          </p>
        </Notice>
      ) : null}
      <p>
        A report is a record of what is saved now, for your files and for an inspection. It carries a number that anyone
        who holds it can verify.
      </p>
      {previews.map((preview) => (
        <Preview key={preview.kind} preview={preview} />
      ))}
    </>
  );
}
