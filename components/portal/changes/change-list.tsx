"use client";

import type { RedoEdit, UndoEdit } from "@/lib/domain/portal-edit";
import { itemOf } from "@/lib/portal-client/items";
import type { Edits } from "@/components/portal/edits/edits-provider";
import { SaveState } from "@/components/portal/edits/save-state";
import { LocalTime } from "@/components/ui/local-time";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ChangeView } from "@/lib/views/portal/field-year";
import { wordsIn } from "@/lib/views/language";
import { fieldYearRef, type FieldYearRef } from "@/lib/domain/field-year";
import styles from "./change-list.module.css";

const words = wordsIn({
  en: {
    title: "Changes",
    none: "Nothing has been changed here for this year yet.",
    earlier: (count: number) => (count === 1 ? "1 earlier change" : `${count} earlier changes`),
    undo: "Undo",
    redo: "Put back",
    takenBack: "Taken back",
  },
  es: {
    title: "Cambios",
    none: "Todavía no se ha cambiado nada aquí para este año.",
    earlier: (count) => (count === 1 ? "1 cambio anterior" : `${count} cambios anteriores`),
    undo: "Deshacer",
    redo: "Restablecer",
    takenBack: "Deshecho",
  },
});

interface Props {
  place: FieldYearRef;
  changes: readonly ChangeView[];
  edits: Edits;
}

/** Most that stand open; the rest is behind one more tap. */
const SHOWN = 8;

/** Every change of the field and year, newest first, each with who made it and a way back. */
export function ChangeList({ place, changes, edits }: Props) {
  const items = (part: readonly ChangeView[]) =>
    part.map((change) => <Change key={change.changeId} change={change} place={place} edits={edits} />);
  const rest = changes.slice(SHOWN);
  return (
    <Card title={words().title} id="changes">
      {changes.length === 0 ? <p>{words().none}</p> : null}
      <ol className={styles.list}>{items(changes.slice(0, SHOWN))}</ol>
      {rest.length === 0 ? null : (
        <details>
          <summary>{words().earlier(rest.length)}</summary>
          <ol className={styles.list}>{items(rest)}</ol>
        </details>
      )}
    </Card>
  );
}

function Change({ change, place, edits }: { change: ChangeView; place: FieldYearRef; edits: Edits }) {
  const { redoId, changeId } = change;
  const body: UndoEdit | RedoEdit = {
    ...(redoId === null ? { kind: "undo", changeId } : { kind: "redo", changeId: redoId }),
    ...fieldYearRef(place),
  };
  const item = itemOf(body);
  const verb = redoId === null ? words().undo : words().redo;
  return (
    <li className={styles.change} tabIndex={-1}>
      <div className={styles.words}>
        <p className={styles.text}>{change.text}</p>
        <p className={styles.when}>
          <LocalTime at={change.changedAt} />, {change.actor}
          {change.undoneAt === null ? null : (
            <>
              . {words().takenBack} <LocalTime at={change.undoneAt} />
            </>
          )}
        </p>
        <SaveState state={edits.stateOf(item)} />
      </div>
      {change.canUndo || redoId !== null ? (
        <Button
          {...(redoId === null ? { icon: "undo" } : {})}
          disabled={!edits.isReady}
          aria-label={`${verb}: ${change.text}`}
          onClick={(event) => {
            // The button goes once it is pressed: the focus stays with the change.
            event.currentTarget.closest("li")?.focus();
            edits.submit({ item, label: `${verb}: ${change.text}`, body });
          }}
        >
          {verb}
        </Button>
      ) : null}
    </li>
  );
}
