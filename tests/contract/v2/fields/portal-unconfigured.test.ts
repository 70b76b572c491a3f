import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as postV1 } from "@/app/api/v1/process-field/route";
import {
  everyCount,
  fieldBody,
  prepareFields,
  sendBaseline,
  sendField,
  sendSoil,
} from "@/tests/contract/v2/fields/support";
import { keepLog, type LogLine } from "@/tests/contract/v2/http/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";
import { callV1, expectDeprecated, v1Detail } from "@/tests/support/v1";

process.env.PORTAL_LINK_KEYS = "";

let soil: Connected;
let caller: Caller;
let tokenCaller: Caller;
let log: LogLine[];
beforeAll(async () => {
  soil = await prepareFields();
  caller = await makeCaller("linkless-signed");
  tokenCaller = await makeCaller("linkless-token", "token");
  log = await keepLog();
});
afterAll(() => soil.close());

describe("an installation without keys for portal links", () => {
  it("refuses to process a field before any work, in either link mode", async () => {
    for (const who of [caller, tokenCaller]) {
      const before = await everyCount(who.providerId);
      const answered = await sendField(who);
      expect(await refusal(answered, 503)).toMatchObject({ code: "PORTAL_SAS_UNCONFIGURED", retryable: false });
      expect(answered.headers.get("retry-after")).toBeNull();
      expect(await everyCount(who.providerId)).toEqual(before);
    }
    expect(soil.stub.calls()).toBe(0);
    // The key was looked up, and nothing else.
    expect(log.map(({ sql }) => sql)).toEqual([1, 1]);
  });

  it("does so in version 1 in its own words", async () => {
    const answered = await callV1(postV1, caller, "process-field", { body: fieldBody(caller.providerId) });
    expectDeprecated(answered, "/api/v2/process-field");
    expect(answered.headers.get("retry-after")).toBeNull();
    expect(typeof (await v1Detail(answered, 503))).toBe("string");
    expect(soil.stub.calls()).toBe(0);
  });

  it("still tells a stranger 401 and a faulty request 422, and answers what needs no link", async () => {
    const { field_boundary } = fieldBody(caller.providerId);
    await refusal(await sendField({ ...caller, apiKey: "wrong" }), 401);
    await refusal(await sendField(caller, { year: 0 }), 422);
    expect((await sendBaseline(caller, { field_boundary })).status).toBe(200);
    expect((await sendSoil(caller, { provider_id: caller.providerId, field_boundary })).status).toBe(200);
  });
});
