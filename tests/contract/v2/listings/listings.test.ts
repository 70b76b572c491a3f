import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as getApplications } from "@/app/api/v2/applications/route";
import { GET as getJobs } from "@/app/api/v2/esa-check/bulk/route";
import { GET as getFields } from "@/app/api/v2/fields/route";
import { applicationListResponse, bulkJobListResponse, fieldListResponse } from "@/lib/contracts/v2/listings";
import { prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { bulkBody, prepareBulk, submit } from "@/tests/contract/v2/bulk/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { NO_ESA } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

let ground: Connected;
let caller: Caller;
let other: Caller;
const ids: string[] = [];

beforeAll(async () => {
  await prepareBulk();
  ground = await prepareGround();
  caller = await makeCaller("lists");
  other = await makeCaller("lists-other");
  for (const [application, account, field] of [
    ["a-1", "account-1", "field-1"],
    ["a-2", "account-1", "field-1"],
    ["a-1", "account-2", "field-2"],
    ["gone", "account-1", "field-gone"],
  ] as const) {
    const more = { application_id: application, account_id: account, provider_field_id: field };
    ids.push((await saved(caller, more)).id);
  }
  // The same names at another provider.
  await saved(other, { application_id: "a-1", account_id: "account-1", provider_field_id: "field-1" });
  await sql("lists", "UPDATE field SET archived_at = now() WHERE provider_field_id = 'field-gone'");
});
afterAll(() => ground.close());

const get = (handler: typeof getFields, who: Caller | null, query: string) =>
  call(handler, who, { method: "GET", query });
const applications = async (query = "", who = caller) =>
  answer(await get(getApplications, who, query), applicationListResponse);
const fields = async (query = "", who = caller) => answer(await get(getFields, who, query), fieldListResponse);
const jobs = async (query = "", who = caller) => answer(await get(getJobs, who, query), bulkJobListResponse);

describe("applications", () => {
  it("come in the order they were made, without those on archived fields", async () => {
    const { total, applications: listed, next_offset: next } = await applications();
    expect([total, next]).toEqual([3, null]);
    expect(listed.map(({ application_event_id: id }) => id)).toEqual(ids.slice(0, 3));
  });

  it("are found by the caller's own identifiers", async () => {
    const found = async (query: string) =>
      (await applications(query)).applications.map(({ application_event_id: id }) => ids.indexOf(id));
    expect(await found("application_id=a-1")).toEqual([0, 2]);
    expect(await found("application_id=a-1&account_id=account-2")).toEqual([2]);
    expect(await found("account_id=account-1")).toEqual([0, 1]);
    expect(await found("provider_field_id=field-1")).toEqual([0, 1]);
    expect(await found("application_id=gone")).toEqual([]);
    expect(await found("application_id=%25")).toEqual([]);
  });

  it("come in pages, and past the end the total stays", async () => {
    const first = await applications("limit=2");
    expect([first.applications.length, first.next_offset]).toEqual([2, 2]);
    const last = await applications("limit=2&offset=2");
    expect([last.applications.length, last.next_offset]).toEqual([1, null]);
    expect(await applications("offset=9")).toMatchObject({ total: 3, applications: [], next_offset: null });
  });
});

describe("fields", () => {
  it("come with the number of their applications, by account", async () => {
    const shown = (await fields()).fields.map(({ account_id: account, provider_field_id: id, applications: count }) => [
      account,
      id,
      count,
    ]);
    expect(shown).toEqual([
      ["account-1", "field-1", 2],
      ["account-2", "field-2", 1],
    ]);
    expect((await fields("account_id=account-2")).total).toBe(1);
  });
});

describe("bulk jobs", () => {
  it("come newest first, until their results expire", async () => {
    const sent = bulkBody("lists", 1, { products: [NO_ESA] });
    const first = await submit(caller, sent);
    const second = await submit(caller, { ...sent, account_id: "account-2" });
    expect((await jobs()).jobs.map(({ job_id: id }) => id)).toEqual([second.job_id, first.job_id]);
    expect((await jobs("account_id=account-1")).jobs.map(({ job_id: id }) => id)).toEqual([first.job_id]);
    await sql("lists", `UPDATE bulk_job SET expires_at = now() - interval '1 second' WHERE job_id = '${first.job_id}'`);
    expect((await jobs()).total).toBe(1);
  });
});

describe("every list", () => {
  const handlers = { applications: getApplications, fields: getFields, jobs: getJobs };

  it("holds nothing of another provider", async () => {
    expect((await applications("", other)).total).toBe(1);
    expect((await fields("", other)).total).toBe(1);
    expect(await jobs("", other)).toMatchObject({ total: 0, jobs: [] });
    const own = JSON.stringify(await applications("application_id=a-1", other));
    for (const id of ids) expect(own).not.toContain(id);
  });

  it.each(Object.entries(handlers))("of %s needs a key and refuses what it does not know", async (_what, handler) => {
    await refusal(await get(handler, null, ""), 401);
    for (const query of ["limit=0", "limit=101", "offset=-1", "page=2", "account_id=", "account_id=a&account_id=b"]) {
      await refusal(await get(handler, caller, query), 422);
    }
  });
});
