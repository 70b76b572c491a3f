const HOUR_MS = 3_600_000;

/** The weather of one hour in the service's units; a member that is null has no value that hour. */
export interface StubHour {
  temperature: number | null;
  relativeHumidity: number | null;
  windDirection: number | null;
  /** Kilometers an hour. */
  windSpeed: number | null;
  windGust: number | null;
  skyCover: number | null;
  probabilityOfPrecipitation: number | null;
  /** Millimeters. */
  quantitativePrecipitation: number | null;
}

/** Says the weather of an hour by where it starts and how far it lies from the first. */
export type StubWeather = (startsAtMs: number, index: number) => StubHour;

/**
 * Made-up weather for a demonstration: warm afternoons, wind that turns over the days and falls asleep at night, rain
 * on the fourth day. The same for everyone, and no one's.
 */
export const MADE_UP_WEATHER: StubWeather = (startsAtMs, index) => {
  const solarHour = (startsAtMs / HOUR_MS - 6 + 48) % 24;
  const day = Math.max(0, Math.sin(((solarHour - 6) / 12) * Math.PI));
  const isRainy = index >= 80 && index < 90;
  const windSpeed = Math.round(4 + 12 * day + 3 * Math.sin(index / 9));
  return {
    temperature: Math.round((17 + 10 * day) * 10) / 10,
    relativeHumidity: Math.round(85 - 40 * day),
    windDirection: (Math.round((200 + 60 * Math.sin(index / 20) + index) / 10) * 10) % 360,
    windSpeed,
    windGust: Math.round(windSpeed * 1.5),
    skyCover: isRainy ? 95 : Math.round(20 + 20 * Math.sin(index / 15)),
    probabilityOfPrecipitation: isRainy ? 70 : 5,
    quantitativePrecipitation: index < 78 || index >= 96 ? 0 : isRainy ? 2 : 0,
  };
};

const UNITS: Record<keyof StubHour, string> = {
  temperature: "wmoUnit:degC",
  relativeHumidity: "wmoUnit:percent",
  windDirection: "wmoUnit:degree_(angle)",
  windSpeed: "wmoUnit:km_h-1",
  windGust: "wmoUnit:km_h-1",
  skyCover: "wmoUnit:percent",
  probabilityOfPrecipitation: "wmoUnit:percent",
  quantitativePrecipitation: "wmoUnit:mm",
};

interface StubLayer {
  uom: string;
  values: { validTime: string; value: number | string | null }[];
}

/** The service begins some hours before now, and goes on for more than a week. */
const HOURS_BEFORE = 3;
const HOURS_AFTER = 176;

const spanText = (fromMs: number, hours: number): string => {
  const [days, rest] = [Math.floor(hours / 24), hours % 24];
  const time = rest === 0 ? "" : `T${rest}H`;
  return `${new Date(fromMs).toISOString().slice(0, 19)}+00:00/P${days === 0 ? "" : `${days}D`}${time}`;
};

/** Hours as a layer; neighbors with the same value are one span, as the service writes them. */
function layerOf(member: keyof StubHour, hours: readonly { atMs: number; weather: StubHour }[]): StubLayer {
  const spans: { fromMs: number; hours: number; value: number | null }[] = [];
  for (const { atMs, weather } of hours) {
    const last = spans.at(-1);
    const value = weather[member];
    const isSame = last?.value === value && member !== "quantitativePrecipitation";
    if (last !== undefined && isSame) last.hours += 1;
    else spans.push({ fromMs: atMs, hours: 1, value });
  }
  return {
    uom: UNITS[member],
    values: spans.map(({ fromMs, hours: length, value }) => ({ validTime: spanText(fromMs, length), value })),
  };
}

/** The grid data of one cell: its layers, and the highest temperature from 13 to 1 o'clock of universal time. */
export function layersOf(weather: StubWeather, nowMs: number): Record<string, StubLayer> {
  const firstMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const hours = Array.from({ length: HOURS_BEFORE + HOURS_AFTER }, (_unused, place) => {
    const index = place - HOURS_BEFORE;
    const atMs = firstMs + index * HOUR_MS;
    return { atMs, weather: weather(atMs, index) };
  });
  const layers = Object.fromEntries(
    (Object.keys(UNITS) as (keyof StubHour)[]).map((member) => [member, layerOf(member, hours)]),
  );
  return { ...layers, maxTemperature: highsOf(hours) };
}

function highsOf(hours: readonly { atMs: number; weather: StubHour }[]): StubLayer {
  const starts = hours.filter(({ atMs }) => new Date(atMs).getUTCHours() === 13);
  return {
    uom: UNITS.temperature,
    values: starts.map(({ atMs }) => {
      const of = hours.filter((hour) => hour.atMs >= atMs && hour.atMs < atMs + 13 * HOUR_MS);
      const known = of.flatMap(({ weather }) => weather.temperature ?? []);
      return { validTime: spanText(atMs, 13), value: known.length === 0 ? null : Math.max(...known) };
    }),
  };
}
