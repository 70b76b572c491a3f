import type { KeptForecast, RecordForecast, RecordWeather } from "@/lib/domain/kept-weather";
import { HOUR_MS } from "@/lib/domain/forecast";
import type { EntriesInForce, RecordFacts } from "@/lib/engine/record/facts";
import { dayAfter, forecastDays } from "@/lib/engine/windows/hour-air";

/** A day has 25 hours where the clock is set back. */
const MOST_HOURS = 25;

/**
 * The weather that a record rests on: the air of the saved buffer, and of the forecast the day's highs and the hours from
 * start to end.
 *
 * Units: as the source's. Source: what was read, unchanged. Missing data: an hour that the forecast did not reach is not
 * there; a forecast without an hour of that time still tells of the highs. Throws: never.
 */
export function weatherOf(
  { weather, forecast, computation }: Pick<RecordFacts, "weather" | "forecast" | "computation">,
  { readings }: EntriesInForce,
  appliedOn: string,
): RecordWeather {
  const [start, end] = (["start", "end"] as const).map((moment) => readings.find((each) => each.moment === moment));
  const span = start === undefined ? null : { from: start.readAt, until: (end ?? start).readAt };
  return {
    // Air without a computation that still holds is what nothing rests on.
    observed:
      weather === null || computation === null ? null : { ...weather, observedAt: weather.observedAt.toISOString() },
    forecast: forecast === null ? null : forecastOn(forecast, appliedOn, span),
  };
}

function forecastOn(
  forecast: KeptForecast,
  appliedOn: string,
  span: { from: string; until: string } | null,
): RecordForecast {
  const { dates, highOf } = forecastDays(forecast);
  const [from, until] = span === null ? [0, 0] : [Date.parse(span.from), Date.parse(span.until)];
  const isOfApplication = (startsAt: Date, index: number): boolean =>
    span === null ? dates[index] === appliedOn : startsAt.getTime() + HOUR_MS > from && startsAt.getTime() <= until;
  return {
    source: forecast.source,
    issuedAt: forecast.issuedAt.toISOString(),
    readAt: forecast.readAt.toISOString(),
    timeZone: forecast.timeZone,
    note: forecast.note,
    highF: highOf.get(appliedOn) ?? null,
    nextDayHighF: highOf.get(dayAfter(appliedOn)) ?? null,
    hours: forecast.hours
      .filter(({ startsAt }, index) => isOfApplication(startsAt, index))
      .slice(0, MOST_HOURS)
      .map((hour) => ({ ...hour, startsAt: hour.startsAt.toISOString() })),
  };
}
