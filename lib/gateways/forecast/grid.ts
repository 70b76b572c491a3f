import { z } from "zod";
import { FORECAST_HOURS, HOUR_MS, type Forecast, type ForecastFailure, type ForecastHour } from "@/lib/domain/forecast";
import {
  DIRECTION,
  PERCENT,
  RAIN,
  readLayer,
  TEMPERATURE,
  valueAt,
  WIND,
  type Quantity,
  type SpanValue,
} from "@/lib/gateways/forecast/series";

/** A failure and what the log may know of it: never the answer's text. */
export interface ForecastFault {
  ok: false;
  failure: ForecastFailure;
  detail: string;
  isRetryable: boolean;
}
export type Read<T> = { ok: true; value: T } | ForecastFault;

export const fault = (failure: ForecastFailure, detail: string, isRetryable = false): ForecastFault => ({
  ok: false,
  failure,
  detail,
  isRetryable,
});

/** Where the service's grid has a place, and the zone that keeps its time. */
export interface GridCell {
  office: string;
  x: number;
  y: number;
  timeZone: string;
}

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
};

const pointSchema = z.object({
  properties: z.object({
    // These are put into the next address, so nothing but what a name and a number can be is taken.
    gridId: z.string().regex(/^[A-Z]{3}$/),
    gridX: z.int().min(0).max(9999),
    gridY: z.int().min(0).max(9999),
    timeZone: z.string().max(60).refine(isTimeZone),
  }),
});

export function readPoint(json: unknown): Read<GridCell> {
  const parsed = pointSchema.safeParse(json);
  if (!parsed.success) return fault("schema", `point: ${describe(parsed.error)}`);
  const { gridId, gridX, gridY, timeZone } = parsed.data.properties;
  return { ok: true, value: { office: gridId, x: gridX, y: gridY, timeZone } };
}

/** The service sends a week in hours; a layer with more values is not one of its. */
const MOST_VALUES = 2000;
const layerSchema = z
  .object({
    uom: z.string().max(60).optional(),
    values: z.array(z.object({ validTime: z.string().max(80), value: z.unknown() })).max(MOST_VALUES),
  })
  .optional()
  // A layer in another form is a layer without values: what it speaks of is not known.
  .catch(undefined);

const gridSchema = z.object({
  properties: z.object({
    updateTime: z.iso.datetime({ offset: true }),
    temperature: layerSchema,
    maxTemperature: layerSchema,
    relativeHumidity: layerSchema,
    windDirection: layerSchema,
    windSpeed: layerSchema,
    windGust: layerSchema,
    skyCover: layerSchema,
    probabilityOfPrecipitation: layerSchema,
    quantitativePrecipitation: layerSchema,
  }),
});
type Properties = z.output<typeof gridSchema>["properties"];

/** A forecast that is older was made for other weather; offices issue one several times a day. */
const MOST_AGE_MS = 12 * HOUR_MS;
/** Clocks of two machines may differ. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** The service's grid data as a forecast of whole hours from the one that `now` lies in. */
export function readGrid(json: unknown, { timeZone }: Pick<GridCell, "timeZone">, now: Date): Read<Forecast> {
  const parsed = gridSchema.safeParse(json);
  if (!parsed.success) return fault("schema", `grid: ${describe(parsed.error)}`);
  const { properties } = parsed.data;
  const issuedAt = new Date(properties.updateTime);
  const ageMs = now.getTime() - issuedAt.getTime();
  if (ageMs > MOST_AGE_MS) return fault("stale", `issued ${Math.floor(ageMs / HOUR_MS)} hours ago`);
  if (ageMs < -CLOCK_SKEW_MS) return fault("schema", "issued in the future");
  return {
    ok: true,
    value: {
      source: "nws",
      issuedAt,
      readAt: now,
      timeZone,
      hours: hoursOf(properties, now),
      highs: readLayer(properties.maxTemperature, TEMPERATURE).map(({ fromMs, untilMs, value }) => ({
        startsAt: new Date(fromMs),
        endsAt: new Date(untilMs),
        temperatureF: value,
      })),
    },
  };
}

function hoursOf(properties: Properties, now: Date): ForecastHour[] {
  const firstMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const direction = reader(properties.windDirection, DIRECTION);
  const speed = reader(properties.windSpeed, WIND);
  const gust = reader(properties.windGust, WIND);
  const temperature = reader(properties.temperature, TEMPERATURE);
  const humidity = reader(properties.relativeHumidity, PERCENT);
  const chance = reader(properties.probabilityOfPrecipitation, PERCENT);
  const rain = reader(properties.quantitativePrecipitation, RAIN);
  const sky = reader(properties.skyCover, PERCENT);
  return Array.from({ length: FORECAST_HOURS }, (_unused, index) => {
    const atMs = firstMs + index * HOUR_MS;
    return {
      startsAt: new Date(atMs),
      windDirectionDeg: turned(valueOf(direction(atMs))),
      windSpeedMph: valueOf(speed(atMs)),
      windGustMph: valueOf(gust(atMs)),
      temperatureF: valueOf(temperature(atMs)),
      humidityPercent: valueOf(humidity(atMs)),
      rainChancePercent: valueOf(chance(atMs)),
      rainMm: inOneHour(rain(atMs)),
      skyCoverPercent: valueOf(sky(atMs)),
    };
  });
}

function reader(layer: Properties["windSpeed"], quantity: Quantity): (momentMs: number) => SpanValue | null {
  const values = readLayer(layer, quantity);
  return (momentMs) => valueAt(values, momentMs);
}

const valueOf = (found: SpanValue | null): number | null => found?.value ?? null;

/** A wind from 360 degrees is one from 0. */
const turned = (deg: number | null): number | null => (deg === null ? null : deg % 360);

const inOneHour = (amount: SpanValue | null): number | null =>
  amount === null ? null : (amount.value * HOUR_MS) / Math.max(HOUR_MS, amount.untilMs - amount.fromMs);

/** Where the first fault lies and of what kind; values are left out of the log. */
export const describe = (error: z.ZodError): string => {
  const [first] = error.issues;
  return `${first?.path.join(".") ?? ""} ${first?.code ?? ""}`.trim();
};
