import { isCalm } from "@/lib/domain/calm-air";
import type { OverallStatus } from "@/lib/domain/compliance";
import type { EffectiveRate } from "@/lib/domain/drift";
import type { ComputationInputs } from "@/lib/domain/drift-saved";
import { decimalText } from "@/lib/domain/numbers";
import { feetToKeep } from "@/lib/domain/rounding";
import { issueEffect, type Issue } from "@/lib/domain/issues";
import { issueHeadline, issueMessage, portalRemedy } from "@/lib/views/issues/issue-text";
import { keptFt, type DriftFactView, type EdgeView, type Placement } from "@/lib/views/portal/drift";
import type { IssueView } from "@/lib/views/portal/overview";
import { acresInWords, capital, counted, methodInWords } from "@/lib/views/words";
import { wordsIn } from "@/lib/views/language";
import { boomInWords, dropletInWords } from "@/lib/views/sprayer";
import { compassWord, formatFeet } from "@/lib/views/figures";

interface Words {
  calm: string;
  blows: (from: string, mph: string) => string;
  wind: string;
  temperature: string;
  humidity: string;
  method: string;
  droplets: string;
  boom: string;
  volume: string;
  notEntered: string;
  gallons: (perAcre: string) => string;
  rateOf: (product: string) => string;
  product: (number: number) => string;
  checkedWith: (rate: string, checked: string) => string;
  /** Who sent the application, where its provider's name is not at hand. */
  farmSoftware: string;
  stop: (fact: string) => string;
  notAsked: string;
  open: string;
  noneLeft: string;
  noBuffer: string;
  kept: (edges: number, most: string) => string;
  nonePlaced: (field: string) => string;
  noneOutside: (field: string) => string;
  outside: (acres: string, field: string) => string;
  overall: Record<OverallStatus, string>;
}

const words = wordsIn<Words>({
  en: {
    calm: "calm air",
    blows: (from, mph) => `wind from ${from}, at ${mph} mph`,
    wind: "Wind",
    temperature: "Temperature",
    humidity: "Humidity",
    method: "Method",
    droplets: "Droplets",
    boom: "Boom",
    volume: "Spray volume",
    notEntered: "Not entered",
    gallons: (perAcre) => `${perAcre} gallons per acre`,
    rateOf: (product) => `Rate of ${product}`,
    product: (number) => `product ${number}`,
    checkedWith: (rate, checked) => `${rate}; checked with ${checked}`,
    farmSoftware: "your farm software",
    stop: (fact) => `Do not spray: ${fact}`,
    notAsked: "No drift buffer is asked for",
    open: "The whole field is buffer: nothing can be placed yet",
    noneLeft: "The buffer covers the whole field",
    noBuffer: "No part of the field is buffer in these conditions",
    kept: (edges, most) => `${counted(edges, "edge keeps", "edges keep")} a distance, at most ${most}`,
    nonePlaced: (field) =>
      `None of the field's ${field} can be placed outside a buffer until what is listed below is settled.`,
    noneOutside: (field) => `None of the field's ${field} lies outside the buffer.`,
    outside: (acres, field) => `${acres} of ${field} lie outside the buffer.`,
    overall: {
      met: "With these buffers, what is scored for the whole application is met.",
      not_met: "With these buffers, something that is required of the whole application is not met.",
      indeterminate: "With these buffers, something about the whole application is still open.",
      not_applicable: "Nothing that is scored is asked of this application.",
    },
  },
  es: {
    calm: "aire en calma",
    blows: (from, mph) => `viento desde ${from}, a ${mph} mph`,
    wind: "Viento",
    temperature: "Temperatura",
    humidity: "Humedad",
    method: "Método",
    droplets: "Tamaño de gota",
    boom: "Altura del aguilón",
    volume: "Volumen de caldo",
    notEntered: "Sin indicar",
    gallons: (perAcre) => `${perAcre} galones por acre`,
    rateOf: (product) => `Dosis de ${product}`,
    product: (number) => `producto ${number}`,
    checkedWith: (rate, checked) => `${rate}; se verificó con ${checked}`,
    farmSoftware: "su programa agrícola",
    stop: (fact) => `No aplique: ${fact}`,
    notAsked: "No se pide zona de amortiguamiento por deriva",
    open: "Todo el campo es zona de amortiguamiento: todavía no se puede ubicar nada",
    noneLeft: "La zona de amortiguamiento cubre todo el campo",
    noBuffer: "En estas condiciones, ninguna parte del campo es zona de amortiguamiento",
    kept: (edges, most) => `${counted(edges, "borde guarda", "bordes guardan")} una distancia, como máximo ${most}`,
    nonePlaced: (field) =>
      `Nada del campo (${field}) se puede ubicar fuera de una zona de amortiguamiento hasta que se resuelva lo que aparece abajo.`,
    noneOutside: (field) => `Nada del campo (${field}) queda fuera de la zona de amortiguamiento.`,
    outside: (acres, field) => `${acres} de ${field} quedan fuera de la zona de amortiguamiento.`,
    overall: {
      met: "Con estas zonas de amortiguamiento, lo que se evalúa de toda la aplicación está cumplido.",
      not_met: "Con estas zonas de amortiguamiento, algo que se exige de toda la aplicación no está cumplido.",
      indeterminate: "Con estas zonas de amortiguamiento, queda algo por resolver de toda la aplicación.",
      not_applicable: "Nada de lo que se evalúa se pide para esta aplicación.",
    },
  },
});

/** "from 225°, southwest, at 8 mph"; calm air comes from nowhere. */
export const windInWords = ({ windDirectionDeg, windSpeedMph }: ComputationInputs): string =>
  isCalm(windSpeedMph)
    ? words().calm
    : words().blows(`${decimal(windDirectionDeg)}°, ${compassWord(windDirectionDeg)}`, decimal(windSpeedMph));

export const decimal = (value: number): string => decimalText(value, 2);

export function conditionFacts(inputs: ComputationInputs): DriftFactView[] {
  const { temperatureF, humidityPercent, dropletSize, boomHeight, gpa } = inputs;
  return [
    { label: words().wind, value: capital(windInWords(inputs)) },
    ...(temperatureF === null ? [] : [{ label: words().temperature, value: `${decimal(temperatureF)} °F` }]),
    ...(humidityPercent === null ? [] : [{ label: words().humidity, value: `${decimal(humidityPercent)} %` }]),
    { label: words().method, value: methodInWords(inputs.method) },
    { label: words().droplets, value: dropletSize === null ? words().notEntered : dropletInWords(dropletSize) },
    { label: words().boom, value: boomHeight === null ? words().notEntered : boomInWords(boomHeight) },
    { label: words().volume, value: gpa === null ? words().notEntered : words().gallons(decimal(gpa)) },
  ];
}

/** How much of each product an answer is for; where a check was made with another rate, that one too. */
export const rateFacts = (
  rates: readonly EffectiveRate[],
  products: readonly { productName: string; rate: number; rateUnit: string }[],
): DriftFactView[] =>
  rates.map(({ productIndex, rate, rateUnit }) => {
    const product = products[productIndex];
    const value = `${decimal(rate)} ${rateUnit}`;
    const isChecked = product?.rate === rate && product.rateUnit === rateUnit;
    return {
      label: words().rateOf(product?.productName ?? words().product(productIndex + 1)),
      value:
        product === undefined || isChecked
          ? value
          : words().checkedWith(value, `${decimal(product.rate)} ${product.rateUnit}`),
    };
  });

const STANDINGS = { not_met: "not_met", indeterminate: "indeterminate", none: "not_applicable" } as const;

export const issueView = (found: Issue): IssueView => ({
  code: found.code,
  standing: STANDINGS[issueEffect(found)],
  message: issueMessage(found),
  remedy: capital(portalRemedy(found.code, words().farmSoftware)),
});

const WEIGHTS = { not_met: 2, indeterminate: 1, none: 0 } as const;
const weightOf = (found: Issue): number => WEIGHTS[issueEffect(found)];

/** Conditions to wait out, whatever the buffer: said as what must not happen now. */
const isAgainstSpraying = (found: Issue): boolean =>
  issueEffect(found) === "not_met" || found.code === "WIND_SPEED_UNRESOLVED";

/** The worst finding in one line, before any figure; null where nothing is wrong or open. */
export function worstFact(issues: readonly Issue[]): string | null {
  const [worst] = issues
    .filter((found) => weightOf(found) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a) || Number(isAgainstSpraying(b)) - Number(isAgainstSpraying(a)));
  if (worst === undefined) return null;
  const fact = issueHeadline(worst.code);
  return isAgainstSpraying(worst) ? words().stop(fact) : capital(fact);
}

/** What the buffers come to, in one line. */
export function headlineOf(placement: Placement, edges: readonly EdgeView[]): string {
  switch (placement) {
    case "not_asked":
      return words().notAsked;
    case "open":
      return words().open;
    case "none_left":
      return words().noneLeft;
    case "no_buffer":
      return words().noBuffer;
    case "buffer": {
      const kept = edges.map(keptFt).filter((feet) => feet > 0);
      const widest = Math.max(0, ...kept);
      return words().kept(kept.length, formatFeet(feetToKeep(widest)));
    }
  }
}

/** How much of the field lies outside the buffer. It never says that the rest may be sprayed. */
export function areaInWords(placement: Placement, fieldSqm: number, treatableSqm: number | null): string {
  const whole = acresInWords(fieldSqm);
  if (placement === "open") {
    return words().nonePlaced(whole);
  }
  if (treatableSqm === null || placement === "none_left") return words().noneOutside(whole);
  return words().outside(acresInWords(treatableSqm), whole);
}

export const overallOf = (standing: OverallStatus) => ({ standing, text: words().overall[standing] });
