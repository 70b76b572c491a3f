import { useRef } from "react";
import type { Line, Result } from "@/components/portal/group/use-batch";
import { Button } from "@/components/ui/button";
import { Icon, type IconName } from "@/components/ui/icon";
import { wordsIn } from "@/lib/views/language";
import styles from "./group-work.module.css";

const fieldsOf = (count: number): string => (count === 1 ? "1 field" : `${count} fields`);
const camposDe = (count: number): string => (count === 1 ? "1 campo" : `${count} campos`);
const words = wordsIn({
  en: {
    undoAll: "Undo on all of them",
    already: "was so already",
    waiting: "kept on this device, not saved yet",
    saved: "saved",
    undone: "taken back",
    refused: (why: string) => `not saved. ${why}`,
    sum: {
      waiting: "Not all of them are saved yet",
      saved: (fields: number) => `${fieldsOf(fields)} saved`,
      undone: (fields: number) => `${fieldsOf(fields)} taken back`,
      refused: (fields: number) => `${fieldsOf(fields)} not saved: see the reason`,
    },
  },
  es: {
    undoAll: "Deshacer en todos",
    already: "ya estaba así",
    waiting: "guardado en este dispositivo, todavía sin enviar",
    saved: "guardado",
    undone: "deshecho",
    refused: (why) => `no se guardó. ${why}`,
    sum: {
      waiting: "Todavía no están todos guardados",
      saved: (fields) => `${camposDe(fields)}: guardado`,
      undone: (fields) => `${camposDe(fields)}: deshecho`,
      refused: (fields) => `${camposDe(fields)} sin guardar: vea la razón`,
    },
  },
});

interface ResultsProps {
  title: string;
  lines: readonly Line[];
  undo: () => void;
}

/** What became of each field. Their sum alone is read out, and not fifty lines at every one of them. */
export function Results({ title, lines, undo }: ResultsProps) {
  const part = useRef<HTMLElement>(null);
  const canUndo = lines.some(({ result }) => result.kind === "saved" && result.changeId !== null);
  const undoAll = (): void => {
    // The button goes once all is taken back: the focus stays with what it undid.
    part.current?.focus();
    undo();
  };
  return (
    <section aria-label={title} className={styles.results} ref={part} tabIndex={-1}>
      <h2 className={styles.title}>{title}</h2>
      <p role="status">{sumInWords(lines)}</p>
      <ul>
        {lines.map(({ field, result }) => (
          <li key={field.fieldId} data-result={result.kind}>
            <Icon name={ICONS[result.kind]} /> <span translate="no">{field.name}</span>: {wordsOf(result)}
          </li>
        ))}
      </ul>
      {canUndo ? (
        <Button icon="undo" onClick={undoAll}>
          {words().undoAll}
        </Button>
      ) : null}
    </section>
  );
}

const ICONS: Record<Result["kind"], IconName> = {
  already: "check",
  waiting: "clock",
  saved: "check",
  refused: "alert",
  undone: "undo",
};

/** While something waits, that alone: the number of what is saved goes up too fast to be read out. */
function sumInWords(lines: readonly Line[]): string {
  const { sum } = words();
  const count = (...kinds: Result["kind"][]): number =>
    lines.filter(({ result }) => kinds.includes(result.kind)).length;
  if (count("waiting") > 0) return `${sum.waiting}.`;
  const counts = { saved: count("saved", "already"), undone: count("undone"), refused: count("refused") };
  const parts = (["saved", "undone", "refused"] as const).flatMap((kind) =>
    counts[kind] === 0 ? [] : [sum[kind](counts[kind])],
  );
  return `${parts.join(", ")}.`;
}

const wordsOf = (result: Result): string =>
  result.kind === "refused" ? words().refused(result.message) : words()[result.kind];
