import type { ForecastHour } from "@/lib/domain/forecast";

/** An hour of a mild, dry forecast with 6 mph of wind from 200°, with what a test changes. */
export const forecastHour = (startsAt: Date, more: Partial<ForecastHour> = {}): ForecastHour => ({
  startsAt,
  windDirectionDeg: 200,
  windSpeedMph: 6,
  windGustMph: null,
  temperatureF: 70,
  humidityPercent: 50,
  rainChancePercent: 0,
  rainMm: 0,
  skyCoverPercent: 0,
  ...more,
});
