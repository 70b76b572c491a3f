import { z } from "zod";
import { FORECAST_SOURCES, type ForecastHour } from "@/lib/domain/forecast";
import { round1, round2 } from "@/lib/domain/rounding";
import { choices } from "@/lib/contracts/shared/choices";

export const forecastSourceSchema = choices("ForecastSource", "Whose forecast it is.", FORECAST_SOURCES, {
  nws: "the grid of the United States National Weather Service.",
});

const nothing = " Null: the forecast has none.";

/** Values of an hour of a forecast, as members of a response. */
export const forecastMembers = {
  wind_direction_deg: z
    .number()
    .nullable()
    .describe(`Where the wind comes from, degrees clockwise from north.${nothing}`),
  wind_speed_mph: z.number().nullable().describe(`Wind speed 10 m above the ground, miles an hour.${nothing}`),
  wind_gust_mph: z.number().nullable().describe(`Gusts, miles an hour. Not judged.${nothing}`),
  temperature_f: z.number().nullable().describe(`Air temperature, degrees Fahrenheit.${nothing}`),
  humidity_percent: z.number().nullable().describe(`Relative humidity, percent.${nothing}`),
  rain_chance_percent: z.number().nullable().describe(`Chance of rain, percent.${nothing}`),
  rain_mm: z
    .number()
    .nullable()
    .describe(`Rain of the hour, millimeters; that of a longer span spread evenly over it.${nothing}`),
  sky_cover_percent: z.number().nullable().describe(`Share of the sky under clouds, percent.${nothing}`),
};

export const round1OrNull = (value: number | null): number | null => (value === null ? null : round1(value));

export const presentForecast = (hour: Omit<ForecastHour, "startsAt">) => ({
  wind_direction_deg: round1OrNull(hour.windDirectionDeg),
  wind_speed_mph: round1OrNull(hour.windSpeedMph),
  wind_gust_mph: round1OrNull(hour.windGustMph),
  temperature_f: round1OrNull(hour.temperatureF),
  humidity_percent: round1OrNull(hour.humidityPercent),
  rain_chance_percent: round1OrNull(hour.rainChancePercent),
  rain_mm: hour.rainMm === null ? null : round2(hour.rainMm),
  sky_cover_percent: round1OrNull(hour.skyCoverPercent),
});
