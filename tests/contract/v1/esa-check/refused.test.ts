import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as routes from "@/app/api/v1/esa-check/route";
import { plainV1Body, refused, send, sendV1Check, v1Check, v1CheckBody } from "@/tests/contract/v1/esa-check/support";
import { whileAtWork, loadGround, rowCounts, snapshot, sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { callV1, expectDeprecated, v1Detail } from "@/tests/support/v1";

const JSON_TYPE = { "Content-Type": "application/json" };

let caller: Caller;
let provider: string;
beforeAll(() => loadGround());
beforeEach(async () => {
  provider = `v1-refused-${randomUUID()}`;
  caller = await makeCaller(provider);
});

describe("who asks", () => {
  it("401 without a key or with a wrong one, before the body is looked at", async () => {
    for (const who of [null, { ...caller, apiKey: "esa_test_wrong" }]) {
      const response = await send(who, { body: {} });
      expect(response.headers.get("www-authenticate")).toBe("ApiKey");
      expect(await refused(response, 401)).not.toMatch(/field|product|schema/i);
    }
  });

  it("403 in the name of another provider, and nothing is saved for either", async () => {
    const other = await makeCaller(`${provider}-other`);
    await refused(await send(caller, { body: v1CheckBody(other.providerId) }), 403);
    for (const { providerId } of [caller, other]) expect((await rowCounts(providerId)).field).toBe(0);
  });
});

describe("what is sent", () => {
  it("413 for a body over the limit", async () => {
    await refused(await send(caller, { raw: " ".repeat(5_300_000), headers: JSON_TYPE }), 413);
  });

  it("415 for another type or a compressed body, with what is accepted", async () => {
    for (const headers of [{ "Content-Type": "text/plain" }, { ...JSON_TYPE, "Content-Encoding": "gzip" }]) {
      const response = await send(caller, { raw: "{}", headers });
      expect(response.headers.get("accept")).toBe("application/json");
      await refused(response, 415);
    }
  });

  it.each((["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"] as const).map((verb) => [verb]))(
    "405 by %s, with what is allowed",
    async (verb) => {
      const response = await callV1(routes[verb], caller, "esa-check", { method: verb });
      expect(response.headers.get("allow")).toBe("POST");
      expectDeprecated(response, "/api/v2/openapi.json");
      expect(typeof (await v1Detail(response, 405))).toBe("string");
    },
  );
});

describe("conflicts", () => {
  /** 409 with a sentence, and every row as it was. */
  async function conflict(more: Body, retryAfter: string | null): Promise<string> {
    const before = await snapshot(provider);
    const response = await sendV1Check(caller, more);
    expect(response.headers.get("retry-after")).toBe(retryAfter);
    const sentence = await refused(response, 409);
    expect(await snapshot(provider)).toBe(before);
    return sentence;
  }

  it("an application id in use for another field", async () => {
    await v1Check(caller, { provider_field_id: "field-1" });
    await conflict({ provider_field_id: "field-2" }, null);
  });

  it("a field id of another account, of which nothing is said", async () => {
    await v1Check(caller, { provider_field_id: "field-1" });
    const more = { provider_field_id: "field-1", account_id: "account-2", application_id: "application-2" };
    expect(await conflict(more, null)).not.toContain("account-1");
  });

  it("two live fields, or two live applications, of one identity", async () => {
    await v1Check(caller, { provider_field_id: "field-1" });
    await sql(
      provider,
      `INSERT INTO application (provider_id, application_event_id, field_id, account_id, application_id, application_date,
         application_method, products, processing_status, boundary_hash)
       SELECT provider_id, gen_random_uuid(), field_id, account_id, application_id, application_date, application_method,
         products, processing_status, boundary_hash FROM application`,
    );
    await conflict({ provider_field_id: "field-1" }, null);
    await sql(
      provider,
      `INSERT INTO field (provider_id, field_id, account_id, provider_field_id, field_name)
       SELECT provider_id, gen_random_uuid(), account_id, provider_field_id, 'Twin' FROM field`,
    );
    await conflict({ provider_field_id: "field-1", application_id: "application-2" }, null);
  });

  it("another request at work on the same application: to be tried again", async () => {
    await sql(
      provider,
      `INSERT INTO claim (provider_id, kind, identity, token, leased_until)
       VALUES ($1, 'field', 'application-1', gen_random_uuid(), now() + interval '1 minute')`,
      [provider],
    );
    await conflict({}, "5");
  });

  it.each([
    ["field", "UPDATE field SET revision = revision + 1"],
    ["application", "UPDATE application SET revision = revision + 1"],
  ])("a change of the %s meanwhile: to be tried again, with the change intact", async (table, change) => {
    await v1Check(caller);
    let changed: unknown[] = [];
    const response = await whileAtWork(
      caller,
      () => sendV1Check(caller, { field_name: "Late" }),
      async () => {
        await sql(provider, change);
        changed = await sql(provider, `SELECT * FROM ${table}`);
      },
    );
    expect(response.headers.get("retry-after")).toBe("5");
    await refused(response, 409);
    expect(changed).toHaveLength(1);
    expect(await sql(provider, `SELECT * FROM ${table}`)).toEqual(changed);
    expect((await rowCounts(provider)).claim).toBe(0);
  });
});

it("500 for a defect of ours says nothing of its cause and leaves nothing behind", async () => {
  await sql(null, "ALTER TABLE pula RENAME TO pula_away");
  try {
    expect(await refused(await sendV1Check(caller), 500)).not.toMatch(/relation|pula|42P01|select/i);
  } finally {
    await sql(null, "ALTER TABLE pula_away RENAME TO pula");
  }
  expect(await rowCounts(provider)).toMatchObject({ field: 0, application: 0, claim: 0 });
});

it("an answer and a refusal keep the caller's request id and are not to be stored", async () => {
  const headers = { "X-Request-ID": "My.request_id-1" };
  for (const body of [plainV1Body(provider), {}]) {
    const response = await send(caller, { body, headers });
    expect(response.headers.get("x-request-id")).toBe("My.request_id-1");
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
});
