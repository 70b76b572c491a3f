import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { processField } from "@/tests/contract/v2/fields/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { atTime, inSeconds, setPortalEnd, setProvider } from "@/tests/contract/v2/portal/support";
import { askReport, THREADS, VERSIONS, withRenderer } from "@/tests/contract/reports/support";
import { makeCaller, refusal, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";
import { expectDeprecated, v1Detail, v1Faults } from "@/tests/support/v1";

let caller: Caller;
let neighbor: Caller;
let ground: Connected;
let id: string;

beforeAll(async () => {
  ground = await prepareGround();
  caller = await makeCaller("reports-refused");
  neighbor = await makeCaller("reports-neighbor");
  ({ id } = await saved(caller, { provider_field_id: "field-1" }));
});
afterAll(async () => {
  await ground.close();
  await (await getDeps()).pdf.close();
});

const bytes = async (response: Response) => ({
  status: response.status,
  headers: [...response.headers].filter(([name]) => !["x-request-id", "ratelimit"].includes(name)),
  text: (await response.text()).replaceAll(/"request_id":"[^"]+"/g, ""),
});

describe("a report that is refused", () => {
  it("needs a key", async () => {
    expect((await refusal(await askReport(null, "field-1"), 401)).code).toBe("UNAUTHORIZED");
    expect(await v1Detail(await askReport(null, "field-1", { version: "v1" }), 401)).toBeTypeOf("string");
  });

  it("is the same 404 for a field that is absent, another provider's, and archived", async () => {
    const absent = await bytes(await askReport(caller, "no-such-field"));
    expect(absent.status).toBe(404);
    expect(absent.text).toContain("FIELD_NOT_FOUND");
    expect(await bytes(await askReport(neighbor, "field-1"))).toEqual(absent);
    await sql(caller.providerId, "UPDATE field SET archived_at = now() WHERE provider_field_id = 'field-1'");
    expect(await bytes(await askReport(caller, "field-1"))).toEqual(absent);
    await sql(caller.providerId, "UPDATE field SET archived_at = NULL WHERE provider_field_id = 'field-1'");
    expect((await askReport(caller, "field-1")).status).toBe(200);
  });

  it("is not one for a portal that has closed or was switched off: the record is kept, and so is its report", async () => {
    for (const version of ["v1", "v2"] as const) {
      for (const end of [inSeconds(-1), null]) {
        await setPortalEnd(caller.providerId, id, end);
        expect((await askReport(caller, "field-1", { version })).status).toBe(200);
      }
      await setPortalEnd(caller.providerId, id, inSeconds(3600));
      await setProvider(caller.providerId, "portal_enabled", false);
      expect((await askReport(caller, "field-1", { version })).status).toBe(200);
      await setProvider(caller.providerId, "portal_enabled", true);
    }
  });

  it("is a 404 in version 1 for a field that was processed and never checked, which version 2 reports", async () => {
    await processField(caller, { provider_field_id: "never-checked" });
    expect(await v1Detail(await askReport(caller, "never-checked", { version: "v1" }), 404)).toMatch(/no such field/);
    expect((await askReport(caller, "never-checked")).status).toBe(200);
  });

  it("is a 404 in version 1's own words, with what follows version 1", async () => {
    const response = await askReport(caller, "no-such-field", { version: "v1" });
    expectDeprecated(response, "/api/v2/fields/no-such-field/reports/runoff");
    expect(await v1Detail(response, 404)).toMatch(/no such field/);
  });

  it("is a conflict when two live fields have the identity", async () => {
    const twin = await makeCaller("reports-twins");
    await saved(twin, { application_id: "a", provider_field_id: "one" });
    await saved(twin, { application_id: "b", provider_field_id: "two" });
    await sql(twin.providerId, "UPDATE field SET provider_field_id = 'one'");
    expect((await refusal(await askReport(twin, "one"), 409)).code).toBe("DUPLICATE_FIELD");
    expect(await v1Detail(await askReport(twin, "one", { version: "v1" }), 409)).toBeTypeOf("string");
  });

  it.each(["year=1899", "year=2201", "year=26", "year=2026.0", "year=", "year=twenty", "year=2026&year=2027"])(
    "refuses %s: 422 in version 2, 400 in version 1",
    async (query) => {
      const found = await refusal(await askReport(caller, "field-1", { query }), 422);
      expect(found.details?.[0]?.path).toEqual(["year"]);
      const [fault] = await v1Faults(await askReport(caller, "field-1", { version: "v1", query }));
      expect(fault?.loc).toEqual(["query", "year"]);
    },
  );

  it("refuses an unknown parameter in version 2 and ignores it in version 1", async () => {
    expect((await refusal(await askReport(caller, "field-1", { query: "yaer=2026" }), 422)).code).toBe(
      "INVALID_REQUEST",
    );
    expect((await askReport(caller, "field-1", { version: "v1", query: "yaer=2026" })).status).toBe(200);
  });
});

describe("the year of a report", () => {
  it("takes the year of the clock, by UTC, where none is given", async () => {
    await setPortalEnd(caller.providerId, id, inSeconds(366 * 86_400));
    for (const version of VERSIONS) {
      const response = await atTime(new Date("2026-12-31T23:59:59.999Z"), () =>
        askReport(caller, "field-1", { version }),
      );
      expect(response.headers.get("content-disposition")).toBe('attachment; filename="home-quarter-runoff-2026.pdf"');
    }
  });
});

describe("a renderer in trouble", () => {
  it.each(["failing", "killed", "missing"] as const)(
    "answers 502 in both versions when its thread is %s",
    async (thread) => {
      await withRenderer({ workerFile: THREADS[thread] }, async () => {
        expect((await refusal(await askReport(caller, "field-1"), 502)).code).toBe("INVALID_REPORT");
        expect(await v1Detail(await askReport(caller, "field-1", { version: "v1" }), 502)).toBeTypeOf("string");
      });
      expect((await askReport(caller, "field-1")).status).toBe(200);
    },
  );

  it("ends a layout that passes its time, and answers 503 in version 2 and 504 in version 1", async () => {
    await withRenderer({ workerFile: THREADS.endless, timeoutS: 1 }, async () => {
      const found = await refusal(await askReport(caller, "field-1"), 503);
      expect([found.code, found.retryable]).toEqual(["DEADLINE_EXCEEDED", true]);
      // The only thread was busy for ever: this one is a new one.
      expect(await v1Detail(await askReport(caller, "field-1", { version: "v1" }), 504)).toMatch(/time/);
    });
  });

  it("answers 503 at once when the queue is full, and other routes do not notice", async () => {
    await withRenderer({ workerFile: THREADS.endless, timeoutS: 4, queueMax: 1 }, async () => {
      // Either may reach the queue first.
      const both = Promise.all([askReport(caller, "field-1"), askReport(caller, "field-1")]);
      expect((await askReport(neighbor, "no-such-field")).status).toBe(404);
      const refusals = await Promise.all((await both).map((response) => refusal(response, 503)));
      expect(refusals.map(({ code }) => code).sort()).toEqual(["CAPACITY_EXCEEDED", "DEADLINE_EXCEEDED"]);
      expect(refusals.map(({ retryable }) => retryable)).toEqual([true, true]);
    });
  });
});
