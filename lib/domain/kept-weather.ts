import type { Forecast, ForecastHour, ForecastSourceName } from "@/lib/domain/forecast";
import type { WeatherSource } from "@/lib/domain/weather-source";

/** An hour of a forecast as a record keeps it. Times are ISO 8601, UTC. */
export type RecordForecastHour = Omit<ForecastHour, "startsAt"> & { startsAt: string };

/** The forecast that an application was planned by: the last that was read before its start. */
export interface RecordForecast {
  source: ForecastSourceName;
  /** ISO 8601, UTC, as are all times here. */
  issuedAt: string;
  readAt: string;
  /** IANA name of the zone that the place keeps. */
  timeZone: string;
  /** What the operator said of it, such as that it is made up; null: nothing. */
  note: string | null;
  /** Highs of the day of application and of the next, degrees Fahrenheit; null: it does not say. */
  highF: number | null;
  nextDayHighF: number | null;
  /** From the hour of the start to that of the end; of the whole day as long as no start is known. */
  hours: RecordForecastHour[];
}

/** The air that the saved buffer was worked out with. */
export interface RecordObservation {
  observedAt: string;
  source: WeatherSource;
  /** Where the wind comes from, degrees clockwise from north. */
  windDirectionDeg: number;
  windSpeedMph: number;
  temperatureF: number | null;
  humidityPercent: number | null;
}

/** Weather that what a record says rests on. It never stands in for what someone wrote down. */
export interface RecordWeather {
  observed: RecordObservation | null;
  forecast: RecordForecast | null;
}

export const NO_WEATHER: RecordWeather = { observed: null, forecast: null };

/** The most forecasts that are kept of one application: the newest. One that its record shows is kept beside them. */
export const MOST_KEPT_FORECASTS = 12;

/** A forecast as it was kept for an application. */
export interface KeptForecast extends Forecast {
  note: string | null;
}
