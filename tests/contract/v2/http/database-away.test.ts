import { createServer, type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import * as health from "@/app/api/health/route";
import * as ready from "@/app/api/ready/route";
import { POST } from "@/app/api/v2/esa-check/route";
import { generateApiKey } from "@/lib/auth/api-key-format";
import { healthResponse, readyResponse } from "@/lib/contracts/v2/plain";
import { answer, call, refusal } from "@/tests/support/api";
import { checkBody } from "@/tests/support/requests";

/** A port on which no one listens: one that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
process.env.DATABASE_URL = `postgresql://hedgerow_app@127.0.0.1:${await closedPort()}/nowhere`;

describe("while the database is away", () => {
  it("a check is 503 REQUEST_FAILED with Retry-After, and says nothing of the cause", async () => {
    const caller = { providerId: "anyone", apiKey: generateApiKey("test") };
    const answered = await call(POST, caller, { body: checkBody("anyone") });
    expect(answered.headers.get("retry-after")).toBe("5");
    const text = await answered.clone().text();
    const found = await refusal(answered, 503);
    expect(found).toMatchObject({ code: "REQUEST_FAILED", retryable: true });
    expect(text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|SELECT|prisma|nowhere/i);
  });

  it("a key that cannot be one is still 401, without asking", async () => {
    await refusal(await call(POST, { providerId: "anyone", apiKey: "esa_test_x" }, { body: {} }), 401);
  });

  it("the process is alive and not ready", async () => {
    await answer(await call(health.GET, null, { method: "GET" }), healthResponse);
    const answered = await call(ready.GET, null, { method: "GET" });
    expect(answered.status).toBe(503);
    expect(readyResponse.parse(await answered.json())).toMatchObject({
      status: "not_ready",
      checks: { database: { ok: false } },
    });
  });
});
