import { execFileSync } from "node:child_process";
import type { IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as readCompliance } from "@/app/api/v2/applications/[applicationEventId]/compliance/route";
import { POST } from "@/app/api/v2/esa-check/route";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { isTraced, keepTracer, type Tracer } from "@/lib/domain/spans";
import { getDeps } from "@/lib/runtime/deps";
import { readEnvironment } from "@/lib/runtime/env";
import { startTracing } from "@/lib/runtime/tracing/start-tracing";
import { loadGround, refusedCheck } from "@/tests/contract/v2/esa-check/support";
import { checkBody } from "@/tests/support/requests";
import { type FaultyWorker, startWorker } from "@/tests/faults/workers";
import { answer, type Caller, call, makeCaller } from "@/tests/support/api";
import {
  type ReceivedSpan,
  startListener,
  startTraceReceiver,
  type TraceReceiver,
} from "@/tests/support/trace-receiver";

const PROVIDER = "provider-that-no-span-names";
const FIELD = "field-that-no-span-names";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SENDER = "00f067aa0ba902b7";

let receiver: TraceReceiver;
let survey: { url: string; close: () => Promise<void> };
let asked: IncomingHttpHeaders[];
let tracer: Tracer;
let caller: Caller;
let worker: FaultyWorker;

beforeAll(async () => {
  receiver = await startTraceReceiver();
  asked = [];
  // A survey that refuses: what matters is what it is sent.
  survey = await startListener((_path, headers) => {
    asked.push(headers);
    return 500;
  });
  process.env.SOIL_URL = survey.url;
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url;
  process.env.OTEL_BSP_SCHEDULE_DELAY = "100";
  await loadGround();
  caller = await makeCaller(PROVIDER);
  const started = await startTracing(await getDeps(), "web");
  if (started === null) throw new Error("nothing is traced");
  tracer = started;
  worker = startWorker(process.env);
  await worker.running;
});

afterAll(async () => {
  keepTracer(undefined);
  await tracer.close();
  await worker.kill("SIGTERM");
  await survey.close();
  await receiver.close();
});

const named = (name: string | RegExp): ReceivedSpan[] =>
  receiver.spans().filter((span) => (typeof name === "string" ? span.name === name : name.test(span.name)));
/** The first span of the name, once it has come. */
async function come(name: string | RegExp): Promise<ReceivedSpan> {
  await expect.poll(() => named(name).length, { timeout: 50_000 }).toBeGreaterThan(0);
  const [span] = named(name);
  if (span === undefined) throw new RangeError("a span that came is gone");
  return span;
}

describe("a check", () => {
  beforeAll(async () => {
    const body = checkBody(PROVIDER, { provider_field_id: FIELD });
    const headers = { traceparent: `00-${TRACE}-${SENDER}-01`, "X-Request-ID": "traced-check" };
    await answer(await call(POST, caller, { body, headers }), esaCheckResponse);
  });

  it("is a span of the trace that its sender began, with route, status and request id", async () => {
    const request = await come("POST /api/v2/esa-check");
    expect(request).toMatchObject({
      traceId: TRACE,
      parentSpanId: SENDER,
      service: "hedgerow-web",
      attributes: {
        "http.request.method": "POST",
        "http.route": "/api/v2/esa-check",
        "http.response.status_code": 200,
        "hedgerow.request_id": "traced-check",
      },
    });
  });

  it("has its use case under it, and under that each statement by what it does", async () => {
    const request = await come("POST /api/v2/esa-check");
    const useCase = await come("use case checkEsa");
    expect(useCase).toMatchObject({ traceId: TRACE, parentSpanId: request.spanId });
    for (const statement of ["sql BEGIN", "sql SELECT begin_check", "sql SELECT save_check", "sql COMMIT"]) {
      await come(statement);
      const under = named(statement).filter((span) => span.parentSpanId === useCase.spanId);
      expect(under.map(({ traceId }) => traceId)).toContain(TRACE);
      expect(under[0]?.attributes).toMatchObject({ "db.system.name": "postgresql" });
    }
    const { attributes } = await come("sql SELECT begin_check");
    expect(attributes["hedgerow.statement"]).toMatch(/^hedgerow_[0-9a-f]{32}$/);
  });

  it("has each question to the soil survey, which learns of the trace", async () => {
    const upstream = await come("upstream soil survey");
    expect(upstream).toMatchObject({
      traceId: TRACE,
      attributes: { "server.address": "127.0.0.1", "http.response.status_code": 500 },
      status: { code: 2 },
    });
    const told = asked.map((headers) => headers.traceparent);
    expect(told).toContain(`00-${TRACE}-${upstream.spanId}-01`);
  });
});

describe("other requests", () => {
  it("that are refused have their status", async () => {
    await refusedCheck(caller, 422, { crop: 7 });
    await expect
      .poll(() => named("POST /api/v2/esa-check").map((span) => span.attributes["http.response.status_code"]), {
        timeout: 50_000,
      })
      .toContain(422);
  });

  it("have the pattern of their route, not the path that was sent", async () => {
    await call(readCompliance, caller, { method: "GET", params: { applicationEventId: "no-such-application" } });
    await come("GET /api/v2/applications/{application_event_id}/compliance");
  });
});

it("a worker's tasks are spans of its own, with their statements under them", async () => {
  const task = await come("task maintain_database");
  expect(task).toMatchObject({ service: "hedgerow-worker" });
  await expect
    .poll(() => receiver.spans().filter((span) => span.parentSpanId === task.spanId).length, { timeout: 50_000 })
    .toBeGreaterThan(0);
});

it("no span holds a key, a provider, a field, a boundary, or a path that was sent", () => {
  const all = receiver.texts().join("\n");
  expect(all).not.toContain(caller.apiKey);
  expect(all).not.toMatch(new RegExp(`${PROVIDER}|${FIELD}|no-such-application|coordinates|/portal/f/`));
});

it("a receiver that is away costs no request its answer", async () => {
  const away = { ...(await getDeps()), env: readEnvironment() };
  away.env.OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:9";
  const other = await startTracing(away, "web");
  await refusedCheck(caller, 422, { crop: 7 });
  await other?.close().catch(() => undefined);
  keepTracer(tracer);
});

describe("without an address", () => {
  it("nothing is traced", async () => {
    const deps = await getDeps();
    const env = { ...deps.env, OTEL_EXPORTER_OTLP_ENDPOINT: undefined };
    keepTracer(undefined);
    expect(await startTracing({ ...deps, env }, "web")).toBeNull();
    expect(await startTracing({ ...deps, env: { ...deps.env, OTEL_SDK_DISABLED: true } }, "web")).toBeNull();
    expect(isTraced()).toBe(false);
    keepTracer(tracer);
  });

  it("nothing of OpenTelemetry's senders is loaded", () => {
    const look = `import { Module } from "node:module"; import "./lib/runtime/deps.ts"; import "./lib/jobs/worker.ts";
      console.log(Object.keys(Module._cache).filter((file) => /@opentelemetry.(sdk|exporter|otlp|resources)/.test(file)).length)`;
    const args = ["--import", "tsx", "--input-type=module", "-e", look];
    expect(execFileSync(process.execPath, args, { encoding: "utf8" }).trim()).toBe("0");
  });
});
