/**
 * Pieces of work as a trace shows them. Nothing here knows what records them: a process that traces puts its tracer on the
 * global object (lib/runtime/tracing), and one that does not runs the work as it is.
 *
 * A span's name and facts have few values and nothing of a provider's: no key, link, address that was sent, boundary, or text of
 * an error. docs/operations.md lists them all.
 */
export type SpanFacts = Record<string, string | number | boolean>;

export interface SpanStart {
  name: string;
  /** Whose turn it is: ours for someone (`server`), someone's for us (`client`), an entry of the queue (`consumer`). */
  kind?: "server" | "client" | "consumer" | "internal";
  facts?: SpanFacts;
  /** What brought the work: its `traceparent` says which trace it is a part of. */
  headers?: CarriedHeaders;
}

export interface CarriedHeaders {
  get: (name: string) => string | null;
}

export interface Tracer {
  inSpan: <T>(start: SpanStart, work: () => Promise<T>) => Promise<T>;
  /** Adds to the span that runs now. */
  describe: (facts: SpanFacts, name?: string) => void;
  isInSpan: () => boolean;
  /** For a request to someone else, so that their spans join ours. */
  headers: () => Record<string, string>;
  /** Sends what is left, and ends. */
  close: () => Promise<void>;
}

/** Bundles of pages and routes each have an instance of this module. */
const shared = globalThis as typeof globalThis & { hedgerowTracer?: Tracer };

export const keepTracer = (tracer: Tracer | undefined): void => {
  if (tracer === undefined) delete shared.hedgerowTracer;
  else shared.hedgerowTracer = tracer;
};

export const isTraced = (): boolean => shared.hedgerowTracer !== undefined;

export const inSpan = <T>(start: SpanStart, work: () => Promise<T>): Promise<T> =>
  shared.hedgerowTracer === undefined ? work() : shared.hedgerowTracer.inSpan(start, work);

/** For what may run in a span already, such as a request that our own server has opened one for. */
export const inSpanOfItsOwn = <T>(start: SpanStart, work: () => Promise<T>): Promise<T> =>
  shared.hedgerowTracer?.isInSpan() === false ? shared.hedgerowTracer.inSpan(start, work) : work();

export const describeSpan = (facts: SpanFacts, name?: string): void => shared.hedgerowTracer?.describe(facts, name);

export const traceHeaders = (): Record<string, string> => shared.hedgerowTracer?.headers() ?? {};

/** A request to a service that is not ours: its name, its host, and the status that it answered. */
export async function callUpstream(
  name: string,
  url: string | URL,
  send: (headers: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  if (!isTraced()) return send({});
  const facts = { "server.address": new URL(url).hostname };
  return inSpan({ name: `upstream ${name}`, kind: "client", facts }, async () => {
    const response = await send(traceHeaders());
    describeSpan({ "http.response.status_code": response.status });
    return response;
  });
}
