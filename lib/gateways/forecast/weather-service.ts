import { callUpstream } from "@/lib/domain/spans";
import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Forecast, ForecastFailure } from "@/lib/domain/forecast";
import { fault, readGrid, readPoint, type ForecastFault, type GridCell, type Read } from "@/lib/gateways/forecast/grid";
import type { ForecastResult, ForecastSource } from "@/lib/gateways/forecast-source";
import { type Breaker, createBreaker } from "@/lib/gateways/upstream/breaker";
import { createLimiter } from "@/lib/gateways/upstream/limiter";
import { monotonicMs } from "@/lib/gateways/upstream/monotonic";
import { causeOf, isJson, readText } from "@/lib/gateways/upstream/read-text";

/** What the log says about the service. */
export type ForecastEvent =
  | { event: "failed_attempt"; failure: ForecastFailure; detail: string; attempt: number; elapsedMs: number }
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
/** An answer has some 300 kB. */
const MOST_BYTES = 4 << 20;
const IN_FLIGHT = 4;
const LEAST_ATTEMPT_MS = 500;
const KEEP_MS = 15 * 60_000;
const KEEP_CELL_MS = 24 * 60 * 60_000;
/** Forecasts kept; one has some 40 kB in memory. */
const MOST_KEPT = 500;
const PROBLEM_BYTES = 16 << 10;

/** What a run of attempts shares. */
interface Service {
  options: WeatherServiceOptions;
  now: () => number;
  elapsed: () => number;
  breaker: Breaker;
  /** Where places lie in the grid. */
  cells: LRUCache<string, GridCell>;
  kept: LRUCache<string, Forecast>;
}

/**
 * The United States National Weather Service's forecast grid: place to cell, cell to hours. Deadline, four at once, one
 * retry with jitter, breaker; a place is asked for once at a time, and no address out of an answer is followed.
 */
export function weatherService(options: WeatherServiceOptions): ForecastSource {
  const now = options.now ?? Date.now;
  const elapsed = options.elapsed ?? monotonicMs;
  const limiter = createLimiter(options.inFlight ?? IN_FLIGHT);
  const breaker = createBreaker({
    failuresToOpen: options.failuresToOpen ?? 5,
    openMs: options.openMs ?? 30_000,
    now: elapsed,
    onChange: (state) => options.report({ event: "breaker", state }),
  });
  const service: Service = {
    options,
    now,
    elapsed,
    breaker,
    cells: new LRUCache({ max: 5000, ttl: KEEP_CELL_MS }),
    kept: new LRUCache({ max: MOST_KEPT, ttl: options.keepMs ?? KEEP_MS }),
  };
  const asking = new Map<string, Promise<ForecastResult>>();
  const ask = async (place: string): Promise<ForecastResult> => {
    const kept = service.kept.get(hourKey(place, now()));
    if (kept !== undefined) return { ok: true, forecast: kept };
    const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
    const run: Run = { signal: AbortSignal.timeout(deadlineMs), endsAt: elapsed() + deadlineMs };
    const result = await limiter.run(run.signal, () => fetchForecast(service, place, run));
    return result ?? { ok: false, failure: "timeout" };
  };
  return {
    fetchForecast: ([lon, lat]) => {
      const place = placeText(lon, lat);
      const begun = asking.get(place) ?? ask(place).finally(() => asking.delete(place));
      asking.set(place, begun);
      return begun;
    },
  };
}

/**
 * A place as the service takes it: three decimals, no zeros at the end, else it answers with another address. A hundred
 * meters is far below its grid, and does not tell a stranger where in a field someone stands.
 */
const placeText = (lon: number, lat: number): string => `${Number(lat.toFixed(3))},${Number(lon.toFixed(3))}`;

/** A forecast begins with the hour it was read in, so it is kept for that hour alone. */
const hourKey = (place: string, nowMs: number): string => `${place} ${Math.floor(nowMs / 3_600_000)}`;

interface Run {
  signal: AbortSignal;
  endsAt: number;
}

async function fetchForecast(service: Service, place: string, run: Run): Promise<ForecastResult> {
  const { breaker, kept, now } = service;
  if (!breaker.mayPass()) return { ok: false, failure: "circuit_open" };
  const read = await readTwice(service, run, (signal) => readAll(service, place, signal));
  judge(breaker, read);
  if (!read.ok) return { ok: false, failure: read.failure };
  kept.set(hourKey(place, now()), read.value);
  return { ok: true, forecast: read.value };
}

/** Whether the service is well: a place it does not cover, and a forecast that no one has renewed, are its answers. */
function judge(breaker: Breaker, read: Read<Forecast>): void {
  if (read.ok || ["not_covered", "stale", "expired"].includes(read.failure)) breaker.succeeded();
  else breaker.failed();
}

async function readTwice(
  { options, elapsed }: Service,
  run: Run,
  attempt: (signal: AbortSignal) => Promise<Read<Forecast>>,
): Promise<Read<Forecast>> {
  const once = async (number: number): Promise<Read<Forecast>> => {
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

async function readAll(service: Service, place: string, signal: AbortSignal): Promise<Read<Forecast>> {
  const { cells, options, now } = service;
  const known = cells.get(place);
  const cell: Read<GridCell> =
    known === undefined ? await ask(options, `/points/${place}`, signal, readPoint) : { ok: true, value: known };
  if (!cell.ok) return cell;
  cells.set(place, cell.value, { noUpdateTTL: true });
  const { office, x, y } = cell.value;
  const read = await ask(options, `/gridpoints/${office}/${x},${y}`, signal, (json) =>
    readGrid(json, cell.value, new Date(now())),
  );
  // The service moves its grid now and then: a cell it does not know any more is looked up again.
  if (!read.ok && read.failure === "not_covered") {
    cells.delete(place);
    return known === undefined ? read : { ...read, isRetryable: true };
  }
  return read;
}

async function ask<T>(
  { url, userAgent, mostBytes = MOST_BYTES }: WeatherServiceOptions,
  path: string,
  signal: AbortSignal,
  read: (json: unknown) => Read<T>,
): Promise<Read<T>> {
  try {
    const at = `${url.replace(/\/+$/, "")}${path}`;
    const response = await callUpstream("weather service", at, (headers) =>
      fetch(at, {
        headers: { Accept: "application/geo+json", "User-Agent": userAgent, ...headers },
        // Following one would ask whatever host the answer names.
        redirect: "error",
        signal,
      }),
    );
    if (!isJson(response)) return await refused(response);
    const { text, isCut } = await readText(response, mostBytes);
    if (isCut) return fault("too_large", `more than ${mostBytes} bytes`);
    const json = parse(text);
    return json === undefined ? fault("cut_json", `${text.length} characters that are no JSON`, true) : read(json);
  } catch (error) {
    if (signal.aborted) return fault("timeout", "no answer within the deadline");
    return fault("network", causeOf(error), true);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What is no answer: the service's problem document, or a page of something in between. */
async function refused(response: Response): Promise<ForecastFault> {
  const { status, ok } = response;
  const { text } = await readText(response, PROBLEM_BYTES);
  if (ok) return fault("content_type", `type ${(response.headers.get("content-type") ?? "").slice(0, 60)}`, true);
  if (status === 404) return fault("not_covered", "status 404");
  if (status === 503 && text.includes("ForecastGridExpired")) return fault("expired", "status 503", true);
  return fault("http_status", `status ${status}`, status >= 500 || status === 408 || status === 429);
}
