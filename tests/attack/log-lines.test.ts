import { readFileSync } from "node:fs";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT } from "@/bench/support/build";
import { freePort } from "@/scripts/setup/cluster.mjs";
import { startTarget, type Target } from "@/tests/attack/support/server";
import { makeCaller } from "@/tests/support/api";
import { readLogLines } from "@/tests/support/log-lines";

let metricsPort: number;
let target: Target;
beforeAll(async () => {
  metricsPort = await freePort();
  target = await startTarget({
    env: { METRICS_PORT: String(metricsPort), LOG_LEVEL: "info", HEDGEROW_MODE: "development" },
  });
});
afterAll(() => target.stop());

const scrape = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
const written = (): string => readFileSync(join(ROOT, ".data", "attack", `web-${target.port}.log`), "utf8");

it("serves metrics before the first request, counts every answer, and writes nothing but lines of the log", async () => {
  await expect.poll(scrape, { timeout: 30_000 }).toContain('hedgerow_process_info{role="web"');
  expect(await scrape()).not.toMatch(/^hedgerow_http_requests_total\{/m);
  await fetch(`${target.url}/api/health`);
  await fetch(`${target.url}/no-such-page`);
  await fetch(`${target.url}/api/v2/%ff`);
  await expect.poll(scrape).toContain('hedgerow_web_responses_total{area="other",status="404"} 1');
  const asked = await fetch(`${target.url}/mcp`, { method: "POST", body: "{}" });
  expect(asked.status).toBe(401);
  await asked.text();
  const text = await scrape();
  expect(text).toContain('hedgerow_web_responses_total{area="api",status="200"} 1');
  expect(text).toContain('hedgerow_http_requests_total{route="/api/health",method="GET",status="200"} 1');
  expect(text).toContain('hedgerow_http_requests_total{route="unknown",method="GET",status="404"} 1');
  const { lines, strays } = readLogLines(written());
  expect(strays).toEqual([]);
  expect(lines.map(({ msg }) => msg)).toContain("request");
  expect(written()).not.toContain("MaxListenersExceededWarning");
});

it("counts a client that goes away as 499, which is no error of ours", async () => {
  const { apiKey } = await makeCaller("leaving");
  const headers = { "X-API-Key": apiKey, "Content-Type": "application/json", "Content-Length": 1000 };
  // A request that is gone before it is looked at is counted nowhere, so that more than one may have to leave.
  const leave = async (): Promise<string> => {
    const leaving = request(`${target.url}/api/v2/esa-check`, { method: "POST", headers });
    leaving.on("error", () => undefined);
    await new Promise((resolve) => leaving.write('{"provider_id"', resolve));
    await pause(200);
    leaving.destroy();
    return scrape();
  };
  const counted = 'hedgerow_http_requests_total{route="/api/v2/esa-check",method="POST",status="';
  await expect.poll(leave, { timeout: 60_000 }).toContain(`${counted}499"}`);
  expect(await scrape()).not.toContain(`${counted}503"}`);
  const lines = readLogLines(written()).lines.filter(({ problem }) => problem === "requestCancelled");
  expect(new Set(lines.map(({ level, status }) => `${level} ${String(status)}`))).toEqual(new Set(["30 499"]));
});
