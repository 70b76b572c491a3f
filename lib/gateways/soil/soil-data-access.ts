import { callUpstream } from "@/lib/domain/spans";
import { setTimeout as pause } from "node:timers/promises";
import type { SoilCell, SoilFailure, SurveyAnswer } from "@/lib/domain/soil-survey";
import { fault, type Read, readAnswer } from "@/lib/gateways/soil/answer";
import { type Breaker, createBreaker } from "@/lib/gateways/upstream/breaker";
import { createLimiter } from "@/lib/gateways/upstream/limiter";
import { monotonicMs } from "@/lib/gateways/upstream/monotonic";
import { mapUnitQuery } from "@/lib/gateways/soil/query";
import { causeOf } from "@/lib/gateways/upstream/read-text";
import type { SoilSource, SurveyResult } from "@/lib/gateways/soil-source";

/** What the log says about the survey. */
export type SurveyEvent =
  | { event: "failed_attempt"; failure: SoilFailure; detail: string; attempt: number; elapsedMs: number }
  | { event: "breaker"; state: "closed" | "open" };

export interface SoilDataAccessOptions {
  /** Base address of the service, such as `https://sdmdataaccess.sc.egov.usda.gov`. */
  url: string;
  report: (event: SurveyEvent) => void;
  deadlineMs?: number;
  mostBytes?: number;
  inFlight?: number;
  failuresToOpen?: number;
  openMs?: number;
  /** Shortest wait before the second attempt; up to twice that, by chance. */
  retryAfterMs?: number;
  /** Milliseconds from anywhere, going forward. */
  now?: () => number;
}

/** One answer inside a request's budget, whatever the survey does. */
const DEADLINE_MS = 20_000;
/** The survey's own limit for an answer. */
const MOST_BYTES = 32 << 20;
const IN_FLIGHT = 4;
/** A retry that would leave the second attempt less than this is not made. */
const LEAST_ATTEMPT_MS = 1000;

/** USDA's Soil Data Access over its REST protocol: deadline, four at once, one retry with jitter, breaker. */
export function soilDataAccess(options: SoilDataAccessOptions): SoilSource {
  const { deadlineMs = DEADLINE_MS, report, now = monotonicMs } = options;
  const limiter = createLimiter(options.inFlight ?? IN_FLIGHT);
  const breaker = createBreaker({
    failuresToOpen: options.failuresToOpen ?? 5,
    openMs: options.openMs ?? 30_000,
    now,
    onChange: (state) => report({ event: "breaker", state }),
  });
  const fetchMapUnits = async (cells: readonly SoilCell[]): Promise<SurveyResult> => {
    const endsAt = now() + deadlineMs;
    const signal = AbortSignal.timeout(deadlineMs);
    const result = await limiter.run(signal, async (): Promise<SurveyResult> => {
      if (!breaker.mayPass()) return { ok: false, failure: "circuit_open" };
      const read = await attemptTwice(options, mapUnitQuery(cells), { signal, endsAt, now });
      judge(breaker, read);
      return read.ok ? { ok: true, answer: read.value } : { ok: false, failure: read.failure };
    });
    // No room within the deadline: the calls before this one are slow, and they tell the breaker.
    return result ?? { ok: false, failure: "timeout" };
  };
  return { isConnected: true, fetchMapUnits, breakerState: breaker.state };
}

/** A refused query is our mistake or the query's; it says nothing about the service. */
function judge(breaker: Breaker, read: Read<SurveyAnswer>): void {
  if (read.ok) breaker.succeeded();
  else if (read.failure === "service_exception" && !read.isRetryable) breaker.undecided();
  else breaker.failed();
}

interface Run {
  signal: AbortSignal;
  endsAt: number;
  now: () => number;
}

async function attemptTwice(options: SoilDataAccessOptions, query: string, run: Run): Promise<Read<SurveyAnswer>> {
  const first = await attempt(options, query, run, 1);
  if (first.ok || !first.isRetryable) return first;
  // Jitter, so that callers who failed together do not come back together.
  const leastMs = options.retryAfterMs ?? 250;
  const waitMs = leastMs * (1 + Math.random());
  if (run.now() + waitMs + LEAST_ATTEMPT_MS > run.endsAt) return first;
  await pause(waitMs);
  return attempt(options, query, run, 2);
}

async function attempt(
  options: SoilDataAccessOptions,
  query: string,
  { signal, now }: Run,
  number: number,
): Promise<Read<SurveyAnswer>> {
  const startedAt = now();
  const read = await ask(options, query, signal);
  if (!read.ok) {
    const { failure, detail } = read;
    options.report({
      event: "failed_attempt",
      failure,
      detail,
      attempt: number,
      elapsedMs: Math.round(now() - startedAt),
    });
  }
  return read;
}

async function ask(
  { url, mostBytes = MOST_BYTES }: SoilDataAccessOptions,
  query: string,
  signal: AbortSignal,
): Promise<Read<SurveyAnswer>> {
  try {
    const at = `${url.replace(/\/+$/, "")}/Tabular/post.rest`;
    const response = await callUpstream("soil survey", at, (headers) =>
      fetch(at, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json",
          "User-Agent": "hedgerow",
          ...headers,
        },
        body: JSON.stringify({ query, format: "JSON+COLUMNNAME" }),
        // Following one would send the query wherever the answer says.
        redirect: "error",
        signal,
      }),
    );
    return await readAnswer(response, mostBytes);
  } catch (error) {
    if (signal.aborted) return fault("timeout", "no answer within the deadline");
    return fault("network", causeOf(error), true);
  }
}
