import { afterAll, beforeAll, expect, it } from "vitest";
import * as health from "@/app/api/health/route";
import * as ready from "@/app/api/ready/route";
import * as mitigations from "@/app/api/v2/mitigations/[mitigationType]/route";
import * as openapi from "@/app/api/v2/openapi.json/route";
import { PROBLEMS } from "@/lib/domain/errors";
import { answerChecker, documentedSchemas, fetchDocument, type OpenApi } from "@/tests/contract/openapi/documented";
import { askReport } from "@/tests/contract/reports/support";
import { bulkBody, prepareBulk, send as submit } from "@/tests/contract/v2/bulk/support";
import { getCompliance, saved } from "@/tests/contract/v2/compliance/support";
import { sendSoil } from "@/tests/contract/v2/fields/support";
import { askAccess } from "@/tests/contract/v2/portal/support";
import { call, makeCaller, type Caller, type Sent } from "@/tests/support/api";
import { NO_ESA, squareField } from "@/tests/support/requests";
import { connectStub, type Connected, groundOf } from "@/tests/support/soil-ground";

process.env.RATE_LIMIT_REPORTS_PER_MIN = "2";
process.env.BULK_BACKLOG_LIMIT = "1";

let document: OpenApi;
let caller: Caller;
let soil: Connected;
let id: string;
beforeAll(async () => {
  await prepareBulk();
  soil = await connectStub(groundOf([{ box: [-88, 32, -86, 34], mukey: "1", group: "B", slope: 1 }]));
  document = await fetchDocument();
  caller = await makeCaller("headers");
  ({ id } = await saved(caller, { provider_field_id: "field-1" }));
});
afterAll(() => soil.close());

/** An answer of this status that is, headers and body, what the document says. */
async function expectDocumented(answered: Response, status: number, path: string, method: string): Promise<Response> {
  expect(answered.status, await answered.clone().text()).toBe(status);
  expect(await answerChecker(document, path, method)(answered)).toBeNull();
  return answered;
}

const MENU = "/api/v2/mitigations/{mitigation_type}";
const menu = (who: Caller | null, sent: Sent = {}) =>
  call(mitigations.GET, who, { method: "GET", params: { mitigationType: "epa_runoff" }, ...sent });

it("routes without a key", async () => {
  for (const [path, { GET }] of Object.entries({
    "/api/health": health,
    "/api/ready": ready,
    "/api/v2/openapi.json": openapi,
  })) {
    const answered = await call(GET, null, { method: "GET" });
    await expectDocumented(answered, answered.status, path, "get");
  }
});

it("this description: its tag, 304 by that tag, and a limit that is spent", async () => {
  const path = "/api/v2/openapi.json";
  const read = (headers: Record<string, string>) => call(openapi.GET, null, { method: "GET", headers });
  const whole = await expectDocumented(await read({}), 200, path, "get");
  await expectDocumented(await read({ "If-None-Match": whole.headers.get("etag") ?? "" }), 304, path, "get");
  await expectDocumented(await read({ "x-hedgerow-limit": "spent;r=0;t=30" }), 429, path, "get");
});

it("the menu: whole with its tag, 304 by that tag, and refused", async () => {
  const whole = await expectDocumented(await menu(caller), 200, MENU, "get");
  const headers = { "If-None-Match": whole.headers.get("etag") ?? "" };
  await expectDocumented(await menu(caller, { headers }), 304, MENU, "get");
  await expectDocumented(await menu(null), 401, MENU, "get");
  await expectDocumented(await menu(caller, { query: "x=1" }), 422, MENU, "get");
});

it("a portal link, asked for with no body, with an empty one and with one of the wrong type", async () => {
  const path = "/api/v2/applications/{application_event_id}/portal-access";
  const acceptsBody = documentedSchemas(document)(
    "paths",
    path,
    "post",
    "requestBody",
    "content",
    "application/json",
    "schema",
  );
  expect(document.paths[path]?.post?.requestBody?.required).toBe(false);
  await expectDocumented(await askAccess(caller, id), 200, path, "post");
  await expectDocumented(await askAccess(caller, id, { body: {} }), 200, path, "post");
  expect(acceptsBody({})).toBe(true);
  await expectDocumented(await askAccess(caller, id, { raw: "x" }), 415, path, "post");
});

it("a submission: where to look, and when, unless it has ended; and a backlog that is full", async () => {
  const path = "/api/v2/esa-check/bulk";
  const ended = await submit(caller, bulkBody("headers", 1, { products: [NO_ESA] }));
  expect((await expectDocumented(ended, 202, path, "post")).headers.has("retry-after")).toBe(false);
  const open = await submit(caller, bulkBody("headers", 1));
  expect((await expectDocumented(open, 202, path, "post")).headers.has("retry-after")).toBe(true);
  const waited = await submit(caller, bulkBody("headers", 1, { products: [NO_ESA] }), { Prefer: "wait=2" });
  expect((await expectDocumented(waited, 202, path, "post")).headers.get("preference-applied")).toBe("wait=2");
  await expectDocumented(await submit(caller, bulkBody("headers", 2)), 429, path, "post");
});

it("what can be tried again says when: a dependency that failed", async () => {
  soil.stub.setFault("error_500");
  const answered = await sendSoil(caller, { provider_id: "headers", field_boundary: squareField(-87.5, 32.5) });
  soil.stub.setFault(null);
  const retryAfter = (await expectDocumented(answered, 503, "/api/v2/soil/process", "post")).headers.get("retry-after");
  expect(retryAfter).toBe(String(PROBLEMS.dependencyFailed.retryAfterS));
});

it("a limit that was met, in both versions, and a report that is not there", async () => {
  for (const version of ["v1", "v2"] as const) {
    const path = `/api/${version}/fields/{provider_field_id}/reports/runoff`;
    const other = await makeCaller(`headers-${version}`);
    const ask = () => askReport(other, "nowhere", { version });
    await expectDocumented(await ask(), 404, path, "get");
    await expectDocumented(await ask(), 404, path, "get");
    const limited = await expectDocumented(await ask(), 429, path, "get");
    expect(limited.headers.get("ratelimit-policy")).toBe('"default";q=2;w=60');
  }
});

it("a reading", async () => {
  const path = "/api/v2/applications/{application_event_id}/compliance";
  await expectDocumented(await getCompliance(caller, id), 200, path, "get");
  await expectDocumented(await getCompliance(caller, "0198b0a0-0000-7000-8000-000000000000"), 404, path, "get");
});

it("and the checker sees a header that is missing, unknown or of another value", async () => {
  const faultOf = answerChecker(document, MENU, "get");
  const whole = await menu(caller);
  const changed = (change: (headers: Headers) => void): Response => {
    const headers = new Headers(whole.headers);
    change(headers);
    return new Response(null, { status: 304, headers });
  };
  const strip = (headers: Headers) => headers.delete("content-type");
  expect(await faultOf(changed(strip))).toBeNull();
  for (const change of [
    (headers: Headers) => headers.delete("x-request-id"),
    (headers: Headers) => headers.set("x-secret", "1"),
    (headers: Headers) => headers.set("cache-control", "public"),
  ]) {
    expect(
      await faultOf(
        changed((headers) => {
          strip(headers);
          change(headers);
        }),
      ),
    ).toMatch(/^304: header /);
  }
});
