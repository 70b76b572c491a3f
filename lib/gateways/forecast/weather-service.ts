import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Forecast } from "@/lib/domain/forecast";
import type { StationFailure, StationWind } from "@/lib/domain/station-wind";
import { ask } from "@/lib/gateways/forecast/ask";
import { readGrid, readPoint, type GridCell, type Read } from "@/lib/gateways/forecast/grid";
import { readNearestWind, readStations, type Station } from "@/lib/gateways/forecast/stations";
import type { ForecastSource } from "@/lib/gateways/forecast-source";
import { type Breaker, createBreaker } from "@/lib/gateways/upstream/breaker";
import { createLimiter, type Limiter } from "@/lib/gateways/upstream/limiter";
import { monotonicMs } from "@/lib/gateways/upstream/monotonic";

/** What the log says about the service. */
export type ForecastEvent =
  | { event: "failed_attempt"; failure: StationFailure; detail: string; attempt: number; elapsedMs: number }
  | { event: "breaker"; state: "closed" | "open" };

export interface WeatherServiceOptions {
  /** Base address of the service, such as `https://api.weather.gov`. */
  url: string;
  /** Who asks: the service refuses callers that do not say. */
  userAgent: string;
  report: (event: ForecastEvent) => void;
  deadlineMs?: number;
  mostBytes?: number;
  inFlight?: number;
  failuresToOpen?: number;
  openMs?: number;
  /** How long a forecast is given out before it is asked for again. */
  keepMs?: number;
  /** Shortest wait before a second attempt; up to twice that, by chance. */
  retryAfterMs?: number;
  /** The day and hour, for what is kept and read. */
  now?: () => number;
  /** Milliseconds from anywhere, going forward, for deadlines and the breaker. */
  elapsed?: () => number;
}

/** A page waits for it, so that it is less than what a person waits for. */
const DEADLINE_MS = 8000;
const IN_FLIGHT = 4;
const LEAST_ATTEMPT_MS = 500;
const KEEP_MS = 15 * 60_000;
/** A station's next reading may be there soon. */
const KEEP_WIND_MS = 5 * 60_000;
const KEEP_CELL_MS = 24 * 60 * 60_000;
/** Forecasts kept; one has some 40 kB in memory. */
const MOST_KEPT = 500;
/** Places of which a cell, stations, or a wind is kept, which are small. */
const MOST_PLACES = 5000;

interface Place {
  lon: number;
  lat: number;
  /**
   * As the service takes it: three decimals, no zeros at the end, else it answers with another address. A hundred meters is
   * far below its grid, and does not tell a stranger where in a field someone stands.
   */
  text: string;
}

const placeOf = ([lon, lat]: readonly [lon: number, lat: number]): Place => ({
  lon,
  lat,
  text: `${Number(lat.toFixed(3))},${Number(lon.toFixed(3))}`,
});

/** What all questions share. */
interface Service {
  options: WeatherServiceOptions;
  now: () => number;
  elapsed: () => number;
  limiter: Limiter;
  /** Where places lie in the grid. */
  cells: LRUCache<string, GridCell>;
  /** Which stations are near them. */
  stations: LRUCache<string, Station[]>;
}

/**
 * The United States National Weather Service: place to cell, cell to hours of its forecast grid or to the stations around it.
 * Deadline, four at once, one retry with jitter, breaker; a place is asked for once at a time, and no address out of an answer is followed.
 */
export function weatherService(options: WeatherServiceOptions): ForecastSource {
  const elapsed = options.elapsed ?? monotonicMs;
  const service: Service = {
    options,
    elapsed,
    now: options.now ?? Date.now,
    limiter: createLimiter(options.inFlight ?? IN_FLIGHT),
    cells: new LRUCache({ max: MOST_PLACES, ttl: KEEP_CELL_MS }),
    stations: new LRUCache({ max: MOST_PLACES, ttl: KEEP_CELL_MS }),
  };
  const forecasts = question(service, {
    kept: new LRUCache<string, Kept<Forecast>>({ max: MOST_KEPT, ttl: options.keepMs ?? KEEP_MS }),
    // A forecast begins with the hour it was read in, so it is kept for that hour alone.
    keyOf: ({ text }) => `${text} ${Math.floor(service.now() / 3_600_000)}`,
    read: (place, signal) => readForecast(service, place, signal),
  });
  const winds = question(service, {
    kept: new LRUCache<string, Kept<StationWind | null>>({ max: MOST_PLACES, ttl: options.keepMs ?? KEEP_WIND_MS }),
    keyOf: ({ text }) => text,
    read: (place, signal) => readStationWind(service, place, signal),
  });
  return {
    fetchForecast: async (place) => {
      const read = await forecasts(placeOf(place));
      return read.ok ? { ok: true, forecast: read.value } : { ok: false, failure: read.failure };
    },
    fetchStationWind: async (place) => {
      const read = await winds(placeOf(place));
      if (!read.ok) return { ok: false, failure: read.failure };
      return read.value === null ? { ok: false, failure: "no_wind" } : { ok: true, wind: read.value };
    },
  };
}

/** That there is none is kept as well. */
interface Kept<T> {
  value: T;
}

interface Question<T> {
  kept: LRUCache<string, Kept<T>>;
  keyOf: (place: Place) => string;
  read: (place: Place, signal: AbortSignal) => Promise<Read<T>>;
}

type Answer<T> = { ok: true; value: T } | Pick<Extract<Read<T>, { ok: false }>, "ok" | "failure">;

/** Asks about places, about each of them once at a time. What fails to answer one kind of question may answer another. */
function question<T>(service: Service, { kept, keyOf, read }: Question<T>): (place: Place) => Promise<Answer<T>> {
  const asking = new Map<string, Promise<Answer<T>>>();
  const { elapsed, limiter, options } = service;
  const breaker = createBreaker({
    failuresToOpen: options.failuresToOpen ?? 5,
    openMs: options.openMs ?? 30_000,
    now: elapsed,
    onChange: (state) => options.report({ event: "breaker", state }),
  });
  const answer = async (place: Place, run: Run): Promise<Answer<T>> => {
    if (!breaker.mayPass()) return { ok: false, failure: "circuit_open" };
    const found = await readTwice(service, run, (signal) => read(place, signal));
    judge(breaker, found);
    if (!found.ok) return { ok: false, failure: found.failure };
    kept.set(keyOf(place), { value: found.value });
    return found;
  };
  const begin = async (place: Place): Promise<Answer<T>> => {
    const known = kept.get(keyOf(place));
    if (known !== undefined) return { ok: true, value: known.value };
    const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
    const run: Run = { signal: AbortSignal.timeout(deadlineMs), endsAt: elapsed() + deadlineMs };
    return (await limiter.run(run.signal, () => answer(place, run))) ?? { ok: false, failure: "timeout" };
  };
  return (place) => {
    const begun = asking.get(place.text) ?? begin(place).finally(() => asking.delete(place.text));
    asking.set(place.text, begun);
    return begun;
  };
}

interface Run {
  signal: AbortSignal;
  endsAt: number;
}

/** Whether the service is well: a place it does not cover, and a forecast that no one has renewed, are its answers. */
function judge(breaker: Breaker, read: Read<unknown>): void {
  if (read.ok || ["not_covered", "stale", "expired"].includes(read.failure)) breaker.succeeded();
  else breaker.failed();
}

async function readTwice<T>(
  { options, elapsed }: Service,
  run: Run,
  attempt: (signal: AbortSignal) => Promise<Read<T>>,
): Promise<Read<T>> {
  const once = async (number: number): Promise<Read<T>> => {
    const startedAt = elapsed();
    const read = await attempt(run.signal);
    if (!read.ok) {
      const { failure, detail } = read;
      options.report({
        event: "failed_attempt",
        failure,
        detail,
        attempt: number,
        elapsedMs: Math.round(elapsed() - startedAt),
      });
    }
    return read;
  };
  const first = await once(1);
  if (first.ok || !first.isRetryable) return first;
  // Jitter, so that callers who failed together do not come back together.
  const waitMs = (options.retryAfterMs ?? 250) * (1 + Math.random());
  if (elapsed() + waitMs + LEAST_ATTEMPT_MS > run.endsAt) return first;
  await pause(waitMs);
  return once(2);
}

/** Something of the cell that a place lies in. */
async function readInCell<T>(
  { cells, options }: Service,
  { text }: Place,
  signal: AbortSignal,
  read: (cell: GridCell, path: string) => Promise<Read<T>>,
): Promise<Read<T>> {
  const known = cells.get(text);
  const cell: Read<GridCell> =
    known === undefined ? await ask(options, `/points/${text}`, signal, readPoint) : { ok: true, value: known };
  if (!cell.ok) return cell;
  cells.set(text, cell.value, { noUpdateTTL: true });
  const { office, x, y } = cell.value;
  const found = await read(cell.value, `/gridpoints/${office}/${x},${y}`);
  // The service moves its grid now and then: a cell it does not know any more is looked up again.
  if (!found.ok && found.failure === "not_covered") {
    cells.delete(text);
    return known === undefined ? found : { ...found, isRetryable: true };
  }
  return found;
}

const readForecast = (service: Service, place: Place, signal: AbortSignal): Promise<Read<Forecast>> =>
  readInCell(service, place, signal, (cell, path) =>
    ask(service.options, path, signal, (json) => readGrid(json, cell, new Date(service.now()))),
  );

const readStationWind = (service: Service, place: Place, signal: AbortSignal): Promise<Read<StationWind | null>> =>
  readInCell(service, place, signal, async (cell, path) => {
    const { stations, options, now } = service;
    const known = stations.get(place.text);
    const near: Read<Station[]> =
      known === undefined
        ? await ask(options, `${path}/stations`, signal, (json) => readStations(json, place))
        : { ok: true, value: known };
    if (!near.ok) return near;
    stations.set(place.text, near.value, { noUpdateTTL: true });
    return readNearestWind(options, cell, near.value, { signal, now });
  });
