import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";
import { listInWords } from "@/lib/views/words";
import type { ShownRecord } from "@/lib/views/portal/record";
import styles from "./record.module.css";

const said = wordsIn({
  en: {
    title: "How much is known",
    of: (complete: number, total: number) => `${complete} of ${total}`,
    itemsKnown: (set: string) => `items are known: ${set}.`,
    label: "Items known",
    writeBy: "Write it by",
    keepUntil: (rule: string, until: string) => `(${rule}). Keep it until ${until}.`,
    point: (gives: string, known: string) => `${gives} Record: ${known}. Your points do not change with it.`,
    unread: (products: string) =>
      `What the label of ${products} asks you to record has not been read here. Read it on the label.`,
    outside: "Outside a limit, or not as it was checked",
    stays: "What is true stays in the record. If it was mistyped, correct it.",
  },
  es: {
    title: "Cuánto se sabe",
    of: (complete, total) => `${complete} de ${total}`,
    itemsKnown: (set) => `datos se conocen: ${set}.`,
    label: "Datos conocidos",
    writeBy: "Escríbalo a más tardar el",
    keepUntil: (rule, until) => `(${rule}). Consérvelo hasta el ${until}.`,
    point: (gives, known) => `${gives} Registro: ${known}. Sus puntos no cambian con él.`,
    unread: (products) =>
      `Lo que la etiqueta de ${products} le pide registrar no se ha leído aquí. Léalo en la etiqueta.`,
    outside: "Fuera de un límite, o no como se verificó",
    stays: "Lo que es cierto se queda en el registro. Si se escribió mal, corríjalo.",
  },
});

/** How much of the record is known, by when it has to be written, and what lies outside a limit. */
export function Meter({ shown }: { shown: ShownRecord }) {
  const { complete, total, due, keptUntil, sets, flags, unreadLabels, recordPoint } = shown;
  const words = said().of(complete, total);
  return (
    <Card title={said().title} id="record-meter">
      <p className={styles.count}>
        <strong data-record-count={`${complete} of ${total}`}>{words}</strong> {said().itemsKnown(sets[0]?.title ?? "")}
      </p>
      <progress className={styles.meter} max={total} value={complete} aria-label={said().label} />
      <p>
        {said().writeBy} <strong>{due.day}</strong> {said().keepUntil(due.title, keptUntil)}
      </p>
      {recordPoint === null ? null : <p>{said().point(recordPoint, words)}</p>}
      {unreadLabels.length === 0 ? null : <p>{said().unread(listInWords(unreadLabels))}</p>}
      {flags.length === 0 ? null : (
        <Notice tone="warn" title={said().outside}>
          <ul className={styles.flags}>
            {flags.map(({ limit, lang, sent, sentLang }) => (
              <li key={limit}>
                <strong lang={lang}>{limit}</strong> <span lang={sentLang}>{sent.join("; ")}</span>
              </li>
            ))}
          </ul>
          <p>{said().stays}</p>
        </Notice>
      )}
    </Card>
  );
}
