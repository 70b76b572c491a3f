import { callUpstream } from "@/lib/domain/spans";
import { fault, type ForecastFault, type Read } from "@/lib/gateways/forecast/grid";
import { causeOf, isJson, readText } from "@/lib/gateways/upstream/read-text";

/** An answer has some 300 kB. */
const MOST_BYTES = 4 << 20;
const PROBLEM_BYTES = 16 << 10;

export interface Asked {
  /** Base address of the service. */
  url: string;
  /** Who asks: the service refuses callers that do not say. */
  userAgent: string;
  mostBytes?: number | undefined;
}

/** One question to the weather service, read by `read`; never throws. No address out of an answer is followed. */
export async function ask<T>(
  { url, userAgent, mostBytes = MOST_BYTES }: Asked,
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
