import { beforeAll, expect, it } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { GET as USAGE } from "@/app/api/v2/usage/route";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { usageResponse } from "@/lib/contracts/v2/usage";
import { machineryOf } from "@/lib/http/machinery";
import { getDeps } from "@/lib/runtime/deps";
import { plainBody, sql } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { loadCatalogue } from "@/tests/support/reference-data";

beforeAll(() => loadCatalogue());

const send = (caller: Caller, more = 0) =>
  call(POST, caller, {
    raw: JSON.stringify(plainBody(caller.providerId)) + " ".repeat(more),
    headers: { "Content-Type": "application/json" },
  });

/** What is left of the bytes that a key may send in this minute. */
async function bytesLeft(caller: Caller): Promise<{ limit: number; remaining: number }> {
  const { limits } = await answer(await call(USAGE, caller, { method: "GET" }), usageResponse);
  const found = limits.find(({ name }) => name === "body_bytes");
  if (found === undefined) throw new Error("the limit of bytes is not among the limits");
  return found;
}

it("the bytes of bodies count against the key: a client within its requests is refused, and no one else is", async () => {
  const [large, other] = [await makeCaller("large-bodies"), await makeCaller("small-bodies")];
  await answer(await send(large, 1_000_000), esaCheckResponse);
  const { limit, remaining } = await bytesLeft(large);
  expect(limit).toBe(134_217_728);
  expect(limit - remaining).toBeGreaterThan(1_000_000);
  // The rest at once: as many bytes would take longer than the minute on a busy machine.
  const [key] = await sql<{ key_id: string }>(large.providerId, "SELECT key_id FROM api_key");
  await machineryOf(await getDeps()).limits.countBytes(key?.key_id ?? "", remaining - 100);

  const refused = await send(large);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(await refusal(refused, 429)).toMatchObject({
    code: "RATE_LIMITED",
    retryable: true,
    message: "Too many bytes of bodies: at most 134,217,728 a minute.",
  });
  await answer(await send(other), esaCheckResponse);
});
