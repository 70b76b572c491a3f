import { request as send } from "node:http";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "@/bench/support/build";
import { startTarget, type Target } from "@/tests/attack/support/server";
import { loadGround } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { checkBody } from "@/tests/support/requests";

/** The lane answers what Next's router answers, to the byte: one process with it, one without it, asked the same in turns. */
let lane: Target;
let router: Target;
let caller: Caller;
let body: Record<string, unknown>;
/** Each limit has a figure of its own, by which an answer shows which of them counted it. */
const env = {
  RATE_LIMIT_ADDRESS_PER_MIN: "1000000",
  RATE_LIMIT_READS_PER_MIN: "100000",
  RATE_LIMIT_WRITES_PER_MIN: "200000",
};

beforeAll(async () => {
  await loadGround();
  caller = await makeCaller("lane");
  body = checkBody("lane", { provider_field_id: "lane-field", application_id: "lane-1" });
  lane = await startTarget({ env });
  router = await startTarget({ env: { ...env, API_LANE: "off" } });
});
afterAll(() => Promise.all([lane.stop(), router.stop()]));

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  text?: string;
}

interface Answered {
  status: string;
  headers: string[];
  body: string;
  /** How many requests the answer counted against its limit; null where a new minute began in between. */
  spent: number | null;
}

interface Seen {
  left: number;
  resetS: number;
  atMs: number;
}

/** What each process said last of each limit: their minutes do not begin together, so what is left may differ. */
const lastSeen = new Map<string, Seen>();
const MINUTE_MS = 60_000;

function spentBy({ port }: Pick<Target, "port">, raw: readonly string[]): number | null {
  const valueOf = (name: string): string => raw[raw.indexOf(name) + 1] ?? "";
  const [, left, resetS] = /;r=(\d+);t=(\d+)$/.exec(valueOf("RateLimit")) ?? [];
  if (left === undefined) return 0;
  const now: Seen = { left: Number(left), resetS: Number(resetS), atMs: performance.now() };
  const limit = `${port} ${valueOf("RateLimit-Policy")}`;
  const before = lastSeen.get(limit);
  lastSeen.set(limit, now);
  const isSameMinute = before !== undefined && now.resetS <= before.resetS && now.atMs - before.atMs < MINUTE_MS - 1000;
  return isSameMinute ? before.left - now.left : null;
}

/** Times differ from answer to answer, and what pages are sealed with. Nothing else may. */
const withoutTimes = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "TIME")
    .replaceAll(/("remaining":|;r=)\d+/g, "$1N")
    .replaceAll(/("resets_in_seconds":|;t=|^retry-after: )\d+/g, "$1N")
    .replaceAll(/nonce(["\\:=-]+)[A-Za-z0-9+/]{22}==/g, "nonce$1N")
    .replaceAll(/\/portal\/f\/[\w.-]+/g, "/portal/f/LINK");

/** The answer as it comes over the wire, before anything is made of it. */
const ask = ({ port }: Target, { method = "GET", path, headers = {}, text }: Asked): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const request = send({
      port,
      host: "127.0.0.1",
      method,
      path,
      agent: false,
      // Both are asked under one name: a redirect repeats it.
      headers: { Host: "hedgerow.test", "X-Request-ID": "lane-and-router", ...headers },
    });
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const isText = response.headers["content-encoding"] === undefined;
        resolve({
          status: `${response.statusCode ?? 0} ${response.statusMessage ?? ""}`,
          headers: pairs(response.rawHeaders),
          spent: spentBy({ port }, response.rawHeaders),
          body: isText ? withoutTimes(bytes.toString("latin1")) : bytes.toString("base64"),
        });
      });
    });
    request.end(text);
  });

const pairs = (raw: readonly string[]): string[] =>
  raw
    .flatMap((name, index) => (index % 2 === 0 ? [`${name.toLowerCase()}: ${raw[index + 1] ?? ""}`] : []))
    .filter((line) => !line.startsWith("date: "))
    .map(withoutTimes)
    .sort();

async function expectSame(asked: Asked): Promise<Answered> {
  const [ours, nexts] = [await ask(lane, asked), await ask(router, asked)];
  // Both count a request alike, unless a minute ended for one of them.
  if (ours.spent === null || nexts.spent === null) ours.spent = nexts.spent = null;
  expect(ours, `${asked.method ?? "GET"} ${asked.path} ${JSON.stringify(asked.headers ?? {})}`).toEqual(nexts);
  return ours;
}

const withKey = () => ({ "X-API-Key": caller.apiKey });
const json = () => ({ ...withKey(), "Content-Type": "application/json" });
const VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Every route of the API that the build has, with names that no one uses. */
const routes = (): string[] => {
  const manifest = JSON.parse(readFileSync(`${ROOT}/.next/server/app-paths-manifest.json`, "utf8")) as object;
  return Object.keys(manifest)
    .filter((name) => name.startsWith("/api/") && !name.startsWith("/api/ready"))
    .map((name) =>
      name
        .replace(/\/route$/, "")
        .replace("[[...path]]", "no/such")
        .replaceAll(/\[\w+\]/g, "no-such"),
    );
};

it("the lane is open in the one process and closed in the other", () => {
  expect(lane.log()).not.toContain("goes by Next's router");
  expect(router.log()).not.toContain("goes by Next's router");
});

describe("every route", () => {
  it.each(VERBS)("%s, with a key and no body", async (method) => {
    expect(routes().length).toBeGreaterThan(45);
    for (const path of routes()) {
      if (method === "GET" || method === "POST") await expectSame({ method, path });
      await expectSame({ method, path, headers: withKey() });
    }
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])(
    "%s with a body that says nothing, and with one that is broken",
    async (method) => {
      for (const path of routes()) {
        await expectSame({ method, path, headers: json(), text: "{}" });
        if (method === "POST") await expectSame({ method, path, headers: json(), text: '{"a":' });
      }
    },
  );
});

describe("odd addresses", () => {
  it.each([
    "/api",
    "/api/",
    "/api?x=1",
    "/apis",
    "/api/v2",
    "/api/v3/esa-check",
    "/API/v2/issue-codes",
    "/api/v2/Issue-Codes",
    "/api/v2/issue-codes/",
    "/api//v2/issue-codes",
    "/api/v2//issue-codes",
    "/api/v2/./issue-codes",
    "/api/v2/../v2/issue-codes",
    "/api/v2/%2e%2e/v2/issue-codes",
    "/api/v2/x/..",
    "/api/v2\\issue-codes",
    "/api/v2/issue%2Dcodes",
    "/api/v2/issue-codes%2F",
    "/api/v2/products/a%2Fb",
    "/api/v2/products/a%20b",
    "/api/v2/products/%C3%A9",
    "/api/v2/products/%ff",
    "/api/v2/products/%",
    "/api/v2/products/a;b=1",
    "/api/v2/products/a+b",
    "/api/v2/products/$toString",
    "/api/v2/products/__proto__",
    "/api/v2/products/constructor",
    "/api/v2/products/264-1241",
    "/api/v2/products/lookup",
    "/api/v2/products/[registration]",
    "/api/v2/products?q=stryax&limit=2",
    "/api/v2/products?q=a&q=b",
    "/api/v2/products?q=%ff",
    "/api/v2/products?",
    "/api/v2/products?q=x&_rsc=1",
    "/api/v2/products?q=x&nxtPq=y",
    "/api/v2/products?q=x#part",
    "/api/v2/applications/lane-1/compliance?include_geometry=perhaps",
    "/api/v2/mitigations/epa_runoff",
    "/api/v2/mitigations/nothing",
    "/api/[[...path]]",
    "/api/v2/route",
    "/api/v2/issue-codes.json",
    "/api/v2/issue-codes.rsc",
    "/api/health",
    "/api/healthy",
    "/_next/data/x/api/v2/issue-codes.json",
    "*",
    "http://hedgerow.test/api/v2/issue-codes",
  ])("%s", async (path) => {
    for (const method of ["GET", "POST", "OPTIONS"]) await expectSame({ method, path, headers: withKey() });
  });

  it.each(["TRACE", "PROPFIND", "get", "SEARCH"])("the method %s", async (method) => {
    await expectSame({ method, path: "/api/v2/issue-codes" });
  });
});

describe("headers", () => {
  it.each<[string, Record<string, string | string[]>]>([
    [
      "of Next's router",
      { RSC: "1", "Next-Router-State-Tree": "[]", "Next-Router-Prefetch": "1", "X-Nextjs-Data": "1" },
    ],
    ["of Next's actions", { "Next-Action": "x", Origin: "http://elsewhere.test" }],
    [
      "of Next's inner requests",
      { "X-Middleware-Subrequest": "middleware", "X-Invoke-Path": "/", "X-Matched-Path": "/" },
    ],
    ["of Next's preview", { "X-Prerender-Revalidate": "x", Cookie: "__prerender_bypass=x; __next_preview_data=y" }],
    ["of a proxy", { "X-Forwarded-Host": "other.test", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1" }],
    ["that ask for problem details", { Accept: "application/problem+json" }],
    ["that came twice", { Accept: ["application/json", "application/problem+json"], "Idempotency-Key": ["a", "b"] }],
    ["that are empty", { "X-API-Key": "", Accept: "" }],
    ["in letters of Europe", { "X-API-Key": "hr_test_\u00e9\u00fc" }],
    ["that claim to be ours", { "X-Hedgerow-Limit": "spent;r=0;t=1", "X-Hedgerow-Peer": "x" }],
    ["that name an object's own", { constructor: "x", "to-string": "y", __proto__: "z" }],
  ])("%s", async (_title, headers) => {
    for (const path of ["/api/v2/issue-codes", "/api/v2/products?q=x", "/api/v1/esa-check", "/api/nothing"]) {
      await expectSame({ path, headers });
      await expectSame({ path, headers: { ...withKey(), ...headers } });
      await expectSame({ method: "POST", path, headers: { ...json(), ...headers }, text: "{}" });
    }
  });

  it.each(["gzip", "br", "deflate", "gzip;q=0.5, br", "identity", "*", "zstd"])("packed for %s", async (encoding) => {
    const headers = { ...withKey(), "Accept-Encoding": encoding };
    for (const path of [
      "/api/v2/openapi.json",
      "/api/v2/issue-codes",
      "/api/v2/mitigations/epa_runoff",
      "/api/v2/records.csv?year=2026",
      "/api/v2/usage?x=1",
      "/api/nothing",
    ]) {
      await expectSame({ path, headers });
      await expectSame({ method: "HEAD", path, headers });
    }
  });

  it("of a caller who has the answer", async () => {
    for (const path of ["/api/v2/openapi.json", "/api/v2/mitigations/epa_runoff"]) {
      const { headers } = await expectSame({ path, headers: withKey() });
      const tag = headers.find((line) => line.startsWith("etag: "))?.slice(6) ?? "none";
      for (const known of [tag, `W/${tag}`, '"other"', "*"]) {
        const { status } = await expectSame({ path, headers: { ...withKey(), "If-None-Match": known } });
        expect(status.startsWith("304")).toBe(known !== '"other"');
      }
    }
  });
});

describe("work", () => {
  const post = (path: string, sent: unknown, headers: Record<string, string> = {}) =>
    expectSame({ method: "POST", path, headers: { ...json(), ...headers }, text: JSON.stringify(sent) });

  it("a check, by both versions, and what is read of it afterwards", async () => {
    const checked = await post("/api/v2/esa-check", body);
    expect(checked.status).toBe("200 OK");
    const [, id] = /"application_event_id":"([^"]+)"/.exec(checked.body) ?? [];
    expect((await post("/api/v2/esa-check?explain=true", body, { "Accept-Encoding": "identity" })).status).toBe(
      "200 OK",
    );
    await post("/api/v1/esa-check", body);
    const at = `/api/v2/applications/${id ?? ""}`;
    expect((await expectSame({ path: `${at}/compliance`, headers: withKey() })).status).toBe("200 OK");
    for (const path of [
      `${at}/compliance?include_geometry=true&explain=true`,
      `${at}/attestations`,
      `${at}/record`,
      `${at}/spray-windows`,
      `${at}/machine-files?format=isoxml`,
      "/api/v2/fields?account_id=account-1",
      "/api/v2/applications?application_id=lane-1",
      "/api/v2/records.csv?year=2026",
    ]) {
      await expectSame({ path, headers: withKey() });
    }
    const wind = { wind_direction_deg: 225, wind_speed_mph: 7.5, temperature_f: 71, humidity_percent: 64 };
    await post(`${at}/drift-buffer/compute?wind_rose=true`, { ...wind, geometry: "full" });
  });

  it("a report, which is a file", async () => {
    const { status, headers } = await expectSame({
      method: "HEAD",
      path: "/api/v2/fields/lane-field/reports/runoff?year=2026",
      headers: withKey(),
    });
    expect(status).toBe("200 OK");
    expect(headers).toContain("content-type: application/pdf");
  });

  it("a body of the wrong kind, of the wrong provider, too large, in pieces, and none where one is needed", async () => {
    const check = "/api/v2/esa-check";
    await expectSame({
      method: "POST",
      path: check,
      headers: { ...withKey(), "Content-Type": "text/plain" },
      text: "{}",
    });
    await expectSame({ method: "POST", path: check, headers: withKey(), text: "{}" });
    await expectSame({ method: "POST", path: check, headers: { ...json(), "Content-Encoding": "gzip" }, text: "{}" });
    await expectSame({
      method: "POST",
      path: check,
      headers: { ...json(), "Transfer-Encoding": "chunked" },
      text: "{}",
    });
    await post(check, { ...body, provider_id: "other" });
    await post(check, { ...body, application_date: "never", unknown: 1 });
    await expectSame({ method: "GET", path: "/api/v2/issue-codes", headers: json(), text: "{}" });
    const { status } = await post(check, { ...body, field_name: "x".repeat(6_000_000) });
    expect(status).toBe("413 Payload Too Large");
  });
});
