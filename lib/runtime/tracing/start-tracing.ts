import { keepTracer, type Tracer } from "@/lib/domain/spans";
import type { Environment } from "@/lib/runtime/env";
import type { Log } from "@/lib/runtime/log";

/**
 * Traces of this process, where the environment names a receiver. Nothing of OpenTelemetry is loaded where it does not, and work
 * then runs past one comparison.
 */
export async function startTracing(
  { env, log }: { env: Environment; log: Log },
  role: "web" | "worker",
): Promise<Tracer | null> {
  const to = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (to === undefined || env.OTEL_SDK_DISABLED) return null;
  const { openTelemetry } = await import("@/lib/runtime/tracing/open-telemetry");
  const tracer = openTelemetry(role, log);
  keepTracer(tracer);
  log.info({}, "traces are sent");
  return tracer;
}
