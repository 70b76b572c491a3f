import { ReportFigureView } from "@/components/report/report-figure";
import { ReportMarkIcon } from "@/components/report/report-mark";
import { linkParts } from "@/lib/domain/link-parts";
import type {
  ReportBlock,
  ReportFact,
  ReportPassage,
  ReportPhoto,
  ReportStatus,
  ReportTable,
  Untranslated,
} from "@/lib/domain/report";
import { wordsIn } from "@/lib/views/language";
import styles from "./report-blocks.module.css";

const words = wordsIn({
  en: { wide: (caption: string) => `${caption}, scrolls sideways` },
  es: { wide: (caption) => `${caption}, se desplaza a los lados` },
});

/** Names are translated by no program, and a document's words are read as the English they are. */
const marksOf = (holds: Untranslated | undefined): { translate?: "no"; lang?: "en" } =>
  holds === "name" ? { translate: "no" } : holds === "english" ? { lang: "en" } : {};

export function ReportFacts({ facts }: { facts: readonly ReportFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, holds }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd {...marksOf(holds)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Statuses({ statuses }: { statuses: readonly ReportStatus[] }) {
  return (
    <ul className={styles.statuses}>
      {statuses.map(({ mark, word, title, lines }, index) => (
        <li key={index}>
          <p className={styles.word}>
            <ReportMarkIcon mark={mark} />
            {word}
          </p>
          <div>
            <p className={styles.title}>{title}</p>
            {lines.map((line, at) => (
              <p key={at}>{line}</p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Wider than a phone: the table scrolls by itself, with the keyboard too, and the page does not. What scrolls says so after the table's own name. */
function Table({ table: { caption, columns, rows, foot } }: { table: ReportTable }) {
  return (
    <div className={styles.scroll} role="group" aria-label={words().wide(caption)} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, align }) => (
              <th key={head} scope="col" className={align === "right" ? styles.right : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((value, index) => (
                <td
                  key={index}
                  className={columns[index]?.align === "right" ? styles.right : undefined}
                  {...marksOf(columns[index]?.holds)}
                >
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot === undefined ? null : (
          <tfoot>
            <tr>
              {foot.map((value, index) => (
                <td key={index} className={columns[index]?.align === "right" ? styles.right : undefined}>
                  {value}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Passage({ passage: { heading, facts, paragraphs } }: { passage: ReportPassage }) {
  return (
    <div className={styles.passage}>
      <h3 translate="no">{heading}</h3>
      {facts.map((fact) => (
        <p key={fact} className={styles.quiet}>
          {fact}
        </p>
      ))}
      {paragraphs.map((paragraph, index) => (
        <p key={index} lang="en">
          {paragraph}
        </p>
      ))}
    </div>
  );
}

function Photo({ photo, photosAt }: { photo: ReportPhoto; photosAt: string | null }) {
  const { applicationEventId, entryId, title, notes, isDrawn } = photo;
  return (
    <figure className={styles.photo}>
      {isDrawn && photosAt !== null ? (
        <img
          src={`${photosAt}/${entryId}?application=${applicationEventId}&size=small`}
          alt=""
          className={styles.picture}
        />
      ) : null}
      <figcaption>
        <p>{title}</p>
        {notes.map((note) => (
          <p key={note} className={styles.quiet}>
            {note}
          </p>
        ))}
      </figcaption>
    </figure>
  );
}

/** A text whose addresses can be followed. */
const Linked = ({ text, links }: { text: string; links: readonly string[] }) =>
  linkParts(text, links).map(({ text: part, href }, index) =>
    href === null ? (
      part
    ) : (
      <a key={index} href={href} className={styles.address}>
        {part}
      </a>
    ),
  );

/** `photosAt`: the address that photos of the field have below them; null: none are shown. */
export function ReportBlockView({ block, photosAt }: { block: ReportBlock; photosAt: string | null }) {
  switch (block.kind) {
    case "text":
      return (
        <p className={block.tone === "plain" ? undefined : styles[block.tone]} {...marksOf(block.holds)}>
          <Linked text={block.text} links={block.links ?? []} />
        </p>
      );
    case "subheading":
      return <h3 {...marksOf(block.holds)}>{block.text}</h3>;
    case "facts":
      return <ReportFacts facts={block.facts} />;
    case "statuses":
      return <Statuses statuses={block.statuses} />;
    case "figure":
      return <ReportFigureView figure={block.figure} description={block.description} />;
    case "photos":
      return block.photos.map((photo) => <Photo key={photo.entryId} photo={photo} photosAt={photosAt} />);
    case "table":
      return <Table table={block} />;
    case "passage":
      return <Passage passage={block} />;
  }
}
