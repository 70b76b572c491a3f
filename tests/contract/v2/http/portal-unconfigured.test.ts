import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { loadGround, plainBody, rowCounts } from "@/tests/contract/v2/esa-check/support";
import { keepLog, type LogLine } from "@/tests/contract/v2/http/support";
import { call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { checkBody } from "@/tests/support/requests";

process.env.PORTAL_LINK_KEYS = "";

let caller: Caller;
let log: LogLine[];
beforeAll(async () => {
  await loadGround();
  caller = await makeCaller("linkless");
  log = await keepLog();
});

describe("an installation without keys for portal links", () => {
  it.each([
    ["a check that would be saved", () => checkBody("linkless")],
    ["a check without ESA language", () => plainBody("linkless")],
  ])("refuses %s before any work", async (_title, body) => {
    const before = await rowCounts("linkless");
    const answered = await call(POST, caller, { body: body() });
    const found = await refusal(answered, 503);
    expect(found).toMatchObject({ code: "PORTAL_SAS_UNCONFIGURED", retryable: false });
    expect(answered.headers.get("retry-after")).toBeNull();
    expect(await rowCounts("linkless")).toEqual(before);
  });

  it("asks the database for the key and for nothing else", () => {
    expect(log.map(({ status, sql }) => [status, sql])).toEqual([
      [503, 1],
      [503, 0],
    ]);
  });

  it("still tells a stranger 401 and a faulty request 422", async () => {
    await refusal(await call(POST, null, { body: checkBody("linkless") }), 401);
    await refusal(await call(POST, caller, { body: {} }), 422);
  });
});
