import type { RecordSource, RecordFact } from "@/lib/domain/application-record";
import type { RecordForecast } from "@/lib/domain/kept-weather";
import type { EntriesInForce, RecordFacts } from "@/lib/engine/record/facts";

/** What forecast highs are found in. */
interface HighFacts extends Pick<RecordFacts, "application"> {
  inForce: EntriesInForce;
  keptHighs: Pick<RecordForecast, "highF" | "nextDayHighF"> | null;
}

/** A day's forecast high, with where it comes from. */
interface ForecastHigh {
  day: "same" | "next";
  /** °F; null: no one knows. */
  degrees: number | null;
  source: RecordSource;
  /** The entry that says it; null: it was sent with the check, or stands in the kept forecast. */
  entryId: string | null;
}

/**
 * Forecast highs of the day of application and of the next: as someone wrote them, else as they were sent, else as they
 * were kept.
 *
 * Units: degrees Fahrenheit. Source: docs/records.md, Weather. Missing data: null. Throws: never.
 */
export function forecastHighsOf({ inForce, application, keptHighs }: HighFacts): ForecastHigh[] {
  const of = (day: ForecastHigh["day"], name: RecordFact, told: number | null | undefined): ForecastHigh => {
    const own = inForce.facts.get(name);
    return typeof own?.value === "number"
      ? { day, degrees: own.value, source: "typed", entryId: own.entryId }
      : { day, degrees: told ?? null, source: "forecast", entryId: null };
  };
  return [
    of("same", "forecast_high_f", application.details?.forecastHighF ?? keptHighs?.highF),
    of("next", "forecast_next_day_high_f", application.details?.forecastNextDayHighF ?? keptHighs?.nextDayHighF),
  ];
}
