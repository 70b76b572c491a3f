import { expect, it } from "vitest";
import { HOUR_MS, type ForecastHour } from "@/lib/domain/forecast";
import type { KeptForecast } from "@/lib/domain/kept-weather";
import type { RecordReading } from "@/lib/domain/application-record";
import type { RecordFacts } from "@/lib/engine/record/facts";
import { weatherOf } from "@/lib/engine/record/weather";

/** Midnight in Chicago. */
const MIDNIGHT = Date.parse("2026-06-15T05:00:00Z");
const hour = (index: number): ForecastHour => ({
  startsAt: new Date(MIDNIGHT + index * HOUR_MS),
  windDirectionDeg: 225,
  windSpeedMph: 7,
  windGustMph: null,
  temperatureF: 60 + (index % 24),
  humidityPercent: 50,
  rainChancePercent: 0,
  rainMm: 0,
  skyCoverPercent: 20,
});
const FORECAST: KeptForecast = {
  source: "nws",
  issuedAt: new Date(MIDNIGHT - HOUR_MS),
  readAt: new Date(MIDNIGHT),
  timeZone: "America/Chicago",
  note: null,
  hours: Array.from({ length: 48 }, (_, index) => hour(index)),
  highs: [],
};
const WEATHER: RecordFacts["weather"] = {
  observedAt: new Date(MIDNIGHT),
  source: "request",
  windDirectionDeg: 210,
  windSpeedMph: 8,
  temperatureF: 74,
  humidityPercent: null,
};
const COMPUTED = {} as RecordFacts["computation"];
const reading = (moment: RecordReading["moment"], clock: string) => ({
  kind: "reading" as const,
  entryId: moment,
  savedAt: new Date("2026-06-15T20:00:00Z"),
  moment,
  readAt: `2026-06-15T${clock}:00-05:00`,
  windSpeedMph: 7,
  windDirectionDeg: 225,
  temperatureF: 74,
});
const found = (readings: ReturnType<typeof reading>[], more: Partial<RecordFacts> = {}) =>
  weatherOf(
    { weather: WEATHER, forecast: FORECAST, computation: COMPUTED, ...more },
    { readings, facts: new Map() },
    "2026-06-15",
  );
const clocks = ({ forecast }: ReturnType<typeof weatherOf>) =>
  forecast?.hours.map(({ startsAt }) => startsAt.slice(11, 16));

it("keeps the hours from that of the start to that of the end, and the highs of the day and the next", () => {
  const kept = found([reading("start", "09:20"), reading("end", "11:40")]);
  expect(clocks(kept)).toEqual(["14:00", "15:00", "16:00"]);
  expect(kept.forecast).toMatchObject({ highF: 83, nextDayHighF: 83, readAt: "2026-06-15T05:00:00.000Z" });
});

it("keeps the hour of the start where no end is known, and the whole day where no start is", () => {
  expect(clocks(found([reading("start", "09:00")]))).toEqual(["14:00"]);
  const whole = found([]).forecast?.hours.map(({ startsAt }) => startsAt) ?? [];
  expect([whole.length, whole[0], whole.at(-1)]).toEqual([24, "2026-06-15T05:00:00.000Z", "2026-06-16T04:00:00.000Z"]);
});

it("names no high of a day that the forecast has not all of, and no hour that it does not reach", () => {
  const hours = FORECAST.hours.slice(12, 24);
  const kept = found([reading("start", "09:00")], { forecast: { ...FORECAST, hours } });
  expect(kept.forecast).toMatchObject({ highF: null, nextDayHighF: null, hours: [] });
});

it("keeps no more than a day of hours, however late the end was written", () => {
  const late = { ...reading("end", "09:00"), readAt: "2026-06-17T09:00:00-05:00" };
  expect(clocks(found([reading("start", "00:00"), late]))).toHaveLength(25);
});

it("names the air of the buffer, and none where no buffer still holds", () => {
  expect(found([]).observed).toMatchObject({ windSpeedMph: 8, observedAt: "2026-06-15T05:00:00.000Z" });
  expect(found([], { computation: null }).observed).toBeNull();
  expect(found([], { forecast: null, weather: null })).toEqual({ observed: null, forecast: null });
});
