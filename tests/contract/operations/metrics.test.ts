import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as health from "@/app/api/health/route";
import * as unknown from "@/app/api/[[...path]]/route";
import { GET as readCompliance } from "@/app/api/v2/applications/[applicationEventId]/compliance/route";
import { getDeps } from "@/lib/runtime/deps";
import { type MetricsServer, serveMetrics } from "@/lib/runtime/metrics/serve-metrics";
import { freePort } from "@/scripts/setup/cluster.mjs";
import { ensurePrometheus } from "@/scripts/setup/prometheus.mjs";
import { check, loadGround, refusedCheck } from "@/tests/contract/v2/esa-check/support";
import { type FaultyWorker, startWorker } from "@/tests/faults/workers";
import { type Caller, call, makeCaller } from "@/tests/support/api";
import { type Prometheus, startPrometheus } from "@/tests/support/prometheus";

process.env.METRICS_PORT = "0";
process.env.SOIL_URL = "http://127.0.0.1:9";
const { promtool } = ensurePrometheus();
const PROVIDER = "provider-that-no-label-names";
const FIELD = "field-that-no-label-names";

let caller: Caller;
let web: MetricsServer;
let worker: FaultyWorker;
let workerPort: number;
let prometheus: Prometheus;

beforeAll(async () => {
  await loadGround();
  caller = await makeCaller(PROVIDER);
  const deps = await getDeps();
  const served = await serveMetrics(deps, "web");
  if (served === null) throw new Error("no port for metrics");
  web = served;
  workerPort = await freePort();
  worker = startWorker({ ...process.env, METRICS_PORT: String(workerPort) });
  await worker.running;
  prometheus = await startPrometheus({ "hedgerow-web": web.port, "hedgerow-worker": workerPort });
});

afterAll(async () => {
  await prometheus.stop();
  await worker.kill("SIGTERM");
  await web.close();
});

async function ownerSql(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_DIRECT_URL });
  await client.connect();
  await client.query(statement);
  await client.end();
}
const scrape = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
const valueOf = async (expression: string): Promise<number | null> =>
  (await prometheus.query(expression))[0]?.value ?? null;
const reaches = (expression: string, value: number): Promise<void> =>
  expect.poll(() => valueOf(expression), { timeout: 30_000 }).toBe(value);

describe("Prometheus sees", () => {
  it("requests by pattern of the route, refusals and issues by code", async () => {
    const found = await check(caller, { provider_field_id: FIELD });
    await refusedCheck(caller, 422, { crop: 7 });
    await call(readCompliance, caller, { method: "GET", params: { applicationEventId: "no-such-application" } });
    await call(unknown.GET, caller, { method: "GET" });
    await call(health.GET, null, { method: "GET" });
    const requests = 'hedgerow_http_requests_total{job="hedgerow-web",';
    await reaches(`${requests} route="/api/v2/esa-check", method="POST", status="200"}`, 1);
    await reaches(`${requests} route="/api/v2/esa-check", method="POST", status="422"}`, 1);
    await reaches(`sum(${requests} route="/api/v2/applications/{application_event_id}/compliance"})`, 1);
    await reaches(`${requests} route="unknown", method="GET", status="404"}`, 1);
    await reaches(`${requests} route="/api/health", method="GET", status="200"}`, 1);
    await reaches('hedgerow_http_request_duration_seconds_count{route="/api/v2/esa-check"}', 2);
    await reaches('hedgerow_refusals_total{code="INVALID_REQUEST"}', 2);
    await reaches(`hedgerow_checks_total{status="${found.compliance.status}"}`, 1);
    expect(found.compliance.issues.length).toBeGreaterThan(0);
    for (const { code } of found.compliance.issues) await reaches(`hedgerow_check_issues_total{code="${code}"}`, 1);
  });

  it("the queue, the data sets, the claims, the worker, the pool, the breaker and the event loop", async () => {
    await reaches('up{job="hedgerow-web"}', 1);
    await reaches('up{job="hedgerow-worker"}', 1);
    for (const job of ["hedgerow-web", "hedgerow-worker"]) {
      await reaches(`hedgerow_workers_alive{job="${job}"}`, 1);
      await reaches(`hedgerow_database_up{job="${job}"}`, 1);
      await reaches(`hedgerow_claims{job="${job}", state="live"}`, 0);
      await reaches(`hedgerow_worker_beat_age_seconds{job="${job}"} < bool 20`, 1);
      await reaches(`count(hedgerow_data_set_age_seconds{job="${job}"} >= 0)`, 3);
      await reaches(`hedgerow_db_pool_size{job="${job}"}`, 10);
      await reaches(`hedgerow_soil_breaker{job="${job}", state="closed"}`, 1);
      await reaches(`count(nodejs_eventloop_lag_p99_seconds{job="${job}"})`, 1);
    }
    await reaches('hedgerow_process_info{job="hedgerow-worker", role="worker"}', 1);
    await expect
      .poll(() => valueOf('sum(hedgerow_tasks_total{outcome="success"})'), { timeout: 30_000 })
      .not.toBeNull();
  });

  it("a switch that waits for the radar", async () => {
    await reaches('hedgerow_switch_unlooked_seconds{job="hedgerow-web"}', 0);
    // Too young for the worker to take it up meanwhile.
    await ownerSql(
      `INSERT INTO radar_run (kind, before_id, after_id, created_at)
       SELECT kind, data_set_id, data_set_id, now() - interval '10 seconds'
       FROM data_set WHERE kind = 'pula' LIMIT 1`,
    );
    await reaches('hedgerow_switch_unlooked_seconds{job="hedgerow-web"} > bool 9', 1);
  });

  it("work that no worker takes", async () => {
    await ownerSql(
      "SELECT graphile_worker.add_job('no_worker_has_this_task', run_at => now() - interval '400 seconds')",
    );
    await reaches("hedgerow_queue_oldest_due_seconds{job='hedgerow-web'} > bool 399", 1);
    await reaches('hedgerow_queue_jobs{job="hedgerow-web", task="no_worker_has_this_task", state="due"}', 1);
  });
});

it("no label names a provider, a field, or a path that was sent", async () => {
  const texts = [await scrape(web.port), await scrape(workerPort)];
  for (const text of texts) expect(text).not.toMatch(new RegExp(`${PROVIDER}|${FIELD}|no-such-application|/route`));
});

it("there is nothing else on that port", async () => {
  const answered = await fetch(`http://127.0.0.1:${web.port}/api/health`);
  expect(answered.status).toBe(404);
});

it("our names keep to what Prometheus asks of names and units", async () => {
  // Names of prom-client's own metrics do not, and are known by them.
  const ours = (await scrape(web.port))
    .split("\n")
    .filter((line) => /^(# (HELP|TYPE) )?hedgerow_/.test(line))
    .join("\n");
  expect(execFileSync(promtool, ["check", "metrics"], { input: `${ours}\n`, encoding: "utf8" })).toBe("");
});

const namesIn = (text: string): string[] => text.match(/\b(?:hedgerow|nodejs|process)_[a-z0-9_]+/g) ?? [];

it("every metric of the dashboard and of the alert rules is one that web or worker serves", async () => {
  const served = new Set(
    [await scrape(web.port), await scrape(workerPort)].flatMap((text) => text.match(/^[a-z]\w*/gm) ?? []),
  );
  const dashboard = JSON.parse(readFileSync("deploy/grafana/hedgerow.json", "utf8")) as {
    panels: { targets: { expr: string }[] }[];
  };
  const asked = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...(readFileSync("deploy/prometheus/rules.yml", "utf8").match(/^ +(expr:.*|sum.*|\/ .*|histogram.*|\(.*)$/gm) ??
      []),
  ].flatMap(namesIn);
  expect(asked.length).toBeGreaterThan(40);
  // Counters of what has not happened yet are named in their TYPE line.
  const types = (await scrape(web.port)).concat(await scrape(workerPort)).match(/(?<=^# TYPE )\S+/gm) ?? [];
  const known = new Set([...served, ...types]);
  expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([]);
});

it("the alert rules are sound, and wake a person for what they are meant to", () => {
  const run = (...args: string[]): string =>
    execFileSync(promtool, args, { encoding: "utf8", cwd: "deploy/prometheus" });
  expect(run("check", "config", "prometheus.yml")).toContain("SUCCESS");
  expect(run("test", "rules", "rules.test.yml")).toContain("SUCCESS");
});
