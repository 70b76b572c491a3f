import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as unknownRoutes from "@/app/api/[[...path]]/route";
import * as processFieldRoute from "@/app/api/v1/process-field/route";
import { sendV1Field, v1Field } from "@/tests/contract/v1/support";
import { holdGround, rowCounts, snapshot, sql } from "@/tests/contract/v2/esa-check/support";
import { faultyBoundaries } from "@/tests/contract/v2/fields/bad-boundaries";
import { COUNTY, fieldBody, fieldOn, prepareFields, SOIL } from "@/tests/contract/v2/fields/support";
import { makeCaller, refusal, type Caller, type Sent } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";
import { callV1, expectDeprecated, v1Detail, v1Faults } from "@/tests/support/v1";

const { POST } = processFieldRoute;
const SUCCESSOR = "/api/v2/process-field";
/** What follows a route that does not exist, or does not answer a verb: the description of them all. */
const DESCRIPTION = "/api/v2/openapi.json";
const VERBS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

let soil: Connected;
let caller: Caller;
let provider: string;
beforeAll(async () => {
  soil = await prepareFields();
});
afterAll(() => soil.close());
beforeEach(async () => {
  provider = `v1-errors-${randomUUID()}`;
  caller = await makeCaller(provider);
});

const send = (sent: Sent, who: Caller | null = caller): Promise<Response> => callV1(POST, who, "process-field", sent);

/** A refusal in version 1's words, marked as deprecated; nothing was written. */
async function refused(response: Response, status: number): Promise<string> {
  expectDeprecated(response, SUCCESSOR);
  const detail = await v1Detail(response, status);
  if (typeof detail !== "string") throw new Error(`a list and no sentence: ${JSON.stringify(detail)}`);
  return detail;
}

describe("invalid input is 400 with a list", () => {
  it.each(["provider_id", "provider_field_id", "account_id", "field_name", "field_boundary"])(
    "without %s",
    async (member) => {
      const response = await sendV1Field(caller, { [member]: undefined });
      expectDeprecated(response, SUCCESSOR);
      const faults = await v1Faults(response);
      expect(faults.map(({ loc }) => loc)).toEqual([["body", member]]);
      expect(await rowCounts(provider)).toMatchObject({ field: 0, claim: 0 });
    },
  );

  it.each([
    ["year", 1899],
    ["year", 2201],
    ["year", 2026.5],
    ["year", "2026"],
    ["include_mitigation_options", "yes"],
    ["account_id", ""],
    ["field_name", "x".repeat(501)],
    ["provider_field_id", 7],
  ])("with %s %j", async (member, value) => {
    const [fault, ...more] = await v1Faults(await sendV1Field(caller, { [member]: value }));
    expect(fault?.loc).toEqual(["body", member]);
    expect(fault?.msg).not.toBe("");
    expect(fault?.type).toMatch(/^[a-z_]+$/);
    expect(more).toEqual([]);
  });

  it("names every fault at once", async () => {
    const faults = await v1Faults(await sendV1Field(caller, { year: 1, account_id: "", field_boundary: null }));
    expect(faults.map(({ loc }) => loc[1]).sort()).toEqual(["account_id", "field_boundary", "year"]);
  });

  it.each(faultyBoundaries())("with $title as boundary", async ({ boundary, path }) => {
    const [fault, ...more] = await v1Faults(await sendV1Field(caller, { field_boundary: boundary }));
    const whole = ["body", "field_boundary", ...path];
    expect(fault?.loc.slice(0, whole.length)).toEqual(whole);
    expect(more).toEqual([]);
  });

  it.each(["[]", "null", "7", '"text"'])("with %s as body", async (raw) => {
    const faults = await v1Faults(await send({ raw, headers: { "Content-Type": "application/json" } }));
    expect(faults.map(({ loc }) => loc)).toEqual([["body"]]);
  });

  it.each(["{", "", "{'a': 1}", "[".repeat(100)])("with %j, which is not JSON", async (raw) => {
    const response = await send({ raw, headers: { "Content-Type": "application/json" } });
    expectDeprecated(response, SUCCESSOR);
    const faults = await v1Faults(response);
    expect(faults).toMatchObject([{ loc: ["body"], type: "invalid_json" }]);
    expect(faults[0]?.msg).toMatch(/json/i);
  });
});

describe("other refusals are a sentence", () => {
  it("401 without a key, or with a wrong one, before the body is looked at", async () => {
    for (const who of [null, { ...caller, apiKey: "hr_test_wrong" }]) {
      const response = await send({ body: {} }, who);
      expect(response.headers.get("www-authenticate")).toBe("ApiKey");
      expect(await refused(response, 401)).not.toMatch(/field|schema/i);
    }
  });

  it("403 for another provider", async () => {
    await refused(await sendV1Field(caller, { provider_id: "someone" }), 403);
    expect(await rowCounts(provider)).toMatchObject({ field: 0, claim: 0 });
  });

  it("409 for a field of another account, saying nothing of it", async () => {
    await v1Field(caller);
    const before = await snapshot(provider);
    const response = await sendV1Field(caller, { account_id: "account-2" });
    expect(response.headers.get("retry-after")).toBeNull();
    expect(await refused(response, 409)).not.toContain("account-1");
    expect(await snapshot(provider)).toBe(before);
  });

  it("409 for two live fields of one identity", async () => {
    await v1Field(caller);
    await sql(
      provider,
      `INSERT INTO field (provider_id, field_id, account_id, provider_field_id, field_name)
       SELECT provider_id, gen_random_uuid(), account_id, provider_field_id, 'Twin' FROM field`,
    );
    await refused(await sendV1Field(caller), 409);
  });

  it("409 with Retry-After while another request is at work on the field", async () => {
    await sql(
      provider,
      `INSERT INTO claim (provider_id, kind, identity, token, leased_until)
       VALUES ($1, 'field', 'field-1', gen_random_uuid(), now() + interval '1 minute')`,
      [provider],
    );
    const response = await sendV1Field(caller);
    expect(response.headers.get("retry-after")).toBe("5");
    await refused(response, 409);
  });

  it("409 with Retry-After when the field changed meanwhile, with the change intact", async () => {
    await v1Field(caller);
    const held = await holdGround();
    try {
      const answered = sendV1Field(caller, { field_boundary: fieldOn(COUNTY.low, SOIL.clayFlat) });
      await held.arrived();
      await sql(provider, "UPDATE field SET revision = revision + 1, field_name = 'Meanwhile'");
      const [row] = await sql(provider, "SELECT * FROM field");
      await held.letGo();
      const response = await answered;
      expect(response.headers.get("retry-after")).toBe("5");
      await refused(response, 409);
      expect(await sql(provider, "SELECT * FROM field")).toEqual([row]);
      expect((await rowCounts(provider)).claim).toBe(0);
    } finally {
      await held.letGo();
    }
  });

  it("413 for a body over the limit and 415 for one of another type", async () => {
    const json = { "Content-Type": "application/json" };
    await refused(await send({ raw: " ".repeat(5_300_000), headers: json }), 413);
    const unsupported = await send({ raw: "{}", headers: { "Content-Type": "text/plain" } });
    expect(unsupported.headers.get("accept")).toBe("application/json");
    await refused(unsupported, 415);
    await refused(
      await send({ raw: JSON.stringify(fieldBody(provider)), headers: { ...json, "Content-Encoding": "gzip" } }),
      415,
    );
  });

  it("500 for a defect of ours, with nothing of its cause, and the claim given back", async () => {
    await sql(null, "ALTER TABLE pula RENAME TO pula_away");
    try {
      expect(await refused(await sendV1Field(caller), 500)).not.toMatch(/relation|pula|42P01|select/i);
    } finally {
      await sql(null, "ALTER TABLE pula_away RENAME TO pula");
    }
    expect(await rowCounts(provider)).toMatchObject({ field: 0, claim: 0 });
  });
});

describe("routes of version 1", () => {
  it.each(VERBS.filter((verb) => verb !== "POST"))(
    "process-field answers %s with 405 and Allow, as deprecated",
    async (verb) => {
      const response = await callV1(processFieldRoute[verb], caller, "process-field", { method: verb });
      expect(response.headers.get("allow")).toBe("POST");
      expectDeprecated(response, DESCRIPTION);
      expect(typeof (await v1Detail(response, 405))).toBe("string");
    },
  );

  it.each(VERBS)("an unknown one is 404 by %s, as deprecated, with a key and without", async (verb) => {
    for (const who of [null, caller]) {
      const response = await callV1(unknownRoutes[verb], who, "no/such/route", { method: verb });
      expectDeprecated(response, DESCRIPTION);
      expect(typeof (await v1Detail(response, 404))).toBe("string");
    }
  });

  it("the bare address of the version is one as well, and another version's is not", async () => {
    const at = (path: string) =>
      unknownRoutes.GET(new Request(`http://localhost:3000/api/${path}`), { params: Promise.resolve({}) });
    const bare = await at("v1");
    expectDeprecated(bare, DESCRIPTION);
    expect(typeof (await v1Detail(bare, 404))).toBe("string");
    const other = await at("v10");
    expect(other.headers.get("deprecation")).toBeNull();
    expect((await refusal(other, 404)).code).toBe("NOT_FOUND");
  });

  it("keep the caller's request id, in answers and errors", async () => {
    const headers = { "X-Request-ID": "My.request_id-1" };
    const body = fieldBody(provider);
    for (const response of [
      await send({ body, headers }),
      await send({ body: {}, headers }),
      await send({ body, headers }, null),
    ]) {
      expect(response.headers.get("x-request-id")).toBe("My.request_id-1");
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("speak of errors in one form, whatever the caller would accept", async () => {
    const response = await send({ body: {}, headers: { Accept: "application/problem+json" } });
    expect((await v1Faults(response)).length).toBeGreaterThan(0);
  });
});
