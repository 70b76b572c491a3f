"use client";

import type { ReactNode } from "react";
import {
  asksForBoom,
  boomChoices,
  dropletChoices,
  methodChoices,
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
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    title: "Wind and set-up now",
    wind: "Wind",
    notSet: "Direction not set",
    windFrom: (from: string) => `Wind ${from}`,
    backTo: (deg: number) => `Back to the saved ${deg}°`,
    speed: "Wind speed, mph",
    from: "Wind from, degrees or letters",
    how: "Tap where the wind comes from: the ring, or a compass point beyond it. Or drag the knob, use the arrow keys (Page Up and Page Down go from point to point), or write it. The arrow shows where the wind blows to. Nothing is saved while you try things out, and the answer is for these conditions alone: measure the wind at the sprayer.",
    temperature: "Temperature, °F (optional)",
    kept: "Kept with the record.",
    humidity: "Humidity, percent (optional)",
    keptAndAsked: "Kept with the record, and a practice of the menu asks for it.",
    sprayer: "Sprayer",
    method: "Method",
    droplets: "Droplet size",
    dropletsHint: "As the nozzle's chart gives it for your pressure.",
    notTold: "Not told",
    boom: "Boom height",
    boomHint: "Low or high, as the label means it.",
    groundOnly: "Asked of ground sprayers only.",
    volume: "Spray volume, gallons per acre",
  },
  es: {
    title: "Viento y configuración de ahora",
    wind: "Viento",
    notSet: "Dirección sin indicar",
    windFrom: (from) => `Viento ${from}`,
    backTo: (deg) => `Volver a los ${deg}° guardados`,
    speed: "Velocidad del viento, mph",
    from: "Viento desde, grados o letras",
    how: "Toque de dónde viene el viento: el anillo, o un punto cardinal fuera de él. O arrastre la perilla, use las teclas de flecha (Re Pág y Av Pág van de punto en punto) o escríbalo. La flecha muestra hacia dónde sopla el viento. Mientras prueba no se guarda nada, y la respuesta es solo para estas condiciones: mida el viento en la pulverizadora.",
    temperature: "Temperatura, °F (opcional)",
    kept: "Se guarda con el registro.",
    humidity: "Humedad, % (opcional)",
    keptAndAsked: "Se guarda con el registro, y una práctica del menú la pide.",
    sprayer: "Pulverizadora",
    method: "Método",
    droplets: "Tamaño de gota",
    dropletsHint: "Como lo da la tabla de la boquilla para su presión.",
    notTold: "No se dijo",
    boom: "Altura del aguilón",
    boomHint: "Bajo o alto, como lo entiende la etiqueta.",
    groundOnly: "Solo se pide a pulverizadoras terrestres.",
    volume: "Volumen de caldo, galones por acre",
  },
});

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
    <Card title={words().title} id="conditions">
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
      <legend className="visually-hidden">{words().wind}</legend>
      <WindDial fromDeg={fromDeg} isDisabled={isDisabled} onTurn={turnTo}>
        {picture === null ? null : <FieldInDial picture={picture} isOfThese={isPictureOfThese} />}
      </WindDial>
      <p className={styles.words}>{fromDeg === null ? words().notSet : words().windFrom(directionInWords(fromDeg))}</p>
      {savedDeg === null || savedDeg === fromDeg || isDisabled ? null : (
        <Button icon="undo" onClick={() => turnTo(savedDeg)}>
          {words().backTo(savedDeg)}
        </Button>
      )}
      <div className={styles.pair}>
        <NumberField name="windSpeed" label={words().speed} {...shared} />
        <NumberField name="windDirection" label={words().from} takesLetters {...shared} />
      </div>
      {aside}
      <p id="wind-dial-how" className={styles.how}>
        {words().how}
      </p>
      <ObservedAtField {...shared} />
      <NumberField name="temperature" label={words().temperature} hint={words().kept} {...shared} />
      <NumberField name="humidity" label={words().humidity} hint={words().keptAndAsked} {...shared} />
    </fieldset>
  );
}

function Sprayer({ typed, faults, isDisabled, onChange, products }: PartProps & Pick<Props, "products">) {
  const isGround = asksForBoom(typed.method);
  return (
    <fieldset className={styles.part}>
      <legend>{words().sprayer}</legend>
      <ChoiceField
        id="drift-method"
        label={words().method}
        value={typed.method}
        choices={methodChoices()}
        isDisabled={isDisabled}
        onPick={(method) => onChange({ method })}
      />
      <ChoiceField
        id="drift-droplet"
        label={words().droplets}
        hint={words().dropletsHint}
        value={typed.droplet}
        choices={[{ value: "", words: words().notTold }, ...dropletChoices()]}
        isDisabled={isDisabled}
        onPick={(droplet) => onChange({ droplet })}
      />
      <ChoiceField
        id="drift-boom"
        label={words().boom}
        hint={isGround ? words().boomHint : words().groundOnly}
        value={typed.boom}
        choices={[{ value: "", words: words().notTold }, ...boomChoices()]}
        isDisabled={isDisabled}
        onPick={(boom) => onChange({ boom })}
      />
      <NumberField name="gpa" label={words().volume} {...{ typed, faults, isDisabled, onChange }} />
      {products.map((product) => (
        <RateField key={product.productIndex} product={product} {...{ typed, faults, isDisabled, onChange }} />
      ))}
    </fieldset>
  );
}
