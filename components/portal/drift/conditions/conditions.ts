import { methodClass, type ApplicationMethod, type BoomHeight, type DropletSize } from "@/lib/domain/application";
import {
  parsed,
  parsedDirection,
  parsedSpeed,
  readWind,
  type Parsed,
  type Range,
} from "@/components/portal/drift/conditions/typed-numbers";
import { momentOfClock } from "@/lib/views/field-time";
import type { MomentBody } from "@/lib/portal-client/moment";
import type { DriftView, RatedProductView } from "@/lib/views/portal/drift";

/** The conditions as they are typed: what is not a number yet is kept as it was written. */
export interface TypedConditions {
  windDirection: string;
  windSpeed: string;
  temperature: string;
  humidity: string;
  /** When the wind was read by the field's clock, as `YYYY-MM-DDTHH:MM`; empty: when it is saved. */
  observedAt: string;
  method: ApplicationMethod;
  /** Empty: not told. */
  droplet: DropletSize | "";
  boom: BoomHeight | "";
  gpa: string;
  /** By product index. */
  rates: string[];
}

export type ConditionName = "windDirection" | "windSpeed" | "temperature" | "humidity" | "gpa";

/** What is wrong with what was typed, at its field; `rates` by product index. */
export interface ConditionFaults extends Partial<Record<ConditionName, string>> {
  rates: (string | undefined)[];
}

interface ReadConditions {
  /** Null while something is missing or wrong. */
  body: MomentBody | null;
  faults: ConditionFaults;
}

const textOf = (value: number | null): string => (value === null ? "" : String(value));

export function typedOf({ conditions: { weather, setup, products } }: DriftView): TypedConditions {
  return {
    windDirection: textOf(weather.windDirectionDeg),
    windSpeed: textOf(weather.windSpeedMph),
    temperature: textOf(weather.temperatureF),
    humidity: textOf(weather.humidityPercent),
    observedAt: "",
    method: setup.method,
    droplet: setup.dropletSize ?? "",
    boom: setup.boomHeight ?? "",
    gpa: textOf(setup.gpa),
    rates: products.map(({ rate }) => String(rate)),
  };
}

type RangeName = Exclude<ConditionName, "windDirection" | "windSpeed">;

const LIMITS: Record<RangeName, Omit<Range, "fault">> = {
  temperature: { least: -100, most: 200, isRequired: false },
  humidity: { least: 0, most: 100, isRequired: false },
  gpa: { least: Number.MIN_VALUE, most: Number.MAX_VALUE, isRequired: false },
};

/** The direction that was typed, degrees; null where it is none, or wrong. */
export const directionOf = ({ windDirection }: TypedConditions): number | null =>
  parsedDirection(windDirection, "").value;

/** When the wind was read by the field's clock, as someone wrote it, UTC; without a zone by the reader's own. Null: no one did. */
export function observedAtOf({ observedAt }: TypedConditions, timeZone: string | null): string | null {
  const at = timeZone === null ? new Date(observedAt) : momentOfClock(observedAt, timeZone);
  return at === null || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** A wind that was saved, as this page has shown it, and when it was read, UTC. */
export interface SavedWind {
  fromDeg: number | null;
  mph: number | null;
  readAt: string | null;
}

export const savedWindOf = ({ conditions: { weather, windReadAt } }: Pick<DriftView, "conditions">): SavedWind => ({
  fromDeg: weather.windDirectionDeg,
  mph: weather.windSpeedMph,
  readAt: windReadAt,
});

/**
 * When a saved wind was read, UTC, where it stands in the form; null where someone has set another wind, or has written when it was
 * read. It is the wind of that time, and of no later one, also once another is saved or none is. `saved`: the latest last.
 */
export function savedReadAt(typed: TypedConditions, saved: readonly SavedWind[]): string | null {
  const wind = readWind({ from: typed.windDirection, mph: typed.windSpeed });
  if (wind === null || typed.observedAt !== "") return null;
  const found = saved.findLast(
    ({ fromDeg, mph, readAt }) => readAt !== null && fromDeg === wind.fromDeg && mph === wind.mph,
  );
  return found?.readAt ?? null;
}

type TypedWind = Pick<TypedConditions, "windDirection" | "windSpeed">;

/** Whether both are one wind, however it is written: what is set to what it was stays a reading of when it was set. */
export function isSameWind(a: TypedWind, b: TypedWind): boolean {
  const [one, other] = [a, b].map(({ windDirection, windSpeed }) => readWind({ from: windDirection, mph: windSpeed }));
  return one?.fromDeg === other?.fromDeg && one?.mph === other?.mph;
}

/** What was typed as one request, or what is wrong with it. */
export function readConditions(typed: TypedConditions, view: DriftView): ReadConditions {
  const { applicationEventId, checked } = view;
  const { faults: said } = view.words;
  const rangeOf = (name: RangeName): Range => ({ ...LIMITS[name], fault: said[name] });
  const read = {
    windDirection: parsedDirection(typed.windDirection, said.windDirection),
    windSpeed: parsedSpeed(typed.windSpeed, said.windSpeed),
    temperature: parsed(typed.temperature, rangeOf("temperature")),
    humidity: parsed(typed.humidity, rangeOf("humidity")),
    gpa: parsed(typed.gpa, rangeOf("gpa")),
  };
  const rates = checked.products.map((product) =>
    rateOf(typed.rates[product.productIndex] ?? "", said.rate.join(product.name)),
  );
  const faults: ConditionFaults = { rates: rates.map(({ fault }) => fault) };
  for (const [name, { fault }] of Object.entries(read)) {
    if (fault !== undefined) faults[name as ConditionName] = fault;
  }
  const { value: direction } = read.windDirection;
  const { value: speed } = read.windSpeed;
  const isWrong = Object.keys(faults).length > 1 || faults.rates.some((fault) => fault !== undefined);
  if (isWrong || direction === null || speed === null) return { body: null, faults };
  return {
    faults,
    body: {
      application_event_id: applicationEventId,
      wind_direction_deg: direction % 360,
      wind_speed_mph: speed,
      temperature_f: read.temperature.value,
      humidity_percent: read.humidity.value,
      application_method: typed.method,
      droplet_size: typed.droplet === "" ? null : typed.droplet,
      boom_height: typed.boom === "" ? null : typed.boom,
      gpa: read.gpa.value,
      rate_updates: checked.products.flatMap((product, index) => updateOf(product, rates[index]?.value ?? null)),
    },
  };
}

const rateOf = (text: string, fault: string): Parsed =>
  parsed(text, { least: 0, most: Number.MAX_VALUE, isRequired: true, fault });

/** Only a rate that differs from the checked one is sent, so that its unit's own details stay as they were checked. */
const updateOf = (
  { productIndex, epaNumber, rate, rateUnit }: RatedProductView,
  now: number | null,
): MomentBody["rate_updates"] =>
  now === null || now === rate
    ? []
    : [{ product_index: productIndex, epa_number: epaNumber, rate: now, rate_unit: rateUnit }];

/** A turn of the dial, taken back into one full circle. */
export const turned = (directionDeg: number): number => ((directionDeg % 360) + 360) % 360;

/** Boom height is a matter of ground sprayers. */
export const asksForBoom = (method: ApplicationMethod): boolean => methodClass(method) === "ground";
