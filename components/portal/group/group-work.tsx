"use client";

import { useState } from "react";
import {
  parsedDirection,
  parsedSpeed,
  readWind,
  type Parsed,
} from "@/components/portal/drift/conditions/typed-numbers";
import { When } from "@/components/portal/group/days";
import { Results } from "@/components/portal/group/results";
import { useBatch } from "@/components/portal/group/use-batch";
import { useToday } from "@/components/portal/group/use-today";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import type { QueuedBody } from "@/lib/portal-client/queue";
import { notedNow } from "@/lib/portal-client/server-clock";
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
    wind: (fromDeg: number, mph: number) => `Wind from ${fromDeg}°, ${mph} mph`,
    windFrom: "Wind from, degrees or letters",
    windSpeed: "Wind speed, mph",
    noteOn: (fields: number) => `Note this wind on ${fieldsOf(fields)}`,
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
    wind: (fromDeg, mph) => `Viento desde ${fromDeg}°, ${mph} mph`,
    windFrom: "Viento desde, grados o letras",
    windSpeed: "Velocidad del viento, mph",
    noteOn: (fields) => `Anotar este viento en ${camposDe(fields)}`,
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

function Work({ view: { categories, fields, today } }: { view: GroupWorkView }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { batch, run, undo, isReady } = useBatch();
  const chosen = fields.filter(({ fieldId }) => picked.has(fieldId));
  const parts = { chosen, run, canRun: isReady && chosen.length > 0 };
  return (
    <div className={styles.work}>
      <Picker {...{ fields, today, picked, setPicked }} />
      <MeasureOnAll {...parts} categories={categories} />
      <WindOnAll {...parts} />
      {batch === null ? null : <Results {...batch} undo={undo} />}
    </div>
  );
}

export interface PartProps {
  chosen: readonly GroupWorkField[];
  canRun: boolean;
  run: ReturnType<typeof useBatch>["run"];
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

function WindOnAll({ chosen, canRun, run }: PartProps) {
  const [wind, setWind] = useState({ from: "", mph: "" });
  const air = readWind(wind);
  const from = textsOf(wind.from, parsedDirection);
  const speed = textsOf(wind.mph, parsedSpeed);
  const note = (): void => {
    if (air === null) return;
    run(
      words().wind(air.fromDeg, air.mph),
      chosen.map((field) => windOn(field, air)),
    );
  };
  return (
    <>
      <div className={styles.pair}>
        <Field id="group-wind" label={words().windFrom} {...from}>
          <input
            id="group-wind"
            className={controlClass}
            value={wind.from}
            aria-invalid={"error" in from}
            aria-describedby={describedBy("group-wind", from)}
            onChange={(event) => setWind({ ...wind, from: event.target.value })}
          />
        </Field>
        <Field id="group-mph" label={words().windSpeed} {...speed}>
          <input
            id="group-mph"
            className={controlClass}
            inputMode="decimal"
            value={wind.mph}
            aria-invalid={"error" in speed}
            aria-describedby={describedBy("group-mph", speed)}
            onChange={(event) => setWind({ ...wind, mph: event.target.value })}
          />
        </Field>
      </div>
      <Button disabled={!canRun || air === null} onClick={note}>
        {words().noteOn(chosen.length)}
      </Button>
    </>
  );
}

/** What is wrong with what was typed; nothing while the box is empty. */
function textsOf(text: string, read: (text: string) => Parsed): { error?: string } {
  const { fault } = read(text);
  return text.trim() === "" || fault === undefined ? {} : { error: fault };
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

interface OneField {
  field: GroupWorkField;
  /** Null: it is so already. */
  body: QueuedBody | null;
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

type Air = NonNullable<ReturnType<typeof readWind>>;

function windOn(field: GroupWorkField, { fromDeg, mph }: Air): OneField {
  const { fieldId, year, applicationEventId } = field;
  const moment = { application_event_id: applicationEventId, wind_direction_deg: fromDeg, wind_speed_mph: mph };
  const notedAt = new Date(notedNow()).toISOString();
  return {
    field,
    body: { kind: "conditions", fieldId, year, applicationEventId, moment, basis: null, observedAt: null, notedAt },
  };
}
