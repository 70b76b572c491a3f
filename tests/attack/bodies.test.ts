import { fork } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainBody } from "@/tests/contract/v2/esa-check/support";
import { rounds } from "@/tests/attack/support/rounds";
import { startTarget, type Target } from "@/tests/attack/support/server";
import { openRaw, until } from "@/tests/attack/support/sockets";
import { makeCaller, type Caller } from "@/tests/support/api";
import { loadCatalogue } from "@/tests/support/reference-data";

const CHECK = "/api/v2/esa-check";
let target: Target;
let attacker: Caller;
let other: Caller;

beforeAll(async () => {
  await loadCatalogue();
  attacker = await makeCaller("bodies-attacker");
  other = await makeCaller("bodies-other");
  target = await startTarget({ env: { RATE_LIMIT_WRITES_PER_MIN: "100000", RATE_LIMIT_ADDRESS_PER_MIN: "100000" } });
  await checkMs();
});
afterAll(() => target.stop());

const post = (path: string, { apiKey }: Caller, body: string): Promise<Response> =>
  fetch(`${target.url}${path}`, {
    method: "POST",
    headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
    body,
  });

/** How long another provider's check takes now, milliseconds. */
async function checkMs(): Promise<number> {
  const started = performance.now();
  const response = await post(CHECK, other, JSON.stringify(plainBody("bodies-other")));
  await response.text();
  expect(response.status).toBe(200);
  return performance.now() - started;
}

interface Latency {
  p50: number;
  mean: number;
}

async function checkLatency(checks: number): Promise<Latency> {
  const times: number[] = [];
  for (let sent = 0; sent < checks; sent += 1) times.push(await checkMs());
  const mean = times.reduce((sum, time) => sum + time, 0) / checks;
  return { p50: times.sort((a, b) => a - b)[Math.floor(checks / 2)] ?? Infinity, mean };
}

const inWords = ({ p50, mean }: Latency): string => `p50 ${p50.toFixed(1)} ms, mean ${mean.toFixed(1)} ms`;

const withBoundary = (coordinates: string): string =>
  JSON.stringify(plainBody("bodies-attacker", { field_boundary: "HERE" })).replace(
    '"HERE"',
    `{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":${coordinates}}}`,
  );

/** A body of about five megabytes, most of it one value after the other. */
const repeated = (one: string, bytes = 5_000_000): string =>
  Array.from({ length: Math.floor(bytes / (one.length + 1)) }, () => one).join(",");

const NONSENSE = {
  "empty rings": () => withBoundary(`[${repeated("[]")}]`),
  "empty products": () =>
    JSON.stringify(plainBody("bodies-attacker", { products: [] })).replace(
      '"products":[]',
      `"products":[${repeated("{}")}]`,
    ),
  "unknown members": () => `{${repeated('"a":1')}}`,
  numbers: () => withBoundary(`[[${repeated("[1,2]")}]]`),
};

describe("five megabytes of nonsense under a good key", () => {
  it.each(Object.entries(NONSENSE))("%s are refused with 413 while they are read", async (_what, body) => {
    // Read from the socket: a client that goes on sending may not see the answer through fetch.
    const text = body();
    const head = [
      `POST ${CHECK} HTTP/1.1`,
      "Host: localhost",
      `X-API-Key: ${attacker.apiKey}`,
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
      "",
      "",
    ].join("\r\n");
    const { received, closed } = await openRaw(
      target.port,
      `${head}${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
    );
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 413 /);
    expect(received()).toMatch(/connection: close/i);
    expect(received()).toContain("REQUEST_FAILED");
  });

  it("hardly slows another provider's check", async () => {
    await checkLatency(20);
    const quiet = await checkLatency(rounds(60));
    const flood = startFlood(NONSENSE["empty rings"](), 8);
    try {
      expect(await until(() => flood.answers() > 0)).toBe(true);
      const attacked = await checkLatency(rounds(60));
      console.log(`check alone: ${inWords(quiet)}; beside ${flood.answers()} refusals: ${inWords(attacked)}`);
      // The flood takes processor time of its own on the same machine.
      expect(attacked.mean).toBeLessThan(quiet.mean * 20);
    } finally {
      flood.stop();
    }
  });
});

/** Sends a body over and over from another process. */
function startFlood(body: string, connections: number) {
  const child = fork(
    new URL("./support/flood.mjs", import.meta.url),
    [String(target.port), CHECK, attacker.apiKey, String(connections)],
    { execArgv: [] },
  );
  let answers = 0;
  child.on("message", () => (answers += 1));
  child.send({ body });
  return { answers: () => answers, stop: () => child.kill("SIGKILL") };
}

describe("a bulk submission", () => {
  const POSITIONS = 5_000;
  const FIELDS = 100;
  const ring = (index: number): number[][] => {
    const points = Array.from({ length: POSITIONS - 1 }, (_, at) => {
      const angle = (2 * Math.PI * at) / (POSITIONS - 1);
      return [-93.5 + index * 0.01 + 0.004 * Math.cos(angle), 42.0 + 0.004 * Math.sin(angle)];
    });
    return [...points, ...points.slice(0, 1)];
  };
  const submission = (): string => {
    const OF_FIELD = new Set(["application_id", "field_name", "field_boundary"]);
    const defaults = Object.entries(plainBody("bodies-attacker")).filter(([name]) => !OF_FIELD.has(name));
    const fields = Array.from({ length: FIELDS }, (_, index) => ({
      application_id: `large-${index}`,
      field_name: `Large ${index}`,
      field_boundary: { type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: [ring(index)] } },
    }));
    return JSON.stringify({ ...Object.fromEntries(defaults), provider_group_id: "large", fields });
  };

  it("may have 100 fields of 5,000 positions, and others are served meanwhile", async () => {
    const body = submission();
    expect(body.length).toBeGreaterThan(10_000_000);
    const submitted = post("/api/v2/esa-check/bulk", attacker, body);
    const others = checkLatency(10);
    const response = await submitted;
    expect(response.status, (await response.text()).slice(0, 1_000)).toBe(202);
    expect((await others).p50).toBeGreaterThan(0);
  });

  it("has no field larger than a check may be", async () => {
    const text = submission().replace(
      '"Large 7","field_boundary":',
      `"Large 7","x":[${repeated("[]", 200_000)}],"field_boundary":`,
    );
    const response = await post("/api/v2/esa-check/bulk", attacker, text).catch(() => null);
    // The answer comes before the body's end; a client that is still sending may see a closed connection instead.
    if (response !== null) expect(response.status).toBe(413);
    expect((await fetch(`${target.url}/api/health`)).status).toBe(200);
  });
});
