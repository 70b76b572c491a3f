import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainBody } from "@/tests/contract/v2/esa-check/support";
import { startTarget, type Target } from "@/tests/attack/support/server";
import { openRaw } from "@/tests/attack/support/sockets";
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

async function medianCheckMs(checks: number): Promise<number> {
  const times: number[] = [];
  for (let sent = 0; sent < checks; sent += 1) times.push(await checkMs());
  return times.sort((a, b) => a - b)[Math.floor(checks / 2)] ?? Infinity;
}

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
    const body = NONSENSE["empty rings"]();
    const quiet = await medianCheckMs(30);
    let isOver = false;
    let sent = 0;
    const attack = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        await post(CHECK, attacker, body).then(
          (response) => response.text(),
          () => undefined,
        );
        sent += 1;
      }
    });
    const attacked = await medianCheckMs(30);
    isOver = true;
    await Promise.all(attack);
    console.log(`check p50: ${quiet.toFixed(1)} ms alone, ${attacked.toFixed(1)} ms beside ${sent} bodies of 5 MB`);
    expect(sent).toBeGreaterThan(0);
    expect(attacked).toBeLessThan(quiet * 20);
  });
});

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
    const others = medianCheckMs(10);
    const response = await submitted;
    expect(response.status, (await response.text()).slice(0, 1_000)).toBe(202);
    expect(await others).toBeGreaterThan(0);
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
