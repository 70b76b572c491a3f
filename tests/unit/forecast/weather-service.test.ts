import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ForecastFailure } from "@/lib/domain/forecast";
import {
  weatherService,
  type ForecastEvent,
  type WeatherServiceOptions,
} from "@/lib/gateways/forecast/weather-service";
import {
  FORECAST_FAULTS,
  startForecastStub,
  type ForecastFault,
  type ForecastStub,
} from "@/lib/gateways/stub/forecast-stub";
import { MADE_UP_WEATHER } from "@/lib/gateways/stub/forecast-weather";

const PLACE = [-92.300049, 38.90001] as const;
const AGENT = "hedgerow-test (someone@example.com)";
const HOUR_MS = 3_600_000;

let stub: ForecastStub;
let events: ForecastEvent[] = [];

beforeAll(async () => {
  stub = await startForecastStub();
});
afterAll(() => stub.close());
beforeEach(() => {
  stub.setFault(null);
  stub.setWeather(MADE_UP_WEATHER);
  stub.calls().length = 0;
  events = [];
});

const service = (options: Partial<WeatherServiceOptions> = {}) =>
  weatherService({
    url: stub.url,
    userAgent: AGENT,
    report: (event) => events.push(event),
    deadlineMs: 1500,
    mostBytes: 1 << 20,
    retryAfterMs: 5,
    ...options,
  });

async function hoursOf(from = service()) {
  const result = await from.fetchForecast(PLACE);
  if (!result.ok) throw new Error(`no forecast: ${result.failure}`);
  return result.forecast.hours;
}

describe("a forecast of the National Weather Service", () => {
  it("is read into 168 hours of our own units, from the hour it was read in", async () => {
    stub.setWeather(() => ({
      temperature: 20,
      relativeHumidity: 55,
      windDirection: 360,
      windSpeed: 16.09344,
      windGust: null,
      skyCover: 30,
      probabilityOfPrecipitation: 10,
      quantitativePrecipitation: 0.5,
    }));
    const result = await service().fetchForecast(PLACE);
    if (!result.ok) throw new Error("no forecast");
    const { hours, source, timeZone, issuedAt, readAt, highs } = result.forecast;
    expect({ source, timeZone, count: hours.length }).toEqual({
      source: "nws",
      timeZone: "America/Chicago",
      count: 168,
    });
    expect(readAt.getTime() - issuedAt.getTime()).toBeGreaterThan(0);
    const [first] = hours;
    expect(first?.startsAt.getTime()).toBe(Math.floor(readAt.getTime() / HOUR_MS) * HOUR_MS);
    expect(new Set(hours.map(({ startsAt }, index) => startsAt.getTime() - index * HOUR_MS)).size).toBe(1);
    for (const { startsAt, windSpeedMph, ...hour } of hours) {
      expect(startsAt).toBeInstanceOf(Date);
      expect(windSpeedMph).toBeCloseTo(10, 9);
      expect(hour).toEqual({
        windDirectionDeg: 0,
        windGustMph: null,
        temperatureF: 68,
        humidityPercent: 55,
        rainChancePercent: 10,
        rainMm: 0.5,
        skyCoverPercent: 30,
      });
    }
    expect(new Set(highs.map(({ temperatureF }) => temperatureF))).toEqual(new Set([68]));
  });

  it("is asked for with our name, by an address without zeros at its end, and once for all who ask", async () => {
    const asked = service();
    await Promise.all([asked.fetchForecast(PLACE), asked.fetchForecast(PLACE), asked.fetchForecast(PLACE)]);
    await asked.fetchForecast(PLACE);
    expect(stub.calls()).toEqual([
      { path: "/points/38.9,-92.3", userAgent: AGENT },
      { path: "/gridpoints/STB/1754,778", userAgent: AGENT },
    ]);
  });

  it("has no value where the service has none: a gap, a word, another unit, a layer in another form", async () => {
    stub.setFault("gaps");
    const gaps = await hoursOf();
    expect(gaps.some(({ windSpeedMph }) => windSpeedMph === null)).toBe(true);
    expect(gaps.some(({ windSpeedMph }) => windSpeedMph !== null)).toBe(true);
    expect(gaps.every(({ temperatureF, humidityPercent }) => temperatureF === null && humidityPercent === null)).toBe(
      true,
    );
    for (const fault of ["text_wind", "other_unit"] as const) {
      stub.setFault(fault);
      const hours = await hoursOf();
      expect(hours.every(({ windSpeedMph }) => windSpeedMph === null)).toBe(true);
      expect(hours.every(({ windDirectionDeg }) => windDirectionDeg !== null)).toBe(true);
    }
  });

  it("has no value that no instrument could measure", async () => {
    stub.setWeather((startsAtMs, index) => ({
      ...MADE_UP_WEATHER(startsAtMs, index),
      windSpeed: -1,
      windDirection: 361,
      relativeHumidity: 101,
      temperature: 400,
    }));
    const [first] = await hoursOf();
    expect(first).toMatchObject({
      windSpeedMph: null,
      windDirectionDeg: null,
      humidityPercent: null,
      temperatureF: null,
    });
  });
});

/** Each fault that leaves no forecast, what it is called, and how many attempts were made: a second where one may help. */
const FAILING: Partial<Record<ForecastFault, [failure: ForecastFailure, attempts: 1 | 2]>> = {
  slow: ["timeout", 1],
  error_500: ["http_status", 2],
  unavailable: ["http_status", 2],
  expired: ["expired", 2],
  html: ["content_type", 2],
  redirect: ["network", 2],
  cut_json: ["cut_json", 2],
  huge: ["too_large", 1],
  wrong_schema: ["schema", 1],
  closed: ["network", 2],
  stale: ["stale", 1],
  not_covered: ["not_covered", 1],
  moved: ["not_covered", 1],
};

describe("a weather service in trouble", () => {
  it.each(Object.entries(FAILING))("%s leaves no forecast: %s", async (fault, [failure, attempts]) => {
    stub.setFault(fault as ForecastFault);
    const deadlineMs = fault === "slow" ? 200 : 5000;
    expect(await service({ deadlineMs }).fetchForecast(PLACE)).toEqual({ ok: false, failure });
    expect(events.map((event) => event.event === "failed_attempt" && event.failure)).toEqual(
      Array<string>(attempts).fill(failure),
    );
  });

  it("every fault of the stub is tried here", () => {
    expect([...Object.keys(FAILING), "text_wind", "gaps", "other_unit"].toSorted()).toEqual(FORECAST_FAULTS.toSorted());
  });

  it("a second attempt that is answered is an answer", async () => {
    stub.setFault("expired", { times: 1 });
    expect(await service().fetchForecast(PLACE)).toMatchObject({ ok: true });
    expect(events).toHaveLength(1);
  });

  it("a forecast is kept over a failure for as long as it may be given out, and no longer", async () => {
    let nowMs = Date.now();
    const asked = service({ now: () => nowMs, keepMs: 1 });
    const kept = service();
    expect(await asked.fetchForecast(PLACE)).toMatchObject({ ok: true });
    expect(await kept.fetchForecast(PLACE)).toMatchObject({ ok: true });
    stub.setFault("unavailable");
    nowMs += HOUR_MS;
    expect(await asked.fetchForecast(PLACE)).toEqual({ ok: false, failure: "http_status" });
    expect(await kept.fetchForecast(PLACE)).toMatchObject({ ok: true });
  });

  it("a cell that the service moved is looked up again", async () => {
    const asked = service({ keepMs: 1 });
    await asked.fetchForecast(PLACE);
    await new Promise((resolve) => setTimeout(resolve, 5));
    stub.setFault("moved", { times: 1 });
    expect(await asked.fetchForecast(PLACE)).toMatchObject({ ok: true });
    expect(stub.calls().map(({ path }) => path.split("/")[1])).toEqual([
      "points",
      "gridpoints",
      "gridpoints",
      "points",
      "gridpoints",
    ]);
  });

  it("is left alone after failures in a row, and looked at again later", async () => {
    let nowMs = 0;
    const asked = service({ elapsed: () => nowMs, failuresToOpen: 2, openMs: 1000 });
    stub.setFault("error_500");
    for (const failure of ["http_status", "http_status", "circuit_open"]) {
      expect(await asked.fetchForecast(PLACE)).toEqual({ ok: false, failure });
    }
    const calls = stub.calls().length;
    stub.setFault(null);
    expect(await asked.fetchForecast(PLACE)).toEqual({ ok: false, failure: "circuit_open" });
    expect(stub.calls()).toHaveLength(calls);
    nowMs += 1000;
    expect(await asked.fetchForecast(PLACE)).toMatchObject({ ok: true });
  });

  it("is looked at again in its time when the clock is set back meanwhile", async () => {
    const clock = vi.spyOn(Date, "now");
    try {
      const asked = service({ failuresToOpen: 1, openMs: 20 });
      stub.setFault("error_500");
      expect(await asked.fetchForecast(PLACE)).toMatchObject({ ok: false });
      stub.setFault(null);
      clock.mockReturnValue(Date.now() - HOUR_MS);
      await expect.poll(async () => asked.fetchForecast(PLACE)).toMatchObject({ ok: true });
    } finally {
      clock.mockRestore();
    }
  });

  it("that is gone altogether leaves no forecast", async () => {
    const gone = await startForecastStub();
    await gone.close();
    expect(await service({ url: gone.url }).fetchForecast(PLACE)).toEqual({ ok: false, failure: "network" });
  });
});
