/** One hour of a forecast. Every value is null where the source has none: nothing stands in for it. */
export interface ForecastHour {
  startsAt: Date;
  /** Where the wind comes from, degrees clockwise from north, 0 up to but excluding 360. */
  windDirectionDeg: number | null;
  windSpeedMph: number | null;
  windGustMph: number | null;
  temperatureF: number | null;
  humidityPercent: number | null;
  rainChancePercent: number | null;
  /** What falls in this hour; the amount of a longer span spread evenly over its hours. */
  rainMm: number | null;
  skyCoverPercent: number | null;
}

/** The highest temperature of a day, as the source names it for a span of hours. */
export interface ForecastHigh {
  startsAt: Date;
  endsAt: Date;
  temperatureF: number;
}

export const FORECAST_SOURCES = ["nws"] as const;
export type ForecastSourceName = (typeof FORECAST_SOURCES)[number];

/** A forecast for one place, hour by hour without a gap from the hour it was read in. */
export interface Forecast {
  source: ForecastSourceName;
  issuedAt: Date;
  readAt: Date;
  /** IANA name of the zone that the place keeps. */
  timeZone: string;
  hours: ForecastHour[];
  highs: ForecastHigh[];
}

export const FORECAST_FAILURES = [
  "not_connected",
  "not_covered",
  "expired",
  "stale",
  "timeout",
  "circuit_open",
  "network",
  "http_status",
  "content_type",
  "too_large",
  "cut_json",
  "schema",
] as const;
/** Why there is no forecast. The first two stay as they are however often one asks. */
export type ForecastFailure = (typeof FORECAST_FAILURES)[number];

export const FORECAST_HOURS = 168;
export const HOUR_MS = 3_600_000;
