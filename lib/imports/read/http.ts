import { callUpstream } from "@/lib/domain/spans";
import { ImportFailure, ImportInterrupted, reasonOf } from "@/lib/imports/failure";
import { isRecord } from "@/lib/imports/read/values";

/** How a program asks a public service: patiently, and saying so. */
export interface Asking {
  signal: AbortSignal | undefined;
  note: (line: string) => void;
  /** First wait after a failure; each further one is twice as long. */
  backOffMs?: number | undefined;
  /** Longest wait for one answer. */
  timeoutMs?: number | undefined;
}

export interface Request {
  url: string;
  /** Sent by POST when given: a list of object ids is longer than an address may be. */
  form?: Record<string, string>;
}

/** An answer that broke off in the middle. Asking for less may help; asking again alone does not. */
export class CutAnswer extends Error {}

/** The service refused the question itself, so asking again cannot help. */
export class RefusedQuestion extends ImportFailure {}

const ATTEMPTS = 5;
const BACK_OFF_MS = 1000;
const TIMEOUT_MS = 120_000;

/** Asks for JSON. Network faults, busy servers, HTML in place of JSON and errors in a 200 answer are asked again. */
export async function askJson(request: Request, asking: Asking): Promise<unknown> {
  let reason = "";
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await askOnce(request, asking);
    } catch (error) {
      if (asking.signal?.aborted === true) throw new ImportInterrupted();
      if (error instanceof CutAnswer || error instanceof ImportFailure) throw error;
      reason = reasonOf(error);
      if (attempt < ATTEMPTS) await waitBefore(attempt, reason, asking);
    }
  }
  throw new ImportFailure(`${hostOf(request.url)} failed ${ATTEMPTS} times: ${reason}`);
}

function within(timeoutMs: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}

async function askOnce({ url, form }: Request, { signal, timeoutMs }: Asking): Promise<unknown> {
  const response = await callUpstream("data publisher", url, (headers) =>
    fetch(url, {
      signal: within(timeoutMs ?? TIMEOUT_MS, signal),
      headers: { accept: "application/json, application/geo+json", ...headers },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    }),
  );
  if (response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429) {
    throw new RefusedQuestion(`${hostOf(url)} answered ${response.status} to ${new URL(url).pathname}`);
  }
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const type = response.headers.get("content-type") ?? "";
  const text = await response.text();
  if (/html|xml/i.test(type) || /^\s*</.test(text)) throw new Error(`it answered ${type || "markup"}, not JSON`);
  return refuseFault(parseAnswer(text));
}

function parseAnswer(text: string): unknown {
  if (text.trim() === "") throw new Error("it answered nothing");
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CutAnswer(`the answer of ${text.length} characters is cut off or malformed`);
  }
}

/** ArcGIS reports its errors with status 200. */
function refuseFault(answer: unknown): unknown {
  if (!isRecord(answer) || answer.error === undefined || answer.error === null) return answer;
  throw new Error(`it reports an error: ${JSON.stringify(answer.error).slice(0, 300)}`);
}

async function waitBefore(attempt: number, reason: string, { note, signal, backOffMs }: Asking): Promise<void> {
  const base = (backOffMs ?? BACK_OFF_MS) * 2 ** (attempt - 1);
  const waitMs = base + Math.random() * base * 0.25;
  note(`${reason}; asking again in ${(waitMs / 1000).toFixed(1)} s (attempt ${attempt + 1} of ${ATTEMPTS})`);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, waitMs);
    signal?.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(new ImportInterrupted());
      },
      { once: true },
    );
  });
}

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

export const hostOf = (url: string): string => new URL(url).host;
