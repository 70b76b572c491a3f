import { z } from "zod";
import type { RecordForecast, RecordObservation, RecordWeather } from "@/lib/domain/kept-weather";
import { timestamp } from "@/lib/contracts/shared/text";
import {
  forecastMembers,
  forecastSourceSchema,
  presentForecast,
  round1OrNull,
} from "@/lib/contracts/v2/forecast-values";
import { weatherSourceSchema } from "@/lib/contracts/vocabulary/drift";

const observationSchema = z
  .strictObject({
    observed_at: timestamp.describe("When the air was read, UTC."),
    source: weatherSourceSchema,
    wind_direction_deg: z.number().describe("Where the wind comes from, degrees clockwise from north."),
    wind_speed_mph: z.number().describe("Wind speed, miles an hour."),
    temperature_f: z.number().nullable().describe("Air temperature, degrees Fahrenheit; null: not told."),
    humidity_percent: z.number().nullable().describe("Relative humidity, percent; null: not told."),
  })
  .meta({ id: "RecordObservation", description: "The air that the saved buffer was worked out with." });

const hourSchema = z
  .strictObject({ starts_at: timestamp.describe("When the hour begins, UTC."), ...forecastMembers })
  .meta({ id: "RecordForecastHour", description: "One hour of a forecast, as it was read." });

const forecastSchema = z
  .strictObject({
    source: forecastSourceSchema,
    issued_at: timestamp.describe("When the source issued it, UTC."),
    read_at: timestamp.describe("When it was read, UTC."),
    time_zone: z.string().describe("IANA name of the time zone that the field keeps."),
    note: z.string().nullable().describe("What the operator said of it, such as that it is made up; null: nothing."),
    high_f: z
      .number()
      .nullable()
      .describe("High of the day of application, degrees Fahrenheit; null: the forecast does not say."),
    next_day_high_f: z
      .number()
      .nullable()
      .describe("High of the day after, degrees Fahrenheit; null: the forecast does not say."),
    hours: z
      .array(hourSchema)
      .describe("From the hour of the start to that of the end; of the whole day while no start is recorded."),
  })
  .meta({ id: "RecordForecast", description: "The forecast that the application was planned by." });

export const recordWeatherSchema = z
  .strictObject({
    observed: observationSchema.nullable().describe("Null: no buffer that still holds was worked out."),
    forecast: forecastSchema
      .nullable()
      .describe("The last that was read here before the start. Null: none was, by page or `spray-windows`."),
  })
  .meta({
    id: "RecordWeather",
    description: "Weather that the record rests on, as it was read. What someone wrote down counts before it.",
  });

const presentObservation = (observed: RecordObservation): z.input<typeof observationSchema> => ({
  observed_at: observed.observedAt,
  source: observed.source,
  wind_direction_deg: observed.windDirectionDeg,
  wind_speed_mph: observed.windSpeedMph,
  temperature_f: observed.temperatureF,
  humidity_percent: observed.humidityPercent,
});

const presentKept = (forecast: RecordForecast): z.input<typeof forecastSchema> => ({
  source: forecast.source,
  issued_at: forecast.issuedAt,
  read_at: forecast.readAt,
  time_zone: forecast.timeZone,
  note: forecast.note,
  high_f: round1OrNull(forecast.highF),
  next_day_high_f: round1OrNull(forecast.nextDayHighF),
  hours: forecast.hours.map((hour) => ({ starts_at: hour.startsAt, ...presentForecast(hour) })),
});

export const presentWeather = ({ observed, forecast }: RecordWeather): z.input<typeof recordWeatherSchema> => ({
  observed: observed === null ? null : presentObservation(observed),
  forecast: forecast === null ? null : presentKept(forecast),
});
