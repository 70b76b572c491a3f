/** How often a request is repeated, and how long one may wait. */
export interface RetryOptions {
  /** Times that a request is sent at most. */
  attempts: number;
  /** Longest time one attempt may take, milliseconds. The API ends its own work after 90 seconds. */
  timeoutMs: number;
  /** A longer `Retry-After` than this is not waited for: the refusal is given back. Seconds. */
  longestWaitS: number;
  /** Waits between attempts; for tests. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

export type Fetch = (request: Request) => Promise<Response>;

export const RETRY_DEFAULTS: RetryOptions = {
  attempts: 5,
  timeoutMs: 100_000,
  longestWaitS: 120,
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, ms);
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
    }),
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Whether a request may be sent again when no answer came: it may have been carried out. Reading is harmless, and checks,
 * fields, computations, and locks come out the same. A bulk submission does with its key; a new portal link does not.
 */
export function isRepeatable({ method, url, headers }: Request): boolean {
  const { pathname } = new URL(url);
  if (pathname.endsWith("/portal-access")) return false;
  if (method === "POST" && pathname.endsWith("/esa-check/bulk")) return headers.has("Idempotency-Key");
  return pathname.includes("/api/v2/") && ["GET", "HEAD", "PUT", "POST"].includes(method);
}

async function saysRetryable(response: Response): Promise<boolean> {
  if (response.ok || !(response.headers.get("content-type") ?? "").includes("json")) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { error?: { retryable?: unknown } } | null;
  return body?.error?.retryable === true;
}

/** Milliseconds that the answer asks to wait; null: it does not say. */
function askedPauseMs({ headers }: Response): number | null {
  const seconds = Number(headers.get("retry-after") ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null;
}

/** Grows with each attempt and differs by caller, so that many who were refused together do not come back together. */
const ownPauseMs = (attempt: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + Math.random() / 2);

/** One attempt, with the whole body read: a connection that is cut in the middle of an answer is no answer. */
async function attemptOnce(send: Fetch, request: Request, timeoutMs: number): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  const response = await send(new Request(request.clone(), { signal }));
  const bytes = await response.arrayBuffer();
  const isEmpty = bytes.byteLength === 0;
  const { status, statusText, headers } = response;
  return new Response(isEmpty ? null : bytes, { status, statusText, headers });
}

/**
 * `fetch` that sends a request again when the API says that this can help (`retryable`), after the time that it asks for
 * (`Retry-After`), and when no answer came to a request that may be repeated.
 */
export function retrying(send: Fetch, options: RetryOptions): Fetch {
  return async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt + 1 >= options.attempts;
      let pauseMs: number;
      try {
        const response = await attemptOnce(send, request, options.timeoutMs);
        if (isLast || !(await saysRetryable(response))) return response;
        const asked = askedPauseMs(response);
        if (asked !== null && asked > options.longestWaitS * 1000) return response;
        pauseMs = Math.max(asked ?? 0, ownPauseMs(attempt));
      } catch (error) {
        if (isLast || request.signal.aborted || !isRepeatable(request)) throw error;
        pauseMs = ownPauseMs(attempt);
      }
      await options.wait(pauseMs, request.signal);
    }
  };
}
