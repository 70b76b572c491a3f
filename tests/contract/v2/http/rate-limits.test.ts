import { beforeAll, describe, expect, it } from "vitest";
import * as unknownRoutes from "@/app/api/[[...path]]/route";
import { POST } from "@/app/api/v2/esa-check/route";
import { generateApiKey } from "@/lib/auth/api-key-format";
import { issueApiKey } from "@/lib/auth/api-keys";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { problemBodySchema } from "@/lib/contracts/v2/error";
import { getDeps } from "@/lib/runtime/deps";
import { plainBody } from "@/tests/contract/v2/esa-check/support";
import { answer, BY_TEST, call, makeCaller, refusal, type Caller, type Sent } from "@/tests/support/api";
import { loadCatalogue } from "@/tests/support/reference-data";

process.env.RATE_LIMIT_WRITES_PER_MIN = "3";
process.env.RATE_LIMIT_ADDRESS_PER_MIN = "5";

beforeAll(async () => {
  await loadCatalogue();
});

let addresses = 0;
/** An address that no one has used, so that the limit by address stays out of what is about keys. */
const freshAddress = (): Record<string, string> => ({ "x-hedgerow-peer": `198.51.100.${(addresses += 1)}` });

const send = (caller: Caller | null, sent: Sent = {}) =>
  call(POST, caller, {
    body: plainBody(caller?.providerId ?? "no-one"),
    ...sent,
    headers: { ...freshAddress(), ...sent.headers },
  });

async function expectLimited(response: Response, limit: number) {
  const found = await refusal(response, 429);
  expect(found).toMatchObject({ code: "RATE_LIMITED", retryable: true });
  const retryAfter = Number(response.headers.get("retry-after"));
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(retryAfter).toBeLessThanOrEqual(60);
  expect(response.headers.get("ratelimit")).toBe(`"default";r=0;t=${retryAfter}`);
  expect(response.headers.get("ratelimit-policy")).toBe(`"default";q=${limit};w=60`);
}

describe("what is left of a limit", () => {
  it("stands in every counted answer: the key's, and the address's where no key was accepted", async () => {
    const caller = await makeCaller("told");
    const left = ({ headers }: Response) => [
      /r=(\d+);t=\d+$/.exec(headers.get("ratelimit") ?? "")?.[1],
      headers.get("ratelimit-policy"),
    ];
    const ofKey = '"default";q=3;w=60';
    expect(left(await send(caller))).toEqual(["2", ofKey]);
    expect(left(await send(caller, { body: {} }))).toEqual(["1", ofKey]);
    expect(left(await send(null))).toEqual(["4", '"default";q=5;w=60']);
    expect(left(await call(unknownRoutes.GET, caller, { method: "GET", headers: freshAddress() }))).toEqual([
      "4",
      '"default";q=5;w=60',
    ]);
  });
});

describe("the limit by key", () => {
  it("answers 429 with the rest of the window, and counts no other key or provider", async () => {
    const one = await makeCaller("limited");
    for (let sent = 0; sent < 3; sent += 1) await answer(await send(one), esaCheckResponse);
    await expectLimited(await send(one), 3);
    await expectLimited(await send(one), 3);

    const { db, env, clock } = await getDeps();
    const wanted = { providerId: "limited", environment: "test", expiresAt: null } as const;
    const second = {
      providerId: "limited",
      apiKey: await issueApiKey({ db, secret: env.API_KEY_HASH_SECRET, by: BY_TEST, now: clock() }, wanted),
    };
    await answer(await send(second), esaCheckResponse);
    await answer(await send(await makeCaller("unlimited")), esaCheckResponse);
  });

  it("counts requests that are refused as well, and comes before anything is read of them", async () => {
    const caller = await makeCaller("counted");
    const broken = { raw: "{", headers: { "Content-Type": "application/json" }, body: undefined };
    await refusal(await send(caller, broken), 400);
    await refusal(await send(caller, { body: {} }), 422);
    await refusal(await send(caller, { raw: "x", headers: { "Content-Type": "text/plain" } }), 415);
    await expectLimited(await send(caller, broken), 3);
  });

  it("is problem+json on request", async () => {
    const caller = await makeCaller("problem");
    for (let sent = 0; sent < 3; sent += 1) await send(caller);
    const answered = await send(caller, { headers: { Accept: "application/problem+json", "X-Request-ID": "limit-1" } });
    expect(answered.status).toBe(429);
    expect(answered.headers.get("retry-after")).not.toBeNull();
    expect(answered.headers.get("ratelimit-policy")).not.toBeNull();
    const problem = problemBodySchema.parse(await answered.json());
    expect(problem).toMatchObject({ code: "RATE_LIMITED", status: 429, retryable: true, request_id: "limit-1" });
  });
});

describe("the limit by address", () => {
  const from = (address: string, apiKey?: string) =>
    call(POST, null, {
      body: {},
      headers: { "x-hedgerow-peer": address, ...(apiKey === undefined ? {} : { "X-API-Key": apiKey }) },
    });

  it("stops anyone who tries keys, before a key is looked at, and stops no one else", async () => {
    const address = "203.0.113.1";
    for (let tried = 0; tried < 5; tried += 1) await refusal(await from(address, generateApiKey("test")), 401);
    await expectLimited(await from(address, generateApiKey("test")), 5);
    const good = await makeCaller("addressed");
    await expectLimited(await from(address, good.apiKey), 5);
    await refusal(await from("203.0.113.2"), 401);
    await answer(await send(good), esaCheckResponse);
  });
});
