import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readObservation, readStations } from "@/lib/gateways/forecast/stations";
import { weatherService, type WeatherServiceOptions } from "@/lib/gateways/forecast/weather-service";
import { noForecastSource } from "@/lib/gateways/forecast-source";
import { startForecastStub, type ForecastFault, type ForecastStub } from "@/lib/gateways/stub/forecast-stub";
import { STATION_FAULTS, type StationFault } from "@/lib/gateways/stub/forecast-stations";
import { MADE_UP_WEATHER } from "@/lib/gateways/stub/forecast-weather";

const PLACE = [-92.300049, 38.90001] as const;
const MILE_M = 1609.344;

let stub: ForecastStub;

beforeAll(async () => {
  stub = await startForecastStub();
});
afterAll(() => stub.close());
beforeEach(() => {
  stub.setFault(null);
  stub.setWeather((startsAtMs, index) => ({
    ...MADE_UP_WEATHER(startsAtMs, index),
    windDirection: 360,
    windSpeed: 16.09344,
  }));
  stub.calls().length = 0;
});

const service = (options: Partial<WeatherServiceOptions> = {}) =>
  weatherService({
    url: stub.url,
    userAgent: "hedgerow-test",
    report: () => undefined,
    deadlineMs: 5000,
    retryAfterMs: 5,
    ...options,
  });

describe("the wind of the nearest station", () => {
  it("is what it read last, in our own units, with its age and how far away it stands", async () => {
    const result = await service().fetchStationWind(PLACE);
    if (!result.ok) throw new Error(`no wind: ${result.failure}`);
    const { distanceM, bearingDeg, observedAt, windSpeedMph, ...wind } = result.wind;
    expect(wind).toEqual({
      ...{ source: "nws", stationId: "KSTB", stationName: "Stub Municipal Airport" },
      ...{ timeZone: "America/Chicago", windDirectionDeg: 0 },
    });
    expect(windSpeedMph).toBeCloseTo(10, 9);
    expect(distanceM / MILE_M).toBeGreaterThan(8);
    expect(distanceM / MILE_M).toBeLessThan(10);
    expect(bearingDeg).toBeGreaterThan(120);
    expect(bearingDeg).toBeLessThan(150);
    expect((Date.now() - observedAt.getTime()) / 60_000).toBeGreaterThanOrEqual(22);
  });

  it("is asked for once for all who ask, beside the cell that the forecast found, and kept", async () => {
    const asked = service();
    await asked.fetchForecast(PLACE);
    await Promise.all([asked.fetchStationWind(PLACE), asked.fetchStationWind(PLACE)]);
    await asked.fetchStationWind(PLACE);
    expect(stub.calls().map(({ path }) => path)).toEqual([
      "/points/38.9,-92.3",
      "/gridpoints/STB/1754,778",
      "/gridpoints/STB/1754,778/stations",
      "/stations/KSTB/observations/latest",
    ]);
  });

  it("is that of the next station where the nearest is silent or broken", async () => {
    for (const fault of ["quiet_nearest", "broken_nearest"] as const) {
      stub.setFault(fault);
      expect(await service().fetchStationWind(PLACE)).toMatchObject({ ok: true, wind: { stationId: "KSTC" } });
    }
  });
});

/** The faults that leave no wind, of a station and of the whole service. */
const WITHOUT: Partial<Record<StationFault | ForecastFault, string>> = {
  null_wind: "no_wind",
  old_reading: "no_wind",
  future_reading: "no_wind",
  doubtful_wind: "no_wind",
  station_unit: "no_wind",
  variable_wind: "no_wind",
  calm: "no_wind",
  no_reading: "no_wind",
  no_stations: "no_wind",
  far_stations: "no_wind",
  odd_stations: "no_wind",
  error_500: "http_status",
  html: "content_type",
  redirect: "network",
  cut_json: "cut_json",
  wrong_schema: "schema",
  closed: "network",
  slow: "timeout",
  not_covered: "not_covered",
};

describe("no wind is made up", () => {
  it.each(Object.entries(WITHOUT))("where the service has this fault: %s", async (fault, failure) => {
    stub.setFault(fault as StationFault | ForecastFault);
    const deadlineMs = fault === "slow" ? 200 : 5000;
    expect(await service({ deadlineMs }).fetchStationWind(PLACE)).toEqual({ ok: false, failure });
  });

  it("every fault of a station is tried here", () => {
    const answered = ["quiet_nearest", "broken_nearest"];
    const tried = Object.keys(WITHOUT).filter((fault) => STATION_FAULTS.some((each) => each === fault));
    expect([...tried, ...answered].toSorted()).toEqual(STATION_FAULTS.toSorted());
  });

  it("where the nearest station that read one reports calm: a farther one has another wind", async () => {
    stub.setFault("calm");
    await service().fetchStationWind(PLACE);
    expect(stub.calls().map(({ path }) => path)).not.toContain("/stations/KSTC/observations/latest");
  });

  it("where no weather service is connected", async () => {
    expect(await noForecastSource.fetchStationWind(PLACE)).toEqual({ ok: false, failure: "not_connected" });
  });

  it("and stations in trouble do not keep the forecast away", async () => {
    const asked = service({ failuresToOpen: 1 });
    stub.setFault("error_500");
    expect(await asked.fetchStationWind(PLACE)).toEqual({ ok: false, failure: "http_status" });
    expect(await asked.fetchStationWind(PLACE)).toEqual({ ok: false, failure: "circuit_open" });
    stub.setFault(null);
    expect(await asked.fetchForecast(PLACE)).toMatchObject({ ok: true });
  });
});

it("no name of a station leads its address elsewhere", () => {
  const at = { geometry: { coordinates: [-92.3, 38.9] } };
  const named = (stationIdentifier: unknown, name: unknown = "Airport") => ({
    ...at,
    properties: { stationIdentifier, name },
  });
  const odd = [named("../points"), named("K/B"), named("k1"), named(7), named("KOU", ""), { properties: {} }, null];
  const read = readStations({ features: [...odd, named("KCOU")] }, { lon: -92.3, lat: 38.9 });
  expect(read).toMatchObject({ ok: true, value: [{ stationId: "KCOU" }] });
});

it("a reading of 90 minutes is the oldest that is taken", () => {
  const now = new Date("2026-06-01T21:00:00Z");
  const reading = (timestamp: string) => ({
    properties: {
      timestamp,
      windDirection: { unitCode: "wmoUnit:degree_(angle)", value: 225 },
      windSpeed: { unitCode: "wmoUnit:km_h-1", value: 10 },
    },
  });
  expect(readObservation(reading("2026-06-01T19:30:00+00:00"), now)).toMatchObject({
    value: { windDirectionDeg: 225 },
  });
  expect(readObservation(reading("2026-06-01T19:29:59+00:00"), now)).toEqual({ ok: true, value: null });
});
