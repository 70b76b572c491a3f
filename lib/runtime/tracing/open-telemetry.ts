import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { type Context, diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { CarriedHeaders, SpanStart, Tracer } from "@/lib/domain/spans";
import type { Log } from "@/lib/runtime/log";

const KINDS: Record<NonNullable<SpanStart["kind"]>, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** A process that ends waits so long for what it traced last to be taken, and a receiver that says nothing holds it no longer. */
const CLOSE_LIMIT_MS = 3000;

const CARRIED = { keys: () => [], get: (headers: CarriedHeaders, name: string) => headers.get(name) ?? undefined };
const propagator = new W3CTraceContextPropagator();

/**
 * Spans to whatever takes OTLP over HTTP. The exporter and the sampler read their own variables (`OTEL_...`). No provider is
 * registered with OpenTelemetry's global object: Next would write spans of its own there, with addresses that open a portal.
 */
export function openTelemetry(role: "web" | "worker", log: Log): Tracer {
  diag.setLogger(refusingLogger(log), { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  const own = resourceFromAttributes({ "service.name": `hedgerow-${role}`, "service.namespace": "hedgerow" });
  const provider = new BasicTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer("hedgerow");
  const running = new AsyncLocalStorage<Context>();
  const contextNow = (): Context => running.getStore() ?? ROOT_CONTEXT;
  return {
    inSpan: async (start, work) => {
      const parent = contextOf(start.headers, contextNow());
      const options = { kind: KINDS[start.kind ?? "internal"], attributes: start.facts ?? {} };
      const span = tracer.startSpan(start.name, options, parent);
      try {
        return await running.run(trace.setSpan(parent, span), work);
      } catch (error) {
        // A message may say what someone sent.
        span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    describe: (facts, name) => {
      const span = trace.getSpan(contextNow());
      if (name !== undefined) span?.updateName(name);
      span?.setAttributes(facts);
      if (Number(facts["http.response.status_code"]) >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    },
    isInSpan: () => trace.getSpan(contextNow()) !== undefined,
    headers: () => {
      const headers: Record<string, string> = {};
      propagator.inject(contextNow(), headers, {
        set: (carrier: Record<string, string>, name, value) => (carrier[name] = value),
      });
      return headers;
    },
    close: () => Promise.race([provider.shutdown(), pause(CLOSE_LIMIT_MS, undefined, { ref: false })]),
  };
}

const contextOf = (headers: CarriedHeaders | undefined, now: Context): Context =>
  headers === undefined ? now : propagator.extract(now, headers, CARRIED);

/** The exporter's own faults. What a collector answered is left out: it may repeat what it was sent. */
function refusingLogger({ warn }: Log): Parameters<typeof diag.setLogger>[0] {
  const nothing = (): void => undefined;
  return {
    error: () => warn({}, "traces could not be sent"),
    warn: nothing,
    info: nothing,
    debug: nothing,
    verbose: nothing,
  };
}
