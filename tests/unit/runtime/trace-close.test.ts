import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createLog } from "@/lib/runtime/log";
import { openTelemetry } from "@/lib/runtime/tracing/open-telemetry";

const A_DAY_MS = "86400000";

afterEach(() => void vi.unstubAllEnvs());

describe("a process that ends while it traces", () => {
  it("does not wait for a receiver that takes what it is sent and never answers", async () => {
    const receiver = createServer((request) => void request.resume());
    await new Promise<void>((resolve) => void receiver.listen(0, "127.0.0.1", () => resolve()));
    const { port } = receiver.address() as AddressInfo;
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`);
    // Whatever an operator lets an export take, the end of the process does not hang on it.
    vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", A_DAY_MS);
    vi.stubEnv("OTEL_BSP_EXPORT_TIMEOUT", A_DAY_MS);
    const tracer = openTelemetry("web", createLog("silent"));
    const asked = new Promise((resolve) => void receiver.once("request", resolve));
    await tracer.inSpan({ name: "work" }, async () => Promise.resolve());
    const closing = tracer.close();
    await asked;
    await expect(closing).resolves.toBeUndefined();
    receiver.closeAllConnections();
    await new Promise((resolve) => void receiver.close(resolve));
  });
});
