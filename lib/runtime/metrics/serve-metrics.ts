import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Environment } from "@/lib/runtime/env";
import { type Watched, watchState } from "@/lib/runtime/metrics/gauges";
import { type Metrics, watchProcess } from "@/lib/runtime/metrics/metrics";

/** What the metrics are about. */
interface Measured extends Watched {
  env: Environment;
  metrics: Metrics;
}

export interface MetricsServer {
  port: number;
  close: () => Promise<void>;
}

/**
 * `GET /metrics` for Prometheus, on a port of its own that no load balancer leads to: it tells how much is asked and what
 * is refused. Null where no port is set. It keeps no process alive.
 */
export async function serveMetrics(deps: Measured, role: "web" | "worker"): Promise<MetricsServer | null> {
  const { METRICS_PORT: port, METRICS_HOST: host } = deps.env;
  if (port === undefined) return null;
  const { registry } = deps.metrics;
  watchProcess(registry, role);
  watchState(registry, deps);
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" }).end("Only GET /metrics is here.\n");
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "Content-Type": registry.contentType }).end(text),
      (error: unknown) => {
        deps.log.error({ err: error }, "metrics were not written");
        response.writeHead(500).end();
      },
    );
  });
  server.unref();
  await listen(server, port, host);
  const address = server.address() as AddressInfo;
  deps.log.info({ metrics_port: address.port }, "metrics are served");
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new Error(`METRICS_PORT ${port}: ${error.message}`)));
    server.listen(port, host, () => resolve());
  });
