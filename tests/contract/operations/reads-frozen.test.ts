import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { GET as getFieldReport } from "@/app/api/v1/fields/[providerFieldId]/reports/runoff/route";
import { GET as getApplication } from "@/app/api/v2/applications/[applicationEventId]/compliance/route";
import { GET as listApplications } from "@/app/api/v2/applications/route";
import { GET as getReport } from "@/app/api/v2/fields/[providerFieldId]/reports/runoff/route";
import { GET as listFields } from "@/app/api/v2/fields/route";
import { GET as getRecords } from "@/app/api/v2/records.csv/route";
import { GET as getUsage } from "@/app/api/v2/usage/route";
import { getDeps } from "@/lib/runtime/deps";
import { eachByDeadline } from "@/lib/http/deadline";
import type { Handler } from "@/lib/http/api/route";
import { zipStream, type ZipEntry } from "@/lib/http/zip-stream";
import { askLive, openBrowser, type Browser } from "@/tests/contract/portal/edits-support";
import { placeOf } from "@/tests/contract/v2/drift/portal";
import { loadGround } from "@/tests/contract/v2/esa-check/support";
import { saved } from "@/tests/contract/v2/compliance/support";
import { type FaultyLine, startLine } from "@/tests/faults/proxy";
import { call, makeCaller, refusal, type Caller, type Sent } from "@/tests/support/api";

let line: FaultyLine;
let caller: Caller;
let browser: Browser;
let id: string;
let fieldId: string;
beforeAll(async () => {
  const url = String(process.env.DATABASE_URL);
  line = await startLine(Number(new URL(url).port));
  process.env.DATABASE_URL = line.through(url);
  await loadGround();
  caller = await makeCaller("frozen");
  ({ id } = await saved(caller, { provider_field_id: "frozen-field" }));
  ({ fieldId } = await placeOf(caller, id));
  browser = await openBrowser(caller, id);
  // Starts the threads that make reports.
  expect((await read(getReport, REPORT)).status).toBe(200);
});
afterEach(thaw);
afterAll(() => line.close());

const DEADLINE_S = 2;
async function freeze(): Promise<void> {
  (await getDeps()).env.REQUEST_DEADLINE_S = DEADLINE_S;
  line.setFrozen(true);
}
async function thaw(): Promise<void> {
  line.setFrozen(false);
  // What is read to compare takes as long as it takes: a first report starts threads.
  (await getDeps()).env.REQUEST_DEADLINE_S = 90;
}

const REPORT = { params: { providerFieldId: "frozen-field" }, query: "year=2026" };
const READS: [name: string, handler: Handler, sent: () => Sent][] = [
  ["the compliance of an application", getApplication, () => ({ params: { applicationEventId: id } })],
  ["applications", listApplications, () => ({})],
  ["fields", listFields, () => ({})],
  ["records", getRecords, () => ({ query: "year=2026" })],
  ["usage", getUsage, () => ({})],
  ["a report", getReport, () => REPORT],
];

const read = (handler: Handler, sent: Sent): Promise<Response> => call(handler, caller, { method: "GET", ...sent });

/** One connection more is worked on than there were: a read has sent its statement and waits. */
async function held(): Promise<void> {
  const { db } = await getDeps();
  await expect.poll(() => db.poolUse().busy, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0);
}

describe("while the database stands still on open connections", () => {
  it.each(READS)("%s is 503 DEADLINE_EXCEEDED with Retry-After, and is read again afterwards", async (_, get, sent) => {
    expect((await read(get, sent())).status).toBe(200);
    await freeze();
    const answered = await read(get, sent());
    expect(answered.headers.get("retry-after")).toBe("5");
    expect(await refusal(answered, 503)).toMatchObject({ code: "DEADLINE_EXCEEDED", retryable: true });
    await thaw();
    expect((await read(get, sent())).status).toBe(200);
  });

  it("a report of version 1 is 504, as its contract says of one that is late", async () => {
    await freeze();
    const answered = await read(getFieldReport, REPORT);
    expect(answered.status).toBe(504);
    expect(await answered.json()).toEqual({ detail: expect.any(String) as string });
  });

  it("a page's question to the portal is 503 in the portal's own words", async () => {
    const place = { fieldId, year: 2026, applicationEventId: id };
    expect((await askLive(browser, place)).status).toBe(200);
    await freeze();
    const answered = await askLive(browser, place);
    expect(answered.status).toBe(503);
    expect(answered.headers.get("retry-after")).toBe("5");
    expect(await answered.json()).toMatchObject({ error: { code: "DEADLINE_EXCEEDED", retryable: true } });
  });

  it("a download that has begun breaks off by the deadline of its next part, however long it has taken until then", async () => {
    const { db } = await getDeps();
    async function* entries(): AsyncGenerator<ZipEntry, undefined> {
      for (let part = 1; ; part += 1) {
        const { rows } = await db.pool.query<{ text: string }>("SELECT pg_sleep(0.2), 'x' AS text");
        yield { name: `${part}.txt`, bytes: new TextEncoder().encode(rows[0]?.text) };
      }
    }
    const reader = zipStream(eachByDeadline(DEADLINE_S, entries())).getReader();
    const began = performance.now();
    while (performance.now() - began < 1000 * (DEADLINE_S + 1)) await reader.read();
    await freeze();
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toMatchObject({ problem: "deadlineExceeded" });
  });
});

describe("after a thaw", () => {
  it("no connection answers with what a request that was given up had asked", async () => {
    const { db } = await getDeps();
    await Promise.all(Array.from({ length: db.poolMax }, () => db.pool.query("SELECT pg_sleep(0.2)")));
    await freeze();
    const answers = await Promise.all(READS.map(async ([, get, sent]) => (await read(get, sent())).status));
    expect(answers).toEqual(READS.map(() => 503));
    await held();
    await thaw();
    const asked = Array.from({ length: 4 * db.poolMax }, (_, number) => number);
    const told = await Promise.all(
      asked.map((number) => db.pool.query<{ number: number }>("SELECT $1::int AS number, pg_sleep(0.3)", [number])),
    );
    expect(told.map(({ rows }) => rows[0]?.number)).toEqual(asked);
  });
});
