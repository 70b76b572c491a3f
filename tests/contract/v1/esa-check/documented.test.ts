import { beforeAll, expect, it } from "vitest";
import { answerChecker, fetchDocument } from "@/tests/contract/openapi/documented";
import { plainV1Body, send, v1CheckBody } from "@/tests/contract/v1/esa-check/support";
import { GROUND, loadGround, rowCounts } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller, type Sent } from "@/tests/support/api";
import { fuzzedRequest, type FuzzedRequest } from "@/tests/support/fuzz-requests";
import { DC125_TEXT } from "@/tests/support/requests";
import { SEED } from "@/tests/support/seed";

process.env.RATE_LIMIT_WRITES_PER_MIN = "1000000000";
process.env.RATE_LIMIT_ADDRESS_PER_MIN = "1000000000";

const PROVIDER = "v1-documented";
/** `FUZZ_REQUESTS` raises the count, `TEST_SEED` repeats a run. */
const COUNT = Number(process.env.FUZZ_REQUESTS ?? 150);
const JSON_TYPE = { "Content-Type": "application/json" };

let caller: Caller;
let faultOf: (response: Response) => Promise<string | null>;
beforeAll(async () => {
  await loadGround(
    [{ pulaId: 1, codes: "DC125", geometry: GROUND }],
    [{ pulaId: 1, registration: "264-1241", code: "DC125", limitation: DC125_TEXT, methods: ["Ground"] }],
  );
  caller = await makeCaller(PROVIDER);
  faultOf = answerChecker(await fetchDocument(), "/api/v1/esa-check", "post");
});

it.each<[string, number, () => Sent]>([
  ["a saved check", 200, () => ({ body: v1CheckBody(PROVIDER) })],
  [
    "one with geometry",
    200,
    () => ({ body: v1CheckBody(PROVIDER, { include_geometry: true, user_email: "a@b.org" }) }),
  ],
  ["an early exit", 200, () => ({ body: plainV1Body(PROVIDER) })],
  ["invalid input", 400, () => ({ body: v1CheckBody(PROVIDER, { gpa: 0, application_method: "x" }) })],
  ["a broken body", 400, () => ({ raw: "{", headers: JSON_TYPE })],
  ["another provider", 403, () => ({ body: v1CheckBody("other") })],
  ["a conflict", 409, () => ({ body: v1CheckBody(PROVIDER, { provider_field_id: "elsewhere" }) })],
  ["a body too large", 413, () => ({ raw: " ".repeat(5_300_000), headers: JSON_TYPE })],
  ["another content type", 415, () => ({ raw: "{}", headers: { "Content-Type": "text/plain" } })],
])("%s is answered %i, as the document says", async (_title, status, sent) => {
  const response = await send(caller, sent());
  expect(response.status).toBe(status);
  expect(await faultOf(response)).toBeNull();
});

/** What is wrong with the answer to a request; null when nothing is. */
async function wrongWith({ raw, headers, query, ...request }: FuzzedRequest): Promise<string | null> {
  const sent = { raw: new TextEncoder().encode(raw), headers, ...(query === undefined ? {} : { query }) };
  const response = await send(request.isStranger ? null : caller, sent);
  if (response.status >= 500 || response.status === 422) return `status ${response.status}`;
  if (request.isValid && response.status !== 200 && response.status !== 409) {
    return `a valid request was answered ${response.status}: ${(await response.clone().text()).slice(0, 500)}`;
  }
  if (response.headers.get("sunset") === null) return "not marked as deprecated";
  return faultOf(response);
}

it(
  `${COUNT} requests, valid by version 2 and changed, are answered below 500 and as documented (seed ${SEED})`,
  async () => {
    for (let number = 0; number < COUNT; number += 1) {
      const request = fuzzedRequest(SEED, number, { providerId: PROVIDER, lon: -87.25, lat: 32.9 });
      expect(await wrongWith(request), `seed ${SEED}, request ${number}\n${request.raw.slice(0, 1500)}`).toBeNull();
    }
    expect((await rowCounts(PROVIDER)).claim).toBe(0);
  },
  60_000 + COUNT * 100,
);
