import { afterAll, beforeAll, expect, it } from "vitest";
import { startTarget, type Target } from "@/tests/attack/support/server";
import { openRaw } from "@/tests/attack/support/sockets";

let target: Target;
beforeAll(async () => {
  target = await startTarget({ env: { RATE_LIMIT_ADDRESS_PER_MIN: "100000" } });
});
afterAll(() => target.stop());

/** The whole answer to a request as it is written, on a connection that ends with it. */
async function raw(line: string, headers: string[] = [], body = ""): Promise<string> {
  const head = [line, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n");
  const { received, closed } = await openRaw(target.port, head + body);
  await closed;
  return received();
}
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

it.each([
  "/_next/static/../../package.json",
  "/_next/static/..%2f..%2fpackage.json",
  "/_next/static/%2e%2e/%2e%2e/package.json",
  "/_next/static/..%5c..%5cpackage.json",
  "/maplibre/..%2f..%2f.data/secrets.json",
  "/.env",
  "/.data/secrets.json",
  "/_next/static/chunks/%00",
])("no file beside those that are served: %s", async (path) => {
  const answer = await raw(`GET ${path} HTTP/1.1`);
  expect(statusOf(answer)).toBeGreaterThanOrEqual(300);
  expect(statusOf(answer)).toBeLessThan(500);
  expect(answer).not.toMatch(/"dependencies"|API_KEY_HASH_SECRET/);
});

it.each(["//elsewhere.example/", "/\\elsewhere.example/", "/%5celsewhere.example", "//elsewhere.example/console"])(
  "%s leads to no other site",
  async (path) => {
    const location = /^location: (.*)\r$/im.exec(await raw(`GET ${path} HTTP/1.1`))?.[1] ?? "/";
    expect(new URL(location, target.url).hostname).not.toBe("elsewhere.example");
    expect(location).not.toMatch(/^[/\\]{2}/);
  },
);

it.each([
  ["x-middleware-subrequest: middleware:middleware:middleware:middleware:middleware"],
  ["X-Original-URL: /api/health"],
  ["X-Rewrite-URL: /api/health"],
  ["X-HTTP-Method-Override: GET"],
  ["X-Forwarded-Host: elsewhere.example"],
  ["X-Forwarded-For: 127.0.0.1"],
])("%s opens nothing that is closed", async (header) => {
  const console = await raw("GET /console/providers HTTP/1.1", [header]);
  expect(statusOf(console)).not.toBe(200);
  expect(console).not.toContain("elsewhere.example");
  expect(statusOf(await raw("GET /api/v2/usage HTTP/1.1", [header]))).toBe(401);
});

it.each([
  ["two lengths", ["Content-Length: 5", "Content-Length: 6"]],
  ["a length and chunks", ["Content-Length: 5", "Transfer-Encoding: chunked"]],
  ["chunks of an unknown coding", ["Transfer-Encoding: chunked, cow"]],
  ["a name with a space", ["Transfer-Encoding : chunked"]],
  ["a folded line", ["X-A: b", "  Transfer-Encoding: chunked"]],
])("a body whose end is said in two ways is refused, and hides no second request: %s", async (_what, headers) => {
  const hidden = "0\r\n\r\nGET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const answer = await raw("POST /api/v2/esa-check HTTP/1.1", headers, hidden);
  expect([400, 401]).toContain(statusOf(answer));
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
});

it.each(["TRACE", "PROPFIND", "DELETE"])("%s gives nothing back of what was sent", async (method) => {
  const answer = await raw(`${method} /api/v2/esa-check HTTP/1.1`, ["Cookie: secret=of-a-victim"]);
  expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
  expect(answer).not.toContain("of-a-victim");
});

it.each([
  ["a page", "GET /", 200],
  ["a page that is not there", "GET /nowhere", 404],
  ["an answer of the API", "GET /api/health", 200],
  ["a refusal of the API", "POST /api/v2/esa-check", 401],
  ["a route that is not there", "GET /api/v2/nowhere", 404],
  ["a path that is no text", "GET /%ff", 404],
  ["the description", "GET /api/v2/openapi.json", 200],
  ["the assistants' way in", "GET /mcp", 405],
  ["a file", "GET /portal-worker.js", 200],
])("%s says what it is, that a browser may not guess, and to come back over TLS", async (_what, line, status) => {
  const answer = await raw(`${line} HTTP/1.1`, ["X-Forwarded-Proto: https"]);
  expect(statusOf(answer)).toBe(status);
  expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
  expect(answer).toMatch(/^strict-transport-security: max-age=31536000; includeSubDomains\r$/im);
  const type = /^content-type: (.*)\r$/im.exec(answer)?.[1] ?? "";
  // JSON and pictures define no charset; whatever is text or XML says its own.
  expect(type).toMatch(/^(application\/(json|problem\+json)|image\/[a-z.+-]+|.*; ?charset=utf-8)$/i);
  expect(await raw(`${line} HTTP/1.1`)).not.toMatch(/^strict-transport-security:/im);
});
