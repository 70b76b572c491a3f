"use client";

import { useState, type ReactNode } from "react";
import {
  asksForBoom,
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
import { Fold } from "@/components/ui/fold";
import type { DialPicture, DriftView, RatedProductView } from "@/lib/views/portal/drift";
import type { DriftPageWords } from "@/lib/views/portal/drift-page-words";
import styles from "./conditions-form.module.css";

type FormWords = DriftPageWords["form"];

interface Props {
  text: FormWords;
  choices: DriftView["choices"];
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
export function ConditionsForm(props: Props) {
  const { savedDeg, picture, isPictureOfThese, aside, products, choices, children, ...shared } = props;
  return (
    <Card title={shared.text.title} id="conditions" className={styles.card}>
      <div className={styles.parts}>
        <Wind {...shared} {...{ savedDeg, picture, isPictureOfThese, aside }} />
        <Sprayer {...shared} {...{ products, choices }} />
      </div>
      {children}
    </Card>
  );
}

type WindProps = PartProps & Pick<Props, "text" | "savedDeg" | "picture" | "isPictureOfThese" | "aside">;

function Wind({ text, savedDeg, picture, isPictureOfThese, aside, ...shared }: WindProps) {
  const { typed, isDisabled, onChange } = shared;
  const fromDeg = directionOf(typed);
  const turnTo = (deg: number): void => onChange({ windDirection: String(deg) });
  return (
    <fieldset className={styles.part}>
      <legend className="visually-hidden">{text.wind}</legend>
      <WindDial text={text} fromDeg={fromDeg} isDisabled={isDisabled} onTurn={turnTo}>
        {picture === null ? null : <FieldInDial picture={picture} isOfThese={isPictureOfThese} />}
      </WindDial>
      <p className={styles.words}>{fromDeg === null ? text.notSet : `${text.wind} ${directionInWords(fromDeg)}`}</p>
      {savedDeg === null || savedDeg === fromDeg || isDisabled ? null : (
        <Button icon="undo" onClick={() => turnTo(savedDeg)}>
          {text.backTo.join(`${savedDeg}°`)}
        </Button>
      )}
      <div className={styles.pair}>
        <NumberField name="windSpeed" label={text.speed} {...shared} />
        <NumberField name="windDirection" label={text.from} takesLetters {...shared} />
      </div>
      {aside}
      <Fold summary={text.howToSet} isForPhones>
        <p id="wind-dial-how" className={styles.how}>
          {text.how}
        </p>
      </Fold>
      <ObservedAtField {...shared} label={text.whenRead} hint={text.emptyForNow} />
      <NumberField name="temperature" label={text.temperature} hint={text.kept} {...shared} />
      <NumberField name="humidity" label={text.humidity} hint={text.keptAndAsked} {...shared} />
    </fieldset>
  );
}

/** What is missing as the page comes is in sight, and so are rates that are not those of the check: the summary has none. */
const isUnfolded = ({ method, droplet, boom, gpa, rates }: TypedConditions, products: Props["products"]): boolean =>
  droplet === "" ||
  gpa === "" ||
  (boom === "" && asksForBoom(method)) ||
  products.some(({ productIndex, rate }) => rates[productIndex] !== String(rate));

type SprayerProps = PartProps & Pick<Props, "text" | "choices" | "products">;

function Sprayer({ text, choices, typed, faults, isDisabled, onChange, products }: SprayerProps) {
  const isGround = asksForBoom(typed.method);
  const { method, droplet, boom, gpa } = typed;
  const setup = [wordOf(choices.methods, method), wordOf(choices.droplets, droplet), wordOf(choices.booms, boom)];
  const [isOpen] = useState(isUnfolded(typed, products));
  return (
    <fieldset className={styles.part}>
      <legend>{text.sprayer}</legend>
      <Fold
        summary={[...setup, gpa && `${gpa} ${text.perAcre}`].filter(Boolean).join(", ")}
        isForPhones
        isOpen={isOpen}
      >
        <ChoiceField
          id="drift-method"
          label={text.method}
          value={typed.method}
          choices={choices.methods}
          isDisabled={isDisabled}
          onPick={(method) => onChange({ method })}
        />
        <ChoiceField
          id="drift-droplet"
          label={text.droplets}
          hint={text.dropletsHint}
          value={typed.droplet}
          choices={[{ value: "", words: text.notEntered }, ...choices.droplets]}
          isDisabled={isDisabled}
          onPick={(droplet) => onChange({ droplet })}
        />
        <ChoiceField
          id="drift-boom"
          label={text.boom}
          hint={isGround ? text.boomHint : text.groundOnly}
          value={typed.boom}
          choices={[{ value: "", words: text.notEntered }, ...choices.booms]}
          isDisabled={isDisabled}
          onPick={(boom) => onChange({ boom })}
        />
        <NumberField name="gpa" label={text.volume} {...{ typed, faults, isDisabled, onChange }} />
        {products.map((product) => (
          <RateField key={product.productIndex} {...{ text, product, typed, faults, isDisabled, onChange }} />
        ))}
      </Fold>
    </fieldset>
  );
}

const wordOf = <Value extends string>(choices: readonly { value: Value; words: string }[], value: Value | "") =>
  choices.find((choice) => choice.value === value)?.words;
