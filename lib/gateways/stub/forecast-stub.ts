import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { isStationFault, observationOf, stationsOf, type StationFault } from "@/lib/gateways/stub/forecast-stations";
import { layersOf, MADE_UP_WEATHER, type StubWeather } from "@/lib/gateways/stub/forecast-weather";

/** What the stub can do wrong; the real service has been seen to do each. */
export const FORECAST_FAULTS = [
  "slow",
  "error_500",
  "unavailable",
  "expired",
  "html",
  "redirect",
  "cut_json",
  "huge",
  "wrong_schema",
  "closed",
  "stale",
  "text_wind",
  "gaps",
  "other_unit",
  "not_covered",
  "moved",
] as const;
export type ForecastFault = (typeof FORECAST_FAULTS)[number];

export interface ForecastStub {
  /** Base address, as `FORECAST_URL` takes it. */
  url: string;
  /** Paths asked for so far, each with the agent that asked. */
  calls: () => { path: string; userAgent: string }[];
  /** Answers wrongly from now on, or so many times; null answers well again. */
  setFault: (fault: ForecastFault | StationFault | null, options?: { times?: number; delayMs?: number }) => void;
  setWeather: (weather: StubWeather) => void;
  close: () => Promise<void>;
}

interface State {
  calls: { path: string; userAgent: string }[];
  fault: ForecastFault | StationFault | null;
  times: number;
  delayMs: number;
  weather: StubWeather;
  url: string;
  now: () => number;
}

const DELAY_MS = 60_000;
const HUGE_BYTES = 8 << 20;
const HOUR_MS = 3_600_000;
const STALE_MS = 30 * HOUR_MS;

/**
 * A weather service on loopback that speaks the National Weather Service's protocol, for tests and demonstrations:
 * `/points/{lat},{lon}`, `/gridpoints/{office}/{x},{y}`, its `/stations`, and `/stations/{id}/observations/latest`. Its weather
 * is made up. `now`: when it is there, milliseconds; its forecasts begin then.
 */
export async function startForecastStub(port = 0, now: () => number = Date.now): Promise<ForecastStub> {
  const state: State = {
    calls: [],
    fault: null,
    times: 0,
    delayMs: DELAY_MS,
    weather: MADE_UP_WEATHER,
    url: "",
    now,
  };
  const server = createServer((request, response) => {
    void handle(request, response, state).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: state.url,
    calls: () => state.calls,
    setFault: (fault, { times = Number.POSITIVE_INFINITY, delayMs = DELAY_MS } = {}) =>
      void Object.assign(state, { fault, times, delayMs }),
    setWeather: (weather) => void Object.assign(state, { weather }),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function takeFault(state: State): State["fault"] {
  if (state.fault === null || state.times <= 0) return null;
  state.times -= 1;
  return state.fault;
}

async function handle(request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const path = request.url ?? "/";
  state.calls.push({ path, userAgent: request.headers["user-agent"] ?? "" });
  const point = /^\/points\/(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(path);
  const cell = /^\/gridpoints\/[A-Z]{3}\/(\d+),(\d+)(\/stations)?$/.exec(path);
  const station = /^\/stations\/([A-Z0-9]+)\/observations\/latest$/.exec(path);
  if (point !== null) {
    await answer(response, state, pointOf(Number(point[1]), Number(point[2]), state));
    return;
  }
  if (cell !== null) {
    const [, x, y, around] = cell;
    const of = around === undefined ? gridOf(state) : stationsOf(Number(x), Number(y), stationFault(state));
    await answer(response, state, of);
    return;
  }
  if (station !== null) {
    await answerStation(response, state, station[1] ?? "");
    return;
  }
  problem(response, 404, "NotFound", "Not Found");
}

/** Where nothing can be forecast, the service has no point. */
const isCovered = (lat: number, lon: number): boolean => lat > 17 && lat < 72 && lon > -180 && lon < -60;

const ZONES: [westOf: number, name: string][] = [
  [-115, "America/Los_Angeles"],
  [-102, "America/Denver"],
  [-87, "America/Chicago"],
  [180, "America/New_York"],
];

function pointOf(lat: number, lon: number, { url }: State): object | null {
  if (!isCovered(lat, lon)) return null;
  const [x, y] = [Math.round((lon + 180) * 20), Math.round(lat * 20)];
  return {
    properties: {
      gridId: "STB",
      gridX: x,
      gridY: y,
      forecastGridData: `${url}/gridpoints/STB/${x},${y}`,
      timeZone: ZONES.find(([westOf]) => lon < westOf)?.[1] ?? "America/New_York",
    },
  };
}

const stationFault = ({ fault, times }: State): StationFault | null =>
  times > 0 && isStationFault(fault) ? fault : null;

async function answerStation(response: ServerResponse, state: State, id: string): Promise<void> {
  const fault = stationFault(state);
  if (fault === "broken_nearest" && id === "KSTB") {
    problem(response, 500, "UnexpectedProblem", "Unexpected Problem");
    return;
  }
  const now = state.now();
  const observation = observationOf(id, state.weather(Math.floor(now / HOUR_MS) * HOUR_MS, 0), fault, now);
  if (observation === null) problem(response, 404, "NotFound", "Not Found");
  else await answer(response, state, observation);
}

const gridOf = ({ weather, now }: State): object => ({
  properties: { updateTime: iso(now() - HOUR_MS), ...layersOf(weather, now()) },
});

const iso = (momentMs: number): string => `${new Date(momentMs).toISOString().slice(0, 19)}+00:00`;

async function answer(response: ServerResponse, state: State, body: object | null): Promise<void> {
  const taken = takeFault(state);
  const fault = isStationFault(taken) ? null : taken;
  if (fault === "slow") await pause(state.delayMs, undefined, { ref: false });
  if (body === null || fault === "not_covered") {
    problem(response, 404, "InvalidPoint", "Data Unavailable For Requested Point");
    return;
  }
  const wrong = fault === null ? undefined : WRONG[fault];
  if (wrong === undefined) send(response, 200, "application/geo+json", JSON.stringify(spoiled(body, fault)));
  else await wrong(response, JSON.stringify(body));
}

const WRONG: Partial<Record<ForecastFault, (response: ServerResponse, text: string) => void | Promise<void>>> = {
  error_500: (response) => problem(response, 500, "UnexpectedProblem", "Unexpected Problem"),
  unavailable: (response) => problem(response, 503, "UnavailableWebService", "Unavailable Resource"),
  expired: (response) => problem(response, 503, "ForecastGridExpired", "Forecast Grid Expired"),
  moved: (response) => problem(response, 404, "MarineForecastNotSupported", "Marine Forecast Not Supported"),
  html: (response) => send(response, 200, "text/html", "<!DOCTYPE html><html><title>Access Denied</title></html>"),
  redirect: (response) => void response.writeHead(301, { location: "http://169.254.169.254/latest/meta-data" }).end(),
  cut_json: (response, text) => send(response, 200, "application/geo+json", text.slice(0, text.length / 2)),
  huge: sendHuge,
  wrong_schema: (response) => send(response, 200, "application/geo+json", JSON.stringify({ properties: [] })),
  closed: (response) => void response.destroy(),
};

interface SpoiledLayer {
  uom: string;
  values: { validTime: string; value: unknown }[];
}

/** The faults of an answer that looks well: old, with words for numbers, with holes, in another unit. */
function spoiled(body: object, fault: ForecastFault | null): object {
  if (fault === null) return body;
  const { properties = {} } = body as { properties?: Record<string, unknown> };
  const wind = properties.windSpeed as SpoiledLayer | undefined;
  // Only the grid has layers.
  if (!Array.isArray(wind?.values)) return body;
  const changed: Partial<Record<ForecastFault, object>> = {
    stale: { updateTime: iso(Date.now() - STALE_MS) },
    text_wind: { windSpeed: { ...wind, values: wind.values.map((each) => ({ ...each, value: "5 to 10 mph" })) } },
    gaps: {
      windSpeed: { ...wind, values: wind.values.filter((_each, index) => index % 3 !== 0) },
      relativeHumidity: { values: "none" },
      temperature: undefined,
    },
    other_unit: { windSpeed: { ...wind, uom: "wmoUnit:kt" } },
  };
  return { properties: { ...properties, ...changed[fault] } };
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) }).end(text);
}

const problem = (response: ServerResponse, status: number, type: string, title: string): void =>
  send(
    response,
    status,
    "application/problem+json",
    JSON.stringify({ type: `https://api.weather.gov/problems/${type}`, title, status, detail: title }),
  );

async function sendHuge(response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "application/geo+json" });
  const chunk = Buffer.alloc(1 << 20, " ");
  for (let sent = 0; sent < HUGE_BYTES && !response.destroyed; sent += chunk.length) {
    // A reader that has gone away never drains.
    if (!response.write(chunk)) {
      await Promise.race([new Promise((resolve) => response.once("drain", resolve)), pause(5000)]);
    }
  }
  response.end("{}");
}
