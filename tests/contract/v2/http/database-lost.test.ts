import { beforeAll, describe, expect, it } from "vitest";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { POST } from "@/app/api/v2/esa-check/route";
import { check, loadGround, rowCounts, sql, whileChecking } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { checkBody } from "@/tests/support/requests";

let caller: Caller;
beforeAll(async () => {
  await loadGround();
  caller = await makeCaller("lost");
});

/** Ends every connection of the service, as a restart of the database does. */
const endConnections = () =>
  sql<{ ended: boolean }>(
    null,
    `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND usename = 'hedgerow_app' AND pid <> pg_backend_pid()`,
  );

describe("when the database ends our connections", () => {
  it("a check at work is 503 with Retry-After, saves nothing, and the next one is served", async () => {
    await check(caller, { application_id: "before" });
    const before = await rowCounts("lost");
    const answered = await whileChecking(caller, { application_id: "during" }, async () => {
      expect((await endConnections()).length).toBeGreaterThan(0);
    });
    expect(answered.headers.get("retry-after")).toBe("5");
    expect(await refusal(answered, 503)).toMatchObject({ code: "REQUEST_FAILED", retryable: true });
    await check(caller, { application_id: "after" });
    const { claim, ...after } = await rowCounts("lost");
    expect(after).toMatchObject({ field: before.field + 1, application: before.application + 1 });
    // Giving the claims back may have met a dead connection as well; then their lease frees them.
    expect([0, 2]).toContain(claim);
    await sql("lost", "UPDATE claim SET leased_until = now() - interval '1 second'");
    await check(caller, { application_id: "during" });
    expect((await rowCounts("lost")).claim).toBe(0);
  });

  it("idle connections are replaced without a word, or the request gets a retryable 503; never is it our defect", async () => {
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(["a", "b", "c"].map((id) => check(caller, { application_id: `${id}-${round}` })));
      const requests = ["d", "e", "f"].map((id) =>
        call(POST, caller, { body: checkBody("lost", { application_id: `${id}-${round}` }) }),
      );
      await endConnections();
      for (const answered of await Promise.all(requests)) {
        if (answered.status === 200) await answer(answered, esaCheckResponse);
        else expect((await refusal(answered, 503)).code).toBe("REQUEST_FAILED");
      }
      await sql("lost", "DELETE FROM claim");
    }
  });
});
