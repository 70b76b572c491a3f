"use client";

import { useState } from "react";
import { When } from "@/components/portal/group/days";
import { Results } from "@/components/portal/group/results";
import { useBatch, type OneField, type PartProps } from "@/components/portal/group/use-batch";
import { useToday } from "@/components/portal/group/use-today";
import { WindOnAll } from "@/components/portal/group/wind-on-all";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { controlClass, Field } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { wordsIn } from "@/lib/views/language";
import type { TodayView } from "@/lib/views/portal/group-days";
import type { GroupWorkField, GroupWorkView } from "@/lib/views/portal/group-work";
import styles from "./group-work.module.css";

const fieldsOf = (count: number): string => (count === 1 ? "1 field" : `${count} fields`);
const camposDe = (count: number): string => (count === 1 ? "1 campo" : `${count} campos`);
const words = wordsIn({
  en: {
    summary: "Work on several fields at once",
    tick: (measure: string) => `Tick “${measure}”`,
    measure: "A measure that is in place on each of them",
    choose: "Choose a measure",
    tickOn: (fields: number) => `Tick it on ${fieldsOf(fields)}`,
    fields: "Fields",
    all: "All",
    today: "Those of today",
    needPoints: "Those that need points",
    needWind: "Those that need wind",
    none: "None",
  },
  es: {
    summary: "Trabajar en varios campos a la vez",
    tick: (measure) => `Marcar “${measure}”`,
    measure: "Una medida que está implementada en cada uno de ellos",
    choose: "Elija una medida",
    tickOn: (fields) => `Marcarla en ${camposDe(fields)}`,
    fields: "Campos",
    all: "Todos",
    today: "Los de hoy",
    needPoints: "Los que necesitan puntos",
    needWind: "Los que necesitan viento",
    none: "Ninguno",
  },
});

/** One change on several fields of a group: a measure, or the wind. */
export function GroupWork({ view }: { view: GroupWorkView }) {
  return (
    <Fold summary={words().summary}>
      <Work view={view} />
    </Fold>
  );
}

function Work({ view: { categories, fields, today, oldWind } }: { view: GroupWorkView }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { batch, run, undo, isReady } = useBatch();
  const chosen = fields.filter(({ fieldId }) => picked.has(fieldId));
  const parts = { chosen, run, canRun: isReady && chosen.length > 0 };
  return (
    <div className={styles.work}>
      <Picker {...{ fields, today, picked, setPicked }} />
      <MeasureOnAll {...parts} categories={categories} />
      <WindOnAll {...parts} oldWind={oldWind} />
      {batch === null ? null : <Results {...batch} undo={undo} />}
    </div>
  );
}

/** A measure on all fields that are chosen. */
export function MeasureOnAll({ categories, chosen, canRun, run }: PartProps & Pick<GroupWorkView, "categories">) {
  const [measureId, setMeasureId] = useState("");
  const measure = categories.flatMap(({ measures }) => measures).find(({ id }) => String(id) === measureId);
  const tick = (): void => {
    if (measure === undefined) return;
    run(
      words().tick(measure.label),
      chosen.map((field) => tickOn(field, measure.id)),
      measure.label,
    );
  };
  return (
    <>
      <Field id="group-measure" label={words().measure}>
        <select
          id="group-measure"
          className={controlClass}
          value={measureId}
          onChange={(event) => setMeasureId(event.target.value)}
        >
          <option value="">{words().choose}</option>
          {categories.map(({ title, measures }) => (
            <optgroup key={title} label={title}>
              {measures.map(({ id, label, points }) => (
                <option key={id} value={id}>{`${label} (${points})`}</option>
              ))}
            </optgroup>
          ))}
        </select>
      </Field>
      <Button kind="primary" disabled={!canRun || measure === undefined} onClick={tick}>
        {words().tickOn(chosen.length)}
      </Button>
    </>
  );
}

interface PickerProps {
  today: TodayView;
  fields: readonly GroupWorkField[];
  picked: ReadonlySet<string>;
  setPicked: (picked: ReadonlySet<string>) => void;
}

function Picker({ fields, today, picked, setPicked }: PickerProps) {
  const now = useToday(today);
  const isOfToday = ({ when: { day, record } }: GroupWorkField): boolean => day === now && record !== "signed";
  const pick = (which: (field: GroupWorkField) => boolean): void =>
    setPicked(new Set(fields.filter(which).map(({ fieldId }) => fieldId)));
  return (
    <fieldset className={styles.fields}>
      <legend>{words().fields}</legend>
      <div className={styles.actions}>
        <Button onClick={() => pick(() => true)}>{words().all}</Button>
        {fields.some(isOfToday) ? <Button onClick={() => pick(isOfToday)}>{words().today}</Button> : null}
        <Button onClick={() => pick(({ needsPoints }) => needsPoints)}>{words().needPoints}</Button>
        <Button onClick={() => pick(({ needsWind }) => needsWind)}>{words().needWind}</Button>
        <Button onClick={() => pick(() => false)}>{words().none}</Button>
      </div>
      {fields.map(({ fieldId, name, when, about }) => (
        <Choice
          key={fieldId}
          type="checkbox"
          id={`pick-${fieldId}`}
          label={name}
          description={
            <>
              <When when={when} today={today} />
              {about}
            </>
          }
          checked={picked.has(fieldId)}
          onChange={() => pick((field) => picked.has(field.fieldId) !== (field.fieldId === fieldId))}
        />
      ))}
    </fieldset>
  );
}

function tickOn(field: GroupWorkField, subOptionId: number): OneField {
  const { fieldId, year, applicationEventId, selected } = field;
  if (selected.includes(subOptionId)) return { field, body: null };
  const selection = { implementationDate: null, notes: null };
  return {
    field,
    body: {
      kind: "selection",
      fieldId,
      year,
      applicationEventId,
      system: "epa_runoff",
      subOptionId,
      base: null,
      selection,
    },
  };
}
