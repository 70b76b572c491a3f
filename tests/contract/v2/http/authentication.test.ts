import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { generateApiKey, keyPrefix } from "@/lib/auth/api-key-format";
import { issueApiKey, revokeApiKey } from "@/lib/auth/api-keys";
import { errorBodySchema } from "@/lib/contracts/v2/error";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { getDeps } from "@/lib/runtime/deps";
import { plainBody } from "@/tests/contract/v2/esa-check/support";
import { answer, BY_TEST, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { loadCatalogue } from "@/tests/support/reference-data";

let caller: Caller;
beforeAll(async () => {
  await loadCatalogue();
  caller = await makeCaller("auth");
});

const body = () => plainBody("auth");
const withKey = (apiKey: string) => call(POST, { providerId: "auth", apiKey }, { body: body() });

/** A key of the provider as the operator issues it. */
async function issue(
  providerId: string,
  more: { environment?: "live" | "test"; expiresAt?: Date; issuedAt?: Date } = {},
) {
  const { db, env, clock } = await getDeps();
  const wanted = { providerId, environment: more.environment ?? ("test" as const), expiresAt: more.expiresAt ?? null };
  return issueApiKey({ db, secret: env.API_KEY_HASH_SECRET, by: BY_TEST, now: more.issuedAt ?? clock() }, wanted);
}

/** Everything a stranger can see of an answer, without what differs by request. */
async function seen(response: Response) {
  const { error, success } = errorBodySchema.parse(await response.json());
  // What is left of a limit is another figure each time.
  const passing = ["x-request-id", "ratelimit"];
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !passing.includes(name)));
  return { status: response.status, headers, body: { success, error: { ...error, request_id: "" } } };
}

async function badKeys(): Promise<Record<string, string | null>> {
  const revoked = (await makeCaller("auth-revoked")).apiKey;
  const { db, clock } = await getDeps();
  await revokeApiKey({ db, by: BY_TEST, now: clock() }, "auth-revoked", keyPrefix(revoked));
  await makeCaller("auth-other");
  const last = caller.apiKey.at(-1) === "0" ? "1" : "0";
  return {
    missing: null,
    unknown: generateApiKey("test"),
    "no key at all": "hello",
    empty: "",
    "of letters no one uses": "esa_test_ÿÿÿ",
    "with a wrong last character": caller.apiKey.slice(0, -1) + last,
    "cut short": caller.apiKey.slice(0, -1),
    "in capital letters": caller.apiKey.toUpperCase(),
    "too long": caller.apiKey + "0".repeat(200),
    "as a Bearer token": `Bearer ${caller.apiKey}`,
    revoked,
    expired: await issue("auth-other", {
      issuedAt: new Date("2019-12-01T00:00:00Z"),
      expiresAt: new Date("2020-01-01T00:00:00Z"),
    }),
    "of the live environment": await issue("auth-other", { environment: "live" }),
    "with a live prefix": caller.apiKey.replace("esa_test_", "esa_live_"),
  };
}

describe("a request without a good key", () => {
  it("gets one and the same 401, whatever is wrong with the key", async () => {
    const keys = await badKeys();
    const answers = await Promise.all(
      Object.entries(keys).map(async ([title, apiKey]) => {
        const headers = apiKey === null ? {} : { "X-API-Key": apiKey };
        return { title, ...(await seen(await call(POST, null, { body: body(), headers }))) };
      }),
    );
    const [first] = answers;
    expect(first).toMatchObject({
      status: 401,
      body: { success: false, error: { code: "UNAUTHORIZED", retryable: false } },
    });
    expect(JSON.stringify(first?.body), "where the key belongs, and whose keys are taken").toMatch(
      /X-API-Key.*begin with esa_test_/,
    );
    expect(first?.headers["www-authenticate"]).toBe("ApiKey");
    for (const { title, ...rest } of answers) {
      expect({ title, ...rest }).toEqual({ ...first, title });
    }
    expect(answers.length).toBe(14);
  });

  it("gets 401 in an Authorization header or the query, where no key belongs", async () => {
    const headers = { Authorization: `Bearer ${caller.apiKey}` };
    await refusal(await call(POST, null, { body: body(), headers }), 401);
    await refusal(await call(POST, null, { body: body(), query: `api_key=${caller.apiKey}` }), 401);
  });

  it.each([
    ["a wrong content type", { raw: "x", headers: { "Content-Type": "text/plain" } }],
    ["a compressed body", { raw: "x", headers: { "Content-Type": "application/json", "Content-Encoding": "gzip" } }],
    ["a body too large", { raw: " ".repeat(5_300_000), headers: { "Content-Type": "application/json" } }],
    ["a broken body", { raw: "{", headers: { "Content-Type": "application/json" } }],
    ["an invalid body", { body: {} }],
    ["an unknown parameter", { body: {}, query: "x=1" }],
    ["another provider's name", { body: plainBody("auth-revoked") }],
  ])("learns nothing of the request's rules: %s is 401", async (_title, sent) => {
    const found = await refusal(await call(POST, null, sent), 401);
    expect(found.details).toBeUndefined();
    expect(found.code).toBe("UNAUTHORIZED");
  });
});

describe("a good key", () => {
  it("works until it is revoked, and stops within the minute that keys are remembered", async () => {
    const own = await makeCaller("auth-rotates");
    const second = await issue("auth-rotates");
    const send = (apiKey: string) =>
      call(POST, { providerId: "auth-rotates", apiKey }, { body: plainBody("auth-rotates") });
    await answer(await send(own.apiKey), esaCheckResponse);
    await answer(await send(second), esaCheckResponse);
    const { db, clock, caches } = await getDeps();
    await revokeApiKey({ db, by: BY_TEST, now: clock() }, "auth-rotates", keyPrefix(own.apiKey));
    expect(caches.keys.ttl).toBeLessThanOrEqual(60_000);
    // The memory runs out by the clock; this is that moment.
    caches.keys.clear();
    await refusal(await send(own.apiKey), 401);
    await answer(await send(second), esaCheckResponse);
  });

  it("that expires is refused from that moment on, remembered or not", async () => {
    const deps = await getDeps();
    await makeCaller("auth-ends");
    const key = await issue("auth-ends", { expiresAt: new Date(Date.now() + 3_600_000) });
    const send = () => call(POST, { providerId: "auth-ends", apiKey: key }, { body: plainBody("auth-ends") });
    await answer(await send(), esaCheckResponse);
    const { clock } = deps;
    deps.clock = () => new Date(Date.now() + 3_600_001);
    try {
      await refusal(await send(), 401);
    } finally {
      deps.clock = clock;
    }
  });

  it("answers for its own provider alone: another name is 403, after the schema and not before", async () => {
    await makeCaller("auth-elsewhere");
    for (const name of ["auth-elsewhere", "no-one", "AUTH", "auth "]) {
      const found = await refusal(await call(POST, caller, { body: plainBody(name) }), 403);
      expect(found).toMatchObject({ code: "PROVIDER_MISMATCH", retryable: false });
      expect(found.message).toBe(`provider_id is not the provider of this API key; send "${caller.providerId}".`);
    }
    const both = await refusal(await call(POST, caller, { body: plainBody("no-one", { gpa: -1 }) }), 422);
    expect(both.details).toMatchObject([{ path: ["gpa"] }]);
  });

  it("blanks around the key are the header's own and do not matter", async () => {
    await answer(await withKey(` ${caller.apiKey} `), esaCheckResponse);
  });
});
