import { HOUR_MS } from "@/lib/domain/forecast";

const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;

/** A span of time, Unix milliseconds; the end is not part of it. */
export interface Span {
  fromMs: number;
  untilMs: number;
}

/** A span as the service writes it, `2026-06-15T18:00:00+00:00/PT3H`; null where the text is none. */
export function readSpan(text: string): Span | null {
  const [start = "", duration = ""] = text.split("/");
  const match = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?)?$/.exec(duration);
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(start);
  const fromMs = isMoment ? Date.parse(start) : Number.NaN;
  if (match === null || Number.isNaN(fromMs)) return null;
  const [, days = "0", hours = "0", minutes = "0"] = match;
  const lengthMs = Number(days) * DAY_MS + Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return lengthMs > 0 ? { fromMs, untilMs: fromMs + lengthMs } : null;
}

/** One value of a layer with the span it holds for. */
export interface SpanValue extends Span {
  value: number;
}

/** What a layer's values are turned into, and how much of it is possible at all. */
export interface Quantity {
  /** By the service's name of the unit. A unit that is not here makes the layer unknown. */
  units: Record<string, (value: number) => number>;
  atLeast: number;
  atMost: number;
}

const KMH_PER_MPH = 1.609344;
const as = (value: number): number => value;
const toFahrenheit = (celsius: number): number => (celsius * 9) / 5 + 32;

export const WIND: Quantity = {
  units: {
    "wmoUnit:km_h-1": (kmh) => kmh / KMH_PER_MPH,
    "wmoUnit:m_s-1": (ms) => (ms * 3.6) / KMH_PER_MPH,
    "unit:km_h-1": (kmh) => kmh / KMH_PER_MPH,
    "unit:m_s-1": (ms) => (ms * 3.6) / KMH_PER_MPH,
  },
  atLeast: 0,
  atMost: 250,
};
export const DIRECTION: Quantity = {
  units: { "wmoUnit:degree_(angle)": as, "unit:degree_(angle)": as },
  atLeast: 0,
  atMost: 360,
};
export const TEMPERATURE: Quantity = {
  units: {
    "wmoUnit:degC": toFahrenheit,
    "wmoUnit:degF": as,
    "unit:degC": toFahrenheit,
    "unit:degF": as,
  },
  atLeast: -100,
  atMost: 150,
};
export const PERCENT: Quantity = {
  units: { "wmoUnit:percent": as, "unit:percent": as },
  atLeast: 0,
  atMost: 100,
};
export const RAIN: Quantity = { units: { "wmoUnit:mm": as, "unit:mm": as }, atLeast: 0, atMost: 2000 };

/** A layer of the service's answer. Values are read one by one: one that is no number is a gap and no fault of the rest. */
export interface Layer {
  uom?: string | undefined;
  values: readonly { validTime: string; value?: unknown }[];
}

/**
 * A layer's values in our own unit, in the order of time. What is no number (text, null), what no instrument can
 * measure, and what has no readable span is left out, so that its hours have no value.
 */
export function readLayer(layer: Layer | undefined, { units, atLeast, atMost }: Quantity): SpanValue[] {
  const convert = units[layer?.uom ?? ""];
  if (layer === undefined || convert === undefined) return [];
  return layer.values
    .flatMap(({ validTime, value }): SpanValue[] => {
      const span = readSpan(validTime);
      const converted = typeof value === "number" ? convert(value) : Number.NaN;
      return span !== null && converted >= atLeast && converted <= atMost ? [{ ...span, value: converted }] : [];
    })
    .toSorted((a, b) => a.fromMs - b.fromMs);
}

/** The value that holds at a moment; null in a gap. Where spans overlap, the one that begins later is the newer word. */
export const valueAt = (values: readonly SpanValue[], momentMs: number): SpanValue | null =>
  values.findLast(({ fromMs, untilMs }) => fromMs <= momentMs && momentMs < untilMs) ?? null;
