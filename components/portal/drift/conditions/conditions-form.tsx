"use client";

import type { ReactNode } from "react";
import {
  asksForBoom,
  BOOM_CHOICES,
  DROPLET_CHOICES,
  METHOD_CHOICES,
  type ConditionFaults,
  type ConditionName,
  type TypedConditions,
  directionOf,
} from "@/components/portal/drift/conditions/conditions";
import { directionInWords, WindDial } from "@/components/portal/drift/conditions/wind-dial";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import type { RatedProductView } from "@/lib/views/portal/drift";
import styles from "./conditions-form.module.css";

interface Props {
  typed: TypedConditions;
  faults: ConditionFaults;
  products: readonly RatedProductView[];
  /** The direction on record, degrees; null where none is. */
  savedDeg: number | null;
  isDisabled: boolean;
  onChange: (change: Partial<TypedConditions>) => void;
  /** What follows the form inside its card: the way to save. */
  children: ReactNode;
}

/** The air and the sprayer as they are now. Every fault is said at its field, in words. */
export function ConditionsForm({ typed, faults, products, savedDeg, isDisabled, onChange, children }: Props) {
  const shared = { typed, faults, isDisabled, onChange };
  return (
    <Card title="Wind and set-up now" id="conditions">
      <p>
        Nothing is saved while you try things out. The answer is for these conditions alone: measure the wind at the
        sprayer.
      </p>
      <div className={styles.parts}>
        <Wind {...shared} savedDeg={savedDeg} />
        <Sprayer {...shared} products={products} />
      </div>
      {children}
    </Card>
  );
}

type PartProps = Pick<Props, "typed" | "faults" | "isDisabled" | "onChange">;

function Wind({ typed, faults, savedDeg, isDisabled, onChange }: PartProps & Pick<Props, "savedDeg">) {
  const fromDeg = directionOf(typed);
  const turnTo = (deg: number): void => onChange({ windDirection: String(deg) });
  return (
    <fieldset className={styles.part}>
      <legend>Wind</legend>
      <WindDial fromDeg={fromDeg} isDisabled={isDisabled} onTurn={turnTo} />
      <p className={styles.words}>{fromDeg === null ? "Direction not set" : `Wind ${directionInWords(fromDeg)}`}</p>
      {savedDeg === null || savedDeg === fromDeg || isDisabled ? null : (
        <Button icon="undo" onClick={() => turnTo(savedDeg)}>{`Back to the saved ${savedDeg}°`}</Button>
      )}
      <p id="wind-dial-how" className={styles.how}>
        The knob stands where the wind comes from; the arrow shows where it blows to. Tap the ring or drag the knob, use
        the arrow keys (Page Up and Page Down go from point to point), or write the degrees.
      </p>
      <NumberField
        name="windDirection"
        label="Wind from, degrees"
        hint="0 is north, 90 east, 180 south, 270 west."
        {...{ typed, faults, isDisabled, onChange }}
      />
      <NumberField name="windSpeed" label="Wind speed, mph" {...{ typed, faults, isDisabled, onChange }} />
      <NumberField
        name="temperature"
        label="Temperature, °F (optional)"
        hint="Kept with the record."
        {...{ typed, faults, isDisabled, onChange }}
      />
      <NumberField
        name="humidity"
        label="Humidity, percent (optional)"
        hint="Kept with the record, and a practice of the menu asks for it."
        {...{ typed, faults, isDisabled, onChange }}
      />
    </fieldset>
  );
}

function Sprayer({ typed, faults, isDisabled, onChange, products }: PartProps & Pick<Props, "products">) {
  const isGround = asksForBoom(typed.method);
  return (
    <fieldset className={styles.part}>
      <legend>Sprayer</legend>
      <ChoiceField
        id="drift-method"
        label="Method"
        value={typed.method}
        choices={METHOD_CHOICES}
        isDisabled={isDisabled}
        onPick={(method) => onChange({ method })}
      />
      <ChoiceField
        id="drift-droplet"
        label="Droplet size"
        hint="As the nozzle's chart gives it for your pressure."
        value={typed.droplet}
        choices={[{ value: "", words: "Not told" }, ...DROPLET_CHOICES]}
        isDisabled={isDisabled}
        onPick={(droplet) => onChange({ droplet })}
      />
      <ChoiceField
        id="drift-boom"
        label="Boom height"
        hint={isGround ? "Low or high, as the label means it." : "Asked of ground sprayers only."}
        value={typed.boom}
        choices={[{ value: "", words: "Not told" }, ...BOOM_CHOICES]}
        isDisabled={isDisabled}
        onPick={(boom) => onChange({ boom })}
      />
      <NumberField name="gpa" label="Spray volume, gallons per acre" {...{ typed, faults, isDisabled, onChange }} />
      {products.map((product) => (
        <RateField key={product.productIndex} product={product} {...{ typed, faults, isDisabled, onChange }} />
      ))}
    </fieldset>
  );
}

interface NumberProps extends PartProps {
  name: ConditionName;
  label: string;
  hint?: string;
}

function NumberField({ name, label, hint, typed, faults, isDisabled, onChange }: NumberProps) {
  const id = `drift-${name}`;
  const error = faults[name];
  const texts = { ...(hint === undefined ? {} : { hint }), ...(error === undefined ? {} : { error }) };
  return (
    <Field id={id} label={label} {...texts}>
      <input
        id={id}
        className={controlClass}
        inputMode="decimal"
        autoComplete="off"
        value={typed[name]}
        disabled={isDisabled}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, texts)}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </Field>
  );
}

function RateField({ product, typed, faults, isDisabled, onChange }: PartProps & { product: RatedProductView }) {
  const { productIndex, name, rateUnit, rate } = product;
  const id = `drift-rate-${productIndex}`;
  const error = faults.rates[productIndex];
  const hint = `Checked with ${rate} ${rateUnit}.`;
  const texts = { hint, ...(error === undefined ? {} : { error }) };
  const change = (text: string): void =>
    onChange({ rates: typed.rates.map((before, index) => (index === productIndex ? text : before)) });
  return (
    <Field id={id} label={`Rate of ${name}, ${rateUnit}`} {...texts}>
      <input
        id={id}
        className={controlClass}
        inputMode="decimal"
        autoComplete="off"
        value={typed.rates[productIndex] ?? ""}
        disabled={isDisabled}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, texts)}
        onChange={({ target }) => change(target.value)}
      />
    </Field>
  );
}

interface ChoiceProps<Value extends string> {
  id: string;
  label: string;
  hint?: string;
  value: Value;
  choices: readonly { value: Value; words: string }[];
  isDisabled: boolean;
  onPick: (value: Value) => void;
}

function ChoiceField<Value extends string>({
  id,
  label,
  hint,
  value,
  choices,
  isDisabled,
  onPick,
}: ChoiceProps<Value>) {
  const texts = hint === undefined ? {} : { hint };
  const pick = (text: string): void => {
    const found = choices.find((choice) => choice.value === text);
    if (found !== undefined) onPick(found.value);
  };
  return (
    <Field id={id} label={label} {...texts}>
      <select
        id={id}
        className={controlClass}
        value={value}
        disabled={isDisabled}
        aria-describedby={describedBy(id, texts)}
        onChange={({ target }) => pick(target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.words}
          </option>
        ))}
      </select>
    </Field>
  );
}
