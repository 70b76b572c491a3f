import { afterAll, beforeAll, expect, it } from "vitest";
import { startTarget, type Target } from "@/tests/attack/support/server";

const MOST = 15;
let target: Target;

// Clients differ by what a trusted proxy says, so that each test is a client of its own.
beforeAll(async () => {
  target = await startTarget({ env: { RATE_LIMIT_ADDRESS_PER_MIN: String(MOST), TRUSTED_PROXIES: "127.0.0.1" } });
});
afterAll(() => target.stop());

const get = (path: string, client: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${target.url}${path}`, { redirect: "manual", headers: { "X-Forwarded-For": client, ...headers } });

const hash = "0".repeat(64);
const WAYS_IN = [
  "/",
  `/verify/${hash}`,
  "/docs/errors",
  "/portal/expired",
  "/portal/f/made-up",
  "/portal/g/made-up",
  "/portal/g/made-up/00000000-0000-4000-8000-000000000000/measures",
  "/portal/g/made-up/tiles/pula/5/7/11",
  "/portal/g/made-up/api/fields/00000000-0000-4000-8000-000000000000/live",
  "/console",
  "/console/sign-in",
  "/console/auth/csrf",
  "/api/v2/openapi.json",
  "/api/v2/mitigations/runoff",
  "/nowhere",
];

it("every way in counts against one quota of the address", async () => {
  expect(WAYS_IN).toHaveLength(MOST);
  for (const path of WAYS_IN) expect((await get(path, "192.0.2.1")).status, path).not.toBe(429);
  for (const path of WAYS_IN.filter((way) => way !== "/nowhere")) {
    const refused = await get(path, "192.0.2.1");
    expect(refused.status, path).toBe(429);
    expect(Number(refused.headers.get("retry-after")), path).toBeGreaterThanOrEqual(1);
    expect(refused.headers.get("x-request-id"), path).not.toBeNull();
  }
  expect((await get("/", "192.0.2.2")).status).toBe(200);
});

it("a client cannot say for itself that it is within the limit, or who it is", async () => {
  const claims = { "X-Hedgerow-Limit": "within", "X-Hedgerow-Peer": "198.51.100.1" };
  for (let sent = 0; sent < MOST; sent += 1) await get("/api/v2/openapi.json", "192.0.2.3", claims);
  expect((await get("/api/v2/openapi.json", "192.0.2.3", claims)).status).toBe(429);
  expect((await get("/verify/x", "192.0.2.3", claims)).status).toBe(429);
});

it("addresses of one IPv6 network are one client", async () => {
  for (let host = 1; host <= MOST; host += 1) await get("/portal/expired", `2001:db8:1:2::${host.toString(16)}`);
  expect((await get("/portal/expired", "2001:db8:1:2:ffff::1")).status).toBe(429);
  expect((await get("/portal/expired", "2001:db8:1:3::1")).status).toBe(200);
});

it("whether the process is alive is answered always", async () => {
  for (let sent = 0; sent < MOST * 2; sent += 1) expect((await get("/api/health", "192.0.2.4")).status).toBe(200);
});

it("the description of the API is sent once to who keeps its tag", async () => {
  const whole = await get("/api/v2/openapi.json", "192.0.2.5");
  const etag = whole.headers.get("etag") ?? "";
  expect(whole.headers.get("cache-control")).toContain("public");
  const again = await get("/api/v2/openapi.json", "192.0.2.5", { "If-None-Match": etag });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
});

it("answers programs in JSON at every address of the API, packed where that is worth it", async () => {
  for (const path of ["/api/v2/esa-check/", "/api/v2//esa-check", "/api/v1/process-field/"]) {
    const answered = await get(path, "192.0.2.5");
    expect([answered.status, answered.headers.get("content-type")], path).toEqual([404, "application/json"]);
    expect(answered.headers.get("ratelimit"), path).toMatch(/^"default";r=\d+;t=\d+$/);
  }
  const packed = await get("/api/v2/openapi.json", "192.0.2.5", { "Accept-Encoding": "br, gzip" });
  expect(packed.headers.get("content-encoding")).toBe("br");
  expect(packed.headers.get("vary")).toBe("Accept-Encoding");
  expect(await packed.json()).toHaveProperty("openapi");
  const tag = packed.headers.get("etag") ?? "";
  expect((await get("/api/v2/openapi.json", "192.0.2.5", { "If-None-Match": tag })).status).toBe(304);
});

it("packs pages and files as it packs answers for programs, once, and no range of a file", async () => {
  const page = await get("/docs/errors", "192.0.2.6", { "Accept-Encoding": "br, gzip" });
  expect(page.headers.get("content-encoding")).toBe("br");
  expect(await page.text()).toMatch(/^<!DOCTYPE html>.*<\/html>$/s);
  const file = "/portal-worker.js";
  const plain = await get(file, "192.0.2.6", { "Accept-Encoding": "identity" });
  expect(plain.headers.get("content-encoding")).toBeNull();
  const script = await plain.text();
  for (const encoding of ["br", "gzip"]) {
    const packed = await get(file, "192.0.2.6", { "Accept-Encoding": encoding });
    expect(packed.headers.get("content-encoding")).toBe(encoding);
    expect(packed.headers.get("vary")).toBe("Accept-Encoding");
    expect(await packed.text()).toBe(script);
    const part = await get(file, "192.0.2.6", { "Accept-Encoding": encoding, Range: "bytes=0-1999" });
    expect([part.status, part.headers.get("content-encoding")]).toEqual([206, null]);
    expect(await part.text()).toBe(script.slice(0, 2000));
  }
});
