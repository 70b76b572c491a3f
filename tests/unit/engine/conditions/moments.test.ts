import { describe, expect, test } from "vitest";
import type { Weather } from "@/lib/domain/drift";
import type { ConditionBody } from "@/lib/domain/label-conditions";
import { sunEvent } from "@/lib/engine/conditions/daylight";
import type { LonLat } from "@/lib/engine/conditions/facts";
import { endsWithin } from "@/lib/engine/conditions/moment";
import { resultOf } from "./judged";

type Body<K extends ConditionBody["kind"]> = Extract<ConditionBody, { kind: K }>;

const CALM_DAY: Weather = { windDirectionDeg: 0, windSpeedMph: 5, temperatureF: 70, humidityPercent: 50 };
/** Central Iowa. */
const PLACE: LonLat = [-93.6, 42.0];
/** North of Svalbard, where the sun does not set in June. */
const POLAR: LonLat = [15, 80];

describe("a window of days", () => {
  const spring: Body<"dates"> = { kind: "dates", from: "04-15", until: "06-20" };
  const oneDay: Body<"dates"> = { kind: "dates", from: "06-20", until: "06-20" };
  const winter: Body<"dates"> = { kind: "dates", from: "11-01", until: "02-28" };
  const edition: Body<"dates"> = { kind: "dates", from: "2025-11-01", until: "2026-02-28" };

  test.each<[string, Body<"dates">, string, string]>([
    ["the day before the first", spring, "2026-04-14", "broken"],
    ["the first day", spring, "2026-04-15", "kept"],
    ["the last day", spring, "2026-06-20", "kept"],
    ["the day after the last", spring, "2026-06-21", "broken"],
    ["of one day: that day", oneDay, "2026-06-20", "kept"],
    ["of one day: the day after it", oneDay, "2026-06-21", "broken"],
    ["of one day: the day before it", oneDay, "2026-06-19", "broken"],
    ["over the turn of the year: the day before the first", winter, "2026-10-31", "broken"],
    ["over the turn of the year: the first day", winter, "2026-11-01", "kept"],
    ["over the turn of the year: its last days", winter, "2026-12-31", "kept"],
    ["over the turn of the year: its first days", winter, "2026-01-01", "kept"],
    ["over the turn of the year: the last day", winter, "2026-02-28", "kept"],
    ["over the turn of the year: the day after the last", winter, "2026-03-01", "broken"],
    ["of one year: the first day", edition, "2025-11-01", "kept"],
    ["of one year: the last day", edition, "2026-02-28", "kept"],
    ["of one year: the same day a year later", edition, "2026-11-01", "broken"],
    ["from a day on, until a day of every year", { ...spring, from: "2026-04-15" }, "2027-06-20", "kept"],
    ["from a day on, until a day of every year", { ...spring, from: "2026-04-15" }, "2027-06-21", "broken"],
    ["from a day on, until a day of every year", { ...spring, from: "2026-04-15" }, "2026-03-01", "broken"],
  ])("%s: %j on %s is %s", (_, window, applicationDate, result) => {
    expect(resultOf(window, { applicationDate })).toBe(result);
  });
});

describe("the air", () => {
  const temperature = (members: Partial<Body<"temperature">>): Body<"temperature"> => {
    return { kind: "temperature", of: "field", atLeastF: null, atMostF: null, belowF: null, ...members };
  };

  test.each<[ConditionBody, Partial<Weather>, string]>([
    [temperature({ atMostF: 85 }), { temperatureF: 85 }, "kept"],
    [temperature({ atMostF: 85 }), { temperatureF: 85.1 }, "broken"],
    [temperature({ belowF: 85 }), { temperatureF: 84.9 }, "kept"],
    [temperature({ belowF: 85 }), { temperatureF: 85 }, "broken"],
    [temperature({ atLeastF: 40 }), { temperatureF: 40 }, "kept"],
    [temperature({ atLeastF: 40 }), { temperatureF: 39.9 }, "broken"],
    [temperature({ atLeastF: 40, atMostF: 85 }), { temperatureF: 86 }, "broken"],
    [temperature({ atLeastF: 0 }), { temperatureF: null }, "unjudged"],
    // A cool morning says nothing of the day's high.
    [temperature({ of: "forecast_day", atMostF: 85 }), { temperatureF: 60 }, "unjudged"],
    [temperature({ of: "forecast_day", atMostF: 85 }), { temperatureF: 86 }, "broken"],
    [temperature({ of: "forecast_next_day", atMostF: 85 }), { temperatureF: 86 }, "unjudged"],
    [temperature({ of: "forecast_day", atLeastF: 40 }), { temperatureF: 30 }, "unjudged"],
    [{ kind: "wind", minMph: 3, maxMph: 10 }, { windSpeedMph: 3 }, "kept"],
    [{ kind: "wind", minMph: 3, maxMph: 10 }, { windSpeedMph: 10 }, "kept"],
    [{ kind: "wind", minMph: 3, maxMph: 10 }, { windSpeedMph: 2.9 }, "broken"],
    [{ kind: "wind", minMph: 3, maxMph: 10 }, { windSpeedMph: 10.1 }, "broken"],
    [{ kind: "wind", minMph: null, maxMph: 10 }, { windSpeedMph: 0 }, "kept"],
    [{ kind: "wind", minMph: 3, maxMph: null }, { windSpeedMph: 40 }, "kept"],
    [{ kind: "humidity", atLeastPercent: 40, atMostPercent: 90 }, { humidityPercent: 40 }, "kept"],
    [{ kind: "humidity", atLeastPercent: 40, atMostPercent: 90 }, { humidityPercent: 90 }, "kept"],
    [{ kind: "humidity", atLeastPercent: 40, atMostPercent: 90 }, { humidityPercent: 39 }, "broken"],
    [{ kind: "humidity", atLeastPercent: 40, atMostPercent: 90 }, { humidityPercent: 91 }, "broken"],
    [{ kind: "humidity", atLeastPercent: null, atMostPercent: 90 }, { humidityPercent: 0 }, "kept"],
    [{ kind: "humidity", atLeastPercent: 40, atMostPercent: null }, { humidityPercent: 100 }, "kept"],
    [{ kind: "humidity", atLeastPercent: 40, atMostPercent: null }, { humidityPercent: null }, "unjudged"],
  ])("%j in %j is %s", (body, air, result) => {
    expect(resultOf(body, {}, { weather: { ...CALM_DAY, ...air } })).toBe(result);
  });

  test.each<ConditionBody>([
    temperature({ atMostF: 85 }),
    { kind: "wind", minMph: 3, maxMph: 10 },
    { kind: "humidity", atLeastPercent: 40, atMostPercent: 90 },
  ])("%j is not judged while no one has told it", (body) => {
    expect(resultOf(body)).toBe("unjudged");
  });
});

describe("rain", () => {
  test.each<[number, number | null, string]>([
    [48, 49, "kept"],
    // "Within 48 hours" takes in the 48th.
    [48, 48, "broken"],
    [48, 0, "broken"],
    [48, null, "unjudged"],
    [0, 0, "broken"],
    [0, 1, "unjudged"],
    [0, null, "unjudged"],
  ])("that a label forbids within %s hours, expected in %s, is %s", (withinHours, rainExpectedInHours, result) => {
    expect(resultOf({ kind: "rain_forecast", withinHours }, { details: { rainExpectedInHours } })).toBe(result);
  });
});

describe("the time of day", () => {
  const HOUR_MS = 3_600_000;
  const MINUTE_MS = 60_000;
  const noonMs = Date.parse("2026-06-15T18:00:00Z");
  const [sunriseMs, sunsetMs] = [
    sunEvent("sunrise", noonMs, PLACE) ?? Number.NaN,
    sunEvent("sunset", noonMs, PLACE) ?? Number.NaN,
  ];
  /** From an hour after sunrise to two hours before sunset, as labels of over-the-top dicamba ask for. */
  const daytime: Body<"time_of_day"> = {
    kind: "time_of_day",
    from: { event: "sunrise", offsetMinutes: 60 },
    until: { event: "sunset", offsetMinutes: -120 },
  };
  const [firstMs, lastMs] = [sunriseMs + HOUR_MS, sunsetMs - 2 * HOUR_MS];
  const startingAt = (ms: number) => ({ details: { plannedStartAt: new Date(ms).toISOString() } });

  test.each<[string, number, string]>([
    ["two minutes before the first moment", firstMs - 2 * MINUTE_MS, "broken"],
    ["half a minute before it, which no sunrise is known to", firstMs - MINUTE_MS / 2, "unjudged"],
    ["at noon, which says nothing of the end", noonMs, "unjudged"],
    ["half a minute after the last moment", lastMs + MINUTE_MS / 2, "unjudged"],
    ["two minutes after it", lastMs + 2 * MINUTE_MS, "broken"],
  ])("a start %s is %s", (_, ms, result) => {
    expect(resultOf(daytime, startingAt(ms), { place: PLACE })).toBe(result);
  });

  test("is open at an end that the label does not name", () => {
    expect(resultOf({ ...daytime, from: null }, startingAt(sunriseMs - HOUR_MS), { place: PLACE })).toBe("unjudged");
    expect(resultOf({ ...daytime, until: null }, startingAt(sunsetMs + HOUR_MS), { place: PLACE })).toBe("unjudged");
  });

  test.each<[string, string, string]>([
    ["00:10, of the solar day before", "2026-06-15T05:10:00Z", "broken"],
    ["23:50 of the day before by the clock", "2026-06-15T04:50:00Z", "unjudged"],
    ["01:30, of the same solar day", "2026-06-15T06:30:00Z", "broken"],
    ["noon", "2026-06-15T18:00:00Z", "unjudged"],
  ])("that begins at sunrise and has no end: a start at %s (%s) is %s", (_, plannedStartAt, result) => {
    const applicationDate = plannedStartAt < "2026-06-15T05" ? "2026-06-14" : "2026-06-15";
    const body: Body<"time_of_day"> = { ...daytime, from: { event: "sunrise", offsetMinutes: -30 }, until: null };
    expect(resultOf(body, { applicationDate, details: { plannedStartAt } }, { place: PLACE })).toBe(result);
  });

  test("is not judged without a start, without a place, or without a sunrise", () => {
    expect(resultOf(daytime, {}, { place: PLACE })).toBe("unjudged");
    expect(resultOf(daytime, startingAt(sunriseMs))).toBe("unjudged");
    expect(resultOf(daytime, startingAt(sunriseMs), { place: POLAR })).toBe("unjudged");
  });

  test.each<[string, number, number, boolean]>([
    ["begins and ends at the ends", firstMs, lastMs - firstMs, true],
    ["begins a moment before", firstMs - 1, HOUR_MS, false],
    ["ends a moment after", lastMs - HOUR_MS + 1, HOUR_MS, false],
    ["lies within", noonMs, HOUR_MS, true],
  ])("holds a span of time that %s: %#", (_, startMs, lengthMs, isWithin) => {
    expect(endsWithin(daytime, startMs, lengthMs, PLACE)).toBe(isWithin);
  });

  test("of a day without sunrise or sunset is not known, unless the label does not ask for it", () => {
    expect(endsWithin(daytime, noonMs, HOUR_MS, POLAR)).toBeNull();
    expect(endsWithin({ ...daytime, from: null }, noonMs, HOUR_MS, POLAR)).toBeNull();
    expect(endsWithin({ ...daytime, until: null }, noonMs, HOUR_MS, POLAR)).toBeNull();
    expect(endsWithin({ ...daytime, from: null, until: null }, noonMs, HOUR_MS, POLAR)).toBe(true);
    expect(endsWithin({ ...daytime, from: null }, sunriseMs - HOUR_MS, HOUR_MS, PLACE)).toBe(true);
  });
});
