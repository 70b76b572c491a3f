"use client";

import type { ReactNode } from "react";
import {
  asksForBoom,
  BOOM_CHOICES,
  DROPLET_CHOICES,
  METHOD_CHOICES,
  type ConditionFaults,
  type TypedConditions,
  directionOf,
} from "@/components/portal/drift/conditions/conditions";
import {
  ChoiceField,
  NumberField,
  ObservedAtField,
  RateField,
  type PartProps,
} from "@/components/portal/drift/conditions/condition-fields";
import { FieldInDial } from "@/components/portal/drift/conditions/field-in-dial";
import { directionInWords, WindDial } from "@/components/portal/drift/conditions/wind-dial";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { DialPicture, RatedProductView } from "@/lib/views/portal/drift";
import styles from "./conditions-form.module.css";

interface Props {
  typed: TypedConditions;
  faults: ConditionFaults;
  products: readonly RatedProductView[];
  /** The direction on record, degrees; null where none is. */
  savedDeg: number | null;
  isDisabled: boolean;
  onChange: (change: Partial<TypedConditions>) => void;
  /** The field inside the dial; null where it has no boundary. */
  picture: DialPicture | null;
  /** The picture answers the conditions that are set. */
  isPictureOfThese: boolean;
  /** Where someone stands beside the buffer: below the dial. */
  aside: ReactNode;
  /** What follows the form inside its card: the way to save. */
  children: ReactNode;
}

/** The air and the sprayer as they are now. Every fault is said at its field, in words. */
export function ConditionsForm({ savedDeg, picture, isPictureOfThese, aside, products, children, ...shared }: Props) {
  return (
    <Card title="Wind and set-up now" id="conditions">
      <div className={styles.parts}>
        <Wind {...shared} {...{ savedDeg, picture, isPictureOfThese, aside }} />
        <Sprayer {...shared} products={products} />
      </div>
      {children}
    </Card>
  );
}

type WindProps = PartProps & Pick<Props, "savedDeg" | "picture" | "isPictureOfThese" | "aside">;

function Wind({ savedDeg, picture, isPictureOfThese, aside, ...shared }: WindProps) {
  const { typed, isDisabled, onChange } = shared;
  const fromDeg = directionOf(typed);
  const turnTo = (deg: number): void => onChange({ windDirection: String(deg) });
  return (
    <fieldset className={styles.part}>
      <legend className="visually-hidden">Wind</legend>
      <WindDial fromDeg={fromDeg} isDisabled={isDisabled} onTurn={turnTo}>
        {picture === null ? null : <FieldInDial picture={picture} isOfThese={isPictureOfThese} />}
      </WindDial>
      <p className={styles.words}>{fromDeg === null ? "Direction not set" : `Wind ${directionInWords(fromDeg)}`}</p>
      {savedDeg === null || savedDeg === fromDeg || isDisabled ? null : (
        <Button icon="undo" onClick={() => turnTo(savedDeg)}>{`Back to the saved ${savedDeg}°`}</Button>
      )}
      <div className={styles.pair}>
        <NumberField name="windSpeed" label="Wind speed, mph" {...shared} />
        <NumberField name="windDirection" label="Wind from, degrees or letters" takesLetters {...shared} />
      </div>
      {aside}
      <p id="wind-dial-how" className={styles.how}>
        Tap where the wind comes from: the ring, or a compass point beyond it. Or drag the knob, use the arrow keys
        (Page Up and Page Down go from point to point), or write it. The arrow shows where the wind blows to. Nothing is
        saved while you try things out, and the answer is for these conditions alone: measure the wind at the sprayer.
      </p>
      <ObservedAtField {...shared} />
      <NumberField name="temperature" label="Temperature, °F (optional)" hint="Kept with the record." {...shared} />
      <NumberField
        name="humidity"
        label="Humidity, percent (optional)"
        hint="Kept with the record, and a practice of the menu asks for it."
        {...shared}
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
