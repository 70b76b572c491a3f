"use client";

import { useState } from "react";
import type { Edits } from "@/components/portal/edits/edits-provider";
import { SaveState } from "@/components/portal/edits/save-state";
import { TALLY_ID } from "@/components/portal/measures/shared";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Choice } from "@/components/ui/choice";
import { fieldYearRef } from "@/lib/domain/field-year";
import { itemOf } from "@/lib/portal-client/items";
import type { ShownFieldYear } from "@/lib/portal-client/pending";
import { wordsIn } from "@/lib/views/language";
import type { LastYearView } from "@/lib/views/portal/measures";
import styles from "./last-year.module.css";

const words = wordsIn({
  en: {
    title: (year: number) => `As in ${year}`,
    intro: (year: number) =>
      `This field had these in ${year}. Untick what is not in place this year and will not be before the application. Dates and notes are not taken over.`,
    tick: (measures: number) => (measures === 1 ? "Tick it for this year" : `Tick these ${measures} for this year`),
  },
  es: {
    title: (year) => `Como en ${year}`,
    intro: (year) =>
      `Este campo tenía estas en ${year}. Desmarque lo que no está implementado este año y no lo estará antes de la aplicación. Las fechas y las notas no se copian.`,
    tick: (measures) => (measures === 1 ? "Marcarla para este año" : `Marcar estas ${measures} para este año`),
  },
});

interface Props {
  shown: ShownFieldYear;
  edits: Edits;
  canEdit: boolean;
}

/** What this field had last year and has not this year: most of it stays from year to year. */
export const LastYear = ({ lastYear, ...rest }: Props & { lastYear: readonly LastYearView[] }) =>
  lastYear.map((each) => <LastYearCard key={each.system} view={each} {...rest} />);

function LastYearCard({ view: { system, year, measures }, shown, edits, canEdit }: Props & { view: LastYearView }) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const subject = { kind: "advice" as const, ...fieldYearRef(shown.place), system };
  const item = itemOf(subject);
  const states = new Map(shown.measures.filter((each) => each.system === system).map((each) => [each.id, each]));
  const open = measures.filter(({ id }) => states.get(id)?.isSelected === false);
  const chosen = open.filter(({ id }) => !left.has(id));
  const leaveOut = (id: number, isLeft: boolean): void =>
    setLeft(new Set(isLeft ? [...left, id] : [...left].filter((each) => each !== id)));
  const tick = (): void => {
    const subOptionIds = chosen.map(({ id }) => id);
    const label = chosen.map((each) => each.label).join(" + ");
    edits.submit({ item, label, body: { ...subject, subOptionIds, baseRevision: shown.revision } });
    // What was ticked goes away with its row: the focus goes to what it changed.
    document.getElementById(TALLY_ID)?.focus();
  };
  if (open.length === 0) return null;
  return (
    <Card title={words().title(year)} id={`last-year-${system}`}>
      <p>{words().intro(year)}</p>
      <div className={styles.choices}>
        {open.map(({ id, label }) => (
          <Choice
            key={id}
            type="checkbox"
            id={`last-year-${system}-${id}`}
            label={label}
            description={states.get(id)?.verdict}
            checked={!left.has(id)}
            disabled={!canEdit}
            onChange={({ target }) => leaveOut(id, !target.checked)}
          />
        ))}
      </div>
      <Button disabled={!canEdit || chosen.length === 0} onClick={tick}>
        {words().tick(chosen.length)}
      </Button>
      <SaveState state={edits.stateOf(item)} />
    </Card>
  );
}
