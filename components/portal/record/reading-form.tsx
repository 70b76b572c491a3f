"use client";

import { useId, useState } from "react";
import { isoIn } from "@/components/portal/record/use-record";
import { Tiles } from "@/components/portal/record/tiles";
import { Button } from "@/components/ui/button";
import { useFieldZone } from "@/components/ui/field-clock";
import { controlClass, Field } from "@/components/ui/field";
import type { RecordReading } from "@/lib/domain/application-record";
import type { ReadingMoment } from "@/lib/domain/record-terms";
import { compassLetters } from "@/lib/views/figures";
import { momentOfClock, zoneName } from "@/lib/views/field-time";
import { wordsIn } from "@/lib/views/language";
import { airInWords, momentInWords } from "@/lib/views/portal/record-words";
import type { ReadingView } from "@/lib/views/portal/record";
import styles from "./record.module.css";

const words = wordsIn({
  en: {
    form: (moment: string) => `${moment} of the application`,
    same: (air: string) => `Same air as before: ${air}`,
    endNeedNot: "At the end the air need not be read.",
    staysMissing: "What you leave out stays missing in the record.",
    save: (moment: string) => `Save ${moment.toLowerCase()}`,
    cancel: "Cancel",
    speed: "Wind speed, mph",
    otherSpeed: "Other wind speed, mph",
    from: "Wind from",
    at: (moment: string) => `${moment} at`,
    temperature: "Temperature, °F",
    degrees: (text: string, count: number) => `${text} ${count === 1 ? "degree" : "degrees"}`,
  },
  es: {
    form: (moment) => `${moment} de la aplicación`,
    same: (air) => `Las mismas condiciones que antes: ${air}`,
    endNeedNot: "Al final no hace falta medir el viento ni la temperatura.",
    staysMissing: "Lo que usted omita seguirá faltando en el registro.",
    save: (moment) => `Guardar ${moment.toLowerCase()}`,
    cancel: "Cancelar",
    speed: "Velocidad del viento, mph",
    otherSpeed: "Otra velocidad del viento, mph",
    from: "Viento del",
    at: (moment) => `${moment}: día y hora`,
    temperature: "Temperatura, °F",
    degrees: (text, count) => `${text} ${count === 1 ? "grado" : "grados"}`,
  },
});

/** What takes the focus as a form opens: its name is read out, and no keyboard comes up. */
export const READING_FORM_ID = "reading-form";

/** What a form holds that is not saved. */
export interface ReadingDraft {
  at: string;
  air: Air;
}

interface Props {
  moment: ReadingMoment;
  corrected: ReadingView | null;
  /** The last reading of the air; null: none yet. */
  last: ReadingView | null;
  /** What was tapped in this form before the page was loaded again; null: nothing. */
  draft: ReadingDraft | null;
  keep: (draft: ReadingDraft) => void;
  close: () => void;
  save: (reading: RecordReading) => void;
}

type Air = Pick<RecordReading, "windSpeedMph" | "windDirectionDeg" | "temperatureF">;

const NOT_READ: Air = { windSpeedMph: null, windDirectionDeg: null, temperatureF: null };
const SPEEDS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
const DIRECTIONS = [0, 45, 90, 135, 180, 225, 270, 315] as const;
const STEPS = [-5, -1, 1, 5] as const;
const FIRST_DEGREES = 70;

/** One reading: the time is now, and the air is tapped. */
export function ReadingForm({ moment, corrected, last, draft, keep, close, save }: Props) {
  const zone = useFieldZone();
  const [at, setAt] = useState(
    () => draft?.at ?? isoIn(zone, corrected === null ? new Date() : new Date(corrected.readAt)),
  );
  const [air, setAir] = useState<Air>(draft?.air ?? corrected ?? NOT_READ);
  const change = (more: Partial<Air>): void => {
    const next = { ...air, ...more };
    setAir(next);
    keep({ at, air: next });
  };
  const isEnd = moment === "end";
  const isWhole = air.windSpeedMph !== null && air.windDirectionDeg !== null && air.temperatureF !== null;
  return (
    <form
      id={READING_FORM_ID}
      tabIndex={-1}
      className={styles.form}
      aria-label={words().form(momentInWords(moment))}
      onSubmit={(event) => {
        event.preventDefault();
        const { windSpeedMph, windDirectionDeg, temperatureF } = air;
        save({ kind: "reading", moment, readAt: at, windSpeedMph, windDirectionDeg, temperatureF });
      }}
    >
      <TimeField
        moment={moment}
        at={at}
        setAt={(next) => {
          setAt(next);
          keep({ at: next, air });
        }}
      />
      {last === null || corrected !== null ? null : (
        <button type="button" className={styles.same} onClick={() => change(airOf(last))}>
          {words().same(airInWords(last))}
        </button>
      )}
      <AirFields air={air} start={last?.temperatureF ?? FIRST_DEGREES} change={change} />
      {isWhole ? null : <p className={styles.quiet}>{isEnd ? words().endNeedNot : words().staysMissing}</p>}
      <FormButtons moment={moment} close={close} />
    </form>
  );
}

const FormButtons = ({ moment, close }: Pick<Props, "moment" | "close">) => (
  <div className={styles.formButtons}>
    <button type="submit" className={styles.save}>
      {words().save(momentInWords(moment))}
    </button>
    <Button kind="quiet" onClick={close}>
      {words().cancel}
    </Button>
  </div>
);

interface AirProps {
  air: Air;
  /** Where the steps of the temperature begin. */
  start: number;
  change: (more: Partial<Air>) => void;
}

function AirFields({ air, start, change }: AirProps) {
  return (
    <>
      <Tiles
        name={words().speed}
        choices={SPEEDS.map((value) => ({ value, text: String(value) }))}
        value={air.windSpeedMph}
        choose={(windSpeedMph) => change({ windSpeedMph })}
      />
      <NumberField
        label={words().otherSpeed}
        value={air.windSpeedMph}
        change={(windSpeedMph) => change({ windSpeedMph })}
      />
      <Tiles
        name={words().from}
        choices={DIRECTIONS.map((value) => ({ value, text: compassLetters(value) }))}
        value={air.windDirectionDeg}
        choose={(windDirectionDeg) => change({ windDirectionDeg })}
      />
      <Degrees value={air.temperatureF} start={start} change={(temperatureF) => change({ temperatureF })} />
    </>
  );
}

const airOf = ({ windSpeedMph, windDirectionDeg, temperatureF }: ReadingView): Air => ({
  windSpeedMph,
  windDirectionDeg,
  temperatureF,
});

/** By the clock of the field, whose zone is named; by the device's where that is not known. */
function TimeField({ moment, at, setAt }: { moment: ReadingMoment; at: string; setAt: (at: string) => void }) {
  const id = useId();
  const zone = useFieldZone();
  const label = words().at(momentInWords(moment));
  return (
    <Field id={id} label={zone === null ? label : `${label} (${zoneName(at, zone)})`}>
      <input
        id={id}
        className={controlClass}
        type="datetime-local"
        required
        value={at.slice(0, 16)}
        onChange={({ target: { value } }) => {
          const chosen = zone === null ? new Date(value) : momentOfClock(value, zone);
          if (chosen !== null && !Number.isNaN(chosen.getTime())) setAt(isoIn(zone, chosen));
        }}
      />
    </Field>
  );
}

interface NumberProps {
  label: string;
  value: number | null;
  change: (value: number | null) => void;
}

function NumberField({ label, value, change }: NumberProps) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <input
        id={id}
        className={controlClass}
        type="number"
        inputMode="decimal"
        min={0}
        max={150}
        step={0.1}
        value={value ?? ""}
        onChange={({ target }) => change(target.value === "" ? null : target.valueAsNumber)}
      />
    </Field>
  );
}

interface DegreesProps {
  value: number | null;
  start: number;
  change: (value: number | null) => void;
}

/** A temperature by steps, from the last one that was read. */
function Degrees({ value, start, change }: DegreesProps) {
  const id = useId();
  // What a step came to is read out; what is typed is heard as it is typed.
  const [stepped, setStepped] = useState("");
  const press = (step: number): void => {
    const next = (value ?? start) + step;
    setStepped(`${next} °F`);
    change(next);
  };
  return (
    <fieldset className={styles.tiles}>
      <legend>{words().temperature}</legend>
      <div className={styles.steps}>
        {STEPS.slice(0, 2).map((step) => (
          <StepButton key={step} step={step} press={() => press(step)} />
        ))}
        <input
          id={id}
          className={styles.degrees}
          type="number"
          inputMode="decimal"
          aria-label={words().temperature}
          min={-60}
          max={150}
          step={0.1}
          value={value ?? ""}
          onChange={({ target }) => change(target.value === "" ? null : target.valueAsNumber)}
        />
        {STEPS.slice(2).map((step) => (
          <StepButton key={step} step={step} press={() => press(step)} />
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {stepped}
      </p>
    </fieldset>
  );
}

function StepButton({ step, press }: { step: number; press: () => void }) {
  const text = step < 0 ? `−${-step}` : `+${step}`;
  return (
    <button type="button" className={styles.tile} aria-label={words().degrees(text, Math.abs(step))} onClick={press}>
      {text}
    </button>
  );
}
