import { beforeAll, describe, expect, it } from "vitest";
import * as unknownRoutes from "@/app/api/[[...path]]/route";
import * as health from "@/app/api/health/route";
import * as ready from "@/app/api/ready/route";
import * as mitigations from "@/app/api/v2/mitigations/[mitigationType]/route";
import * as check from "@/app/api/v2/esa-check/route";
import * as openApi from "@/app/api/v2/openapi.json/route";
import { healthResponse, readyResponse } from "@/lib/contracts/v2/plain";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import type { Handler } from "@/lib/http/api/route";
import { plainBody } from "@/tests/contract/v2/esa-check/support";
import { keepLog } from "@/tests/contract/v2/http/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { loadCatalogue } from "@/tests/support/reference-data";

let caller: Caller;
beforeAll(async () => {
  await loadCatalogue();
  caller = await makeCaller("routes");
});

const VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Routes = Record<(typeof VERBS)[number], Handler>;

describe("verbs", () => {
  it.each<[string, Routes, (typeof VERBS)[number][]]>([
    ["esa-check", check, ["POST"]],
    ["openapi.json", openApi, ["GET", "HEAD"]],
    ["health", health, ["GET", "HEAD"]],
    ["ready", ready, ["GET", "HEAD"]],
  ])("%s answers its own and 405 with Allow to every other", async (_title, routes, own) => {
    for (const verb of VERBS.filter((each) => !own.includes(each))) {
      const answered = await call(routes[verb], null, { method: verb });
      expect(answered.headers.get("allow")).toBe(own.join(", "));
      const found = await refusal(answered, 405);
      expect(found).toMatchObject({ code: "METHOD_NOT_ALLOWED", retryable: false });
    }
  });

  it("HEAD says what GET says, without the body", async () => {
    for (const routes of [openApi, health, mitigations]) {
      const asked = { params: { mitigationType: "epa_runoff" }, headers: { "X-Request-ID": "head-1" } };
      const [whole, head] = await Promise.all([
        call(routes.GET, caller, { method: "GET", ...asked }),
        call(routes.HEAD, caller, { method: "HEAD", ...asked }),
      ]);
      expect([head.status, await head.text()]).toEqual([whole.status, ""]);
      const said = ({ headers }: Response) =>
        Object.entries(Object.fromEntries(headers)).filter(([name]) => name !== "ratelimit");
      expect(said(head)).toEqual(said(whole));
    }
  });

  it.each(VERBS)("an unknown route is 404 NOT_FOUND by %s, with a key and without", async (verb) => {
    for (const who of [null, caller]) {
      const answered = await call(unknownRoutes[verb], who, { method: verb });
      expect((await refusal(answered, 404)).code).toBe("NOT_FOUND");
    }
  });
});

describe("an unknown route", () => {
  it.each([
    ["http://localhost:3000/api/v2/esa-check/", "There is no such route. No route ends with a slash."],
    ["http://localhost:3000/api/v2/esa_check", "There is no such route. Every route is in /api/v2/openapi.json."],
  ])("%s is refused with what may help", async (url, message) => {
    expect(
      (
        await refusal(
          await unknownRoutes.POST(new Request(url, { method: "POST" }), { params: Promise.resolve({}) }),
          404,
        )
      ).message,
    ).toBe(message);
  });
});

const good = () => ({ body: plainBody("routes") });
const kinds: [number, (headers: Record<string, string>) => Promise<Response>][] = [
  [200, (headers) => call(check.POST, caller, { ...good(), headers })],
  [
    400,
    (headers) => call(check.POST, caller, { raw: "{", headers: { "Content-Type": "application/json", ...headers } }),
  ],
  [401, (headers) => call(check.POST, null, { ...good(), headers })],
  [403, (headers) => call(check.POST, caller, { body: plainBody("no-one"), headers })],
  [404, (headers) => call(unknownRoutes.GET, null, { method: "GET", headers })],
  [405, (headers) => call(check.GET, null, { method: "GET", headers })],
  [
    413,
    (headers) =>
      call(check.POST, caller, {
        raw: " ".repeat(5_300_000),
        headers: { "Content-Type": "application/json", ...headers },
      }),
  ],
  [415, (headers) => call(check.POST, caller, { raw: "{}", headers: { "Content-Type": "text/plain", ...headers } })],
  [422, (headers) => call(check.POST, caller, { body: {}, headers })],
];

describe.each(kinds)("an answer with status %i", (status, send) => {
  it("keeps the caller's request id, says it in the body and is not to be stored", async () => {
    const answered = await send({ "X-Request-ID": "My.request_id-0123456789" });
    expect(answered.status).toBe(status);
    expect(answered.headers.get("x-request-id")).toBe("My.request_id-0123456789");
    expect(answered.headers.get("cache-control")).toBe("no-store");
    if (status !== 200) expect((await refusal(answered, status)).request_id).toBe("My.request_id-0123456789");
  });

  it.each(["", "a b", "x".repeat(129), "né", "a/b", "<script>", 'a"b'])("replaces the request id %j", async (sent) => {
    const answered = await send({ "X-Request-ID": sent });
    expect(answered.status).toBe(status);
    expect(answered.headers.get("x-request-id")).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it("gives every request an id of its own", async () => {
    const [one, two] = await Promise.all([send({}), send({})]);
    expect(one.headers.get("x-request-id")).not.toBe(two.headers.get("x-request-id"));
  });
});

describe("routes without a key", () => {
  it("health, readiness and the description answer anybody", async () => {
    expect(await answer(await call(health.GET, null, { method: "GET" }), healthResponse)).toEqual({ status: "ok" });
    const isReady = await call(ready.GET, null, { method: "GET" });
    readyResponse.parse(await isReady.json());
    const described = await call(openApi.GET, null, { method: "GET" });
    expect(described.status).toBe(200);
    expect(described.headers.get("content-type")).toBe("application/json");
  });
});

describe("the log", () => {
  it("has one line a request, with its id and without key, mail, link or boundary", async () => {
    const lines = await keepLog();
    const body = plainBody("routes", { user_email: "grower@example.org", field_name: "Secret quarter" });
    const headers = { "X-Request-ID": "logged-1" };
    await answer(await call(check.POST, caller, { body, headers }), esaCheckResponse);
    await refusal(await call(check.POST, caller, { body: { ...body, gpa: -1 }, headers }), 422);
    expect(lines.map(({ request_id, route, status, provider }) => [request_id, route, status, provider])).toEqual([
      ["logged-1", "/api/v2/esa-check", 200, "routes"],
      ["logged-1", "/api/v2/esa-check", 422, "routes"],
    ]);
    const text = JSON.stringify(lines);
    for (const secret of [caller.apiKey, "grower@example.org", "Secret quarter", "32.89", "coordinates"]) {
      expect(text).not.toContain(secret);
    }
  });
});
