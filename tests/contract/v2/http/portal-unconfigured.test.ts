import { runMigrations } from "graphile-worker";
import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { bulkBody, send, submit } from "@/tests/contract/v2/bulk/support";
import { sendCompute } from "@/tests/contract/v2/drift/support";
import { setProvider } from "@/tests/contract/v2/portal/support";
import { loadGround, plainBody, rowCounts } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { checkBody, NO_ESA } from "@/tests/support/requests";

process.env.PORTAL_LINK_KEYS = "";

let caller: Caller;
beforeAll(async () => {
  await loadGround();
  caller = await makeCaller("linkless");
});

describe("an installation without keys for portal links", () => {
  it("refuses a check that would be given a link, before any work", async () => {
    const before = await rowCounts("linkless");
    const answered = await call(POST, caller, { body: checkBody("linkless") });
    expect(await refusal(answered, 503)).toMatchObject({ code: "PORTAL_SAS_UNCONFIGURED", retryable: false });
    expect(answered.headers.get("retry-after")).toBeNull();
    expect(await rowCounts("linkless")).toEqual(before);
  });

  it("answers what is given no link: a check without ESA language, and any of a provider without a portal", async () => {
    expect(await answer(await call(POST, caller, { body: plainBody("linkless") }), esaCheckResponse)).toMatchObject({
      esa_required: false,
    });
    const closed = await makeCaller("portal-off");
    await setProvider("portal-off", "portal_enabled", false);
    const body = checkBody("portal-off");
    const checked = await answer(await call(POST, closed, { body }), esaCheckResponse);
    expect(checked).toMatchObject({ esa_required: true, success: true });
    expect(checked).not.toHaveProperty("portal_url");
    const computed = await sendCompute(closed, checked.application_event_id ?? "");
    expect(computed.status).toBe(200);
  });

  it("refuses a bulk job of checks that would be given links, and takes one whose products have no ESA language", async () => {
    await runMigrations({ connectionString: process.env.DATABASE_DIRECT_URL ?? "" });
    const refused = await refusal(await send(caller, bulkBody("linkless", 2)), 503);
    expect(refused).toMatchObject({ code: "PORTAL_SAS_UNCONFIGURED", retryable: false });
    const plain = bulkBody("linkless", 2, { products: [NO_ESA] });
    const born = await submit(caller, plain, { "Idempotency-Key": "plain" });
    expect(born).toMatchObject({ status: "completed", esa_required: false, replayed: false });
    const again = await submit(caller, plain, { "Idempotency-Key": "plain" });
    expect(again).toMatchObject({ job_id: born.job_id, replayed: true });
  });

  it("still tells a stranger 401 and a faulty request 422", async () => {
    await refusal(await call(POST, null, { body: checkBody("linkless") }), 401);
    await refusal(await call(POST, caller, { body: {} }), 422);
  });
});
