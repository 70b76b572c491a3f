import type { ApplicationDetails } from "@/lib/domain/application";
import type { Weather } from "@/lib/domain/drift";
import { HOUR_MS, type Forecast, type ForecastHour } from "@/lib/domain/forecast";

/** One hour of a forecast as an application that starts with it has it. */
export interface HourAir {
  hour: ForecastHour;
  /** The day by the field's own clock, `YYYY-MM-DD`. */
  date: string;
  /** Null where the forecast has no wind. */
  weather: Weather | null;
  details: Pick<
    ApplicationDetails,
    "plannedStartAt" | "forecastHighF" | "forecastNextDayHighF" | "rainExpectedInHours"
  >;
}

/**
 * The hours of a forecast in the words of an application.
 *
 * Units: degrees Fahrenheit, mph, percent, hours. Source: the forecast. `longestDryHours` is the longest time without
 * rain that a label of the mix asks for. Missing data: a day's high is known where the forecast names one for the day
 * or has all of its hours; rain is known as far as the forecast goes, and where that is not far enough it is null.
 * Throws: never.
 */
export function hourAirs({ hours, highs, timeZone }: Forecast, longestDryHours: number): HourAir[] {
  const { dates, highOf } = forecastDays({ hours, highs, timeZone });
  return hours.map((hour, index) => {
    const date = dates[index] ?? "";
    return {
      hour,
      date,
      weather: weatherOf(hour),
      details: {
        plannedStartAt: hour.startsAt.toISOString(),
        forecastHighF: highOf.get(date) ?? null,
        forecastNextDayHighF: highOf.get(dayAfter(date)) ?? null,
        rainExpectedInHours: hoursToRain(hours.slice(index), longestDryHours),
      },
    };
  });
}

/**
 * The day of each hour by the field's own clock, and the highs of days, degrees Fahrenheit. A day whose high the forecast
 * neither names nor has all hours of is not among them. Throws: never.
 */
export function forecastDays({ hours, highs, timeZone }: Pick<Forecast, "hours" | "highs" | "timeZone">): {
  dates: string[];
  highOf: Map<string, number>;
} {
  const dayOf = dayIn(timeZone);
  const dates = hours.map(({ startsAt }) => dayOf(startsAt));
  const highOf = dailyHighs(hours, dates, dayOf);
  for (const { startsAt, endsAt, temperatureF } of highs) {
    const day = dayOf(new Date((startsAt.getTime() + endsAt.getTime()) / 2));
    highOf.set(day, Math.max(highOf.get(day) ?? -Infinity, temperatureF, warmestOf(hours, dates, day)));
  }
  return { dates, highOf };
}

function weatherOf({ windDirectionDeg, windSpeedMph, temperatureF, humidityPercent }: ForecastHour): Weather | null {
  if (windSpeedMph === null || windDirectionDeg === null) return null;
  return { windDirectionDeg, windSpeedMph, temperatureF, humidityPercent };
}

/** Days by the clock of a zone. */
function dayIn(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return (moment) => format.format(moment);
}

export const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 24 * HOUR_MS).toISOString().slice(0, 10);

const warmestOf = (hours: readonly ForecastHour[], dates: readonly string[], day: string): number =>
  Math.max(
    -Infinity,
    ...hours.flatMap(({ temperatureF }, index) => (dates[index] === day ? (temperatureF ?? []) : [])),
  );

/** Highs of the days of which every hour is known, from the midnight that begins one to the midnight that ends it. */
function dailyHighs(
  hours: readonly ForecastHour[],
  dates: readonly string[],
  dayOf: (moment: Date) => string,
): Map<string, number> {
  const days = [...new Set(dates)].filter((day) => {
    const own = hours.filter((_hour, index) => dates[index] === day);
    const [firstMs = 0, lastMs = 0] = [own[0], own.at(-1)].map((hour) => hour?.startsAt.getTime());
    const isWhole = dayOf(new Date(firstMs - 1)) !== day && dayOf(new Date(lastMs + HOUR_MS)) !== day;
    const hasNoGap = own.length === (lastMs - firstMs) / HOUR_MS + 1;
    return isWhole && hasNoGap && own.every(({ temperatureF }) => temperatureF !== null);
  });
  return new Map(days.map((day) => [day, warmestOf(hours, dates, day)]));
}

/** Rain that gauges measure, a hundredth of an inch; the Weather Service counts its chance of rain from there. */
const LEAST_RAIN_MM = 0.254;
/** From here on a forecast is one of rain. */
const RAIN_PERCENT = 50;

/**
 * Whole hours to the next rain, or hours that are known to be dry where they are more than any label asks for. Amounts add
 * up from the first hour on: that of a longer span is spread over its hours, so that each may have less than a gauge
 * measures. An hour is not known where neither amount nor chance says.
 */
function hoursToRain(hours: readonly ForecastHour[], longestDryHours: number): number | null {
  let fallenMm = 0;
  for (const [index, { rainMm, rainChancePercent }] of hours.entries()) {
    fallenMm += rainMm ?? 0;
    if (fallenMm >= LEAST_RAIN_MM || (rainChancePercent ?? 0) >= RAIN_PERCENT) return index;
    if (rainChancePercent === null) return index > longestDryHours ? index : null;
  }
  return hours.length > longestDryHours ? hours.length : null;
}
