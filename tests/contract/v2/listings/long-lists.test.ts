import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as getApplications } from "@/app/api/v2/applications/route";
import { GET as getJobs } from "@/app/api/v2/esa-check/bulk/route";
import { GET as getFields } from "@/app/api/v2/fields/route";
import { GET as getRechecks } from "@/app/api/v2/rechecks/route";
import { cursorOf } from "@/lib/contracts/shared/cursor";
import { applicationListResponse, bulkJobListResponse, fieldListResponse } from "@/lib/contracts/v2/listings";
import { recheckListResponse } from "@/lib/contracts/v2/rechecks";
import { MOST_COUNTED } from "@/lib/data/listings";
import { getDeps } from "@/lib/runtime/deps";
import { activateAreas, loadOneArea } from "@/tests/contract/radar/support";
import { sql, sqlAsOwner } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";

let caller: Caller;

/** Names as customers write them: what one collation puts beside each other, another does not. */
const NAMES = ["North", "north", "north 2", "NORTH-10", "Ñandú", "nandu", "_x", "x y", "x-y", "1", "10", "2", "é"];

const quoted = (values: readonly (string | null)[]): string =>
  `(${values.map((value) => (value === null ? "NULL" : `'${value}'`)).join(", ")})`;

/** Every eleventh field is archived, every fifth application is of a day that is over. As lists of values, which Citus takes from the service's role. */
async function fill(first: number, last: number): Promise<void> {
  for (let from = first; from <= last; from += 1_000) {
    const made = Array.from({ length: Math.min(1_000, last - from + 1) }, (_, index) => {
      const n = from + index;
      const [fieldId, eventId, account] = [randomUUID(), randomUUID(), `account ${n % 7}`];
      const name = `${NAMES[n % NAMES.length] ?? ""} ${Math.floor(n / NAMES.length)}`;
      const day = n % 5 === 0 ? "2020-05-01" : "2099-05-01";
      const archived = n % 11 === 0 ? "2026-05-01T12:00:00Z" : null;
      return {
        field: quoted([caller.providerId, fieldId, account, name, `Field ${n}`, archived]),
        application: quoted([caller.providerId, eventId, fieldId, account, `application ${n}`, day]).slice(0, -1),
      };
    });
    await sql(
      caller.providerId,
      `INSERT INTO field (provider_id, field_id, account_id, provider_field_id, field_name, archived_at)
       VALUES ${made.map(({ field }) => field).join(", ")}`,
    );
    await sql(
      caller.providerId,
      `INSERT INTO application (provider_id, application_event_id, field_id, account_id, application_id, application_date,
                                application_method, products, crop, pest, processing_status, boundary_hash, last_assessed_at)
       VALUES ${made.map(({ application }) => `${application}, 'ground', '[]', '{}', '{}', 'completed', 'hash', '2026-05-01T12:00:00Z')`).join(", ")}`,
    );
  }
}

interface Page {
  total: number | null;
  offset: number | null;
  next_offset: number | null;
  next_after: string | null;
  entries: unknown[];
}
type Read = (query: string) => Promise<Page>;

const fields: Read = async (query) => {
  const page = await answer(await call(getFields, caller, { method: "GET", query }), fieldListResponse);
  return { ...page, entries: page.fields.map((each) => `${each.account_id}: ${each.provider_field_id}`) };
};
const applications: Read = async (query) => {
  const page = await answer(await call(getApplications, caller, { method: "GET", query }), applicationListResponse);
  return { ...page, entries: page.applications.map((each) => each.application_event_id) };
};
const jobs: Read = async (query) => {
  const page = await answer(await call(getJobs, caller, { method: "GET", query }), bulkJobListResponse);
  return { ...page, entries: page.jobs.map((each) => each.job_id) };
};
const rechecks: Read = async (query) => {
  const page = await answer(await call(getRechecks, caller, { method: "GET", query }), recheckListResponse);
  return { ...page, entries: page.rechecks };
};
const LISTS = { fields, applications, jobs, rechecks };

/** The whole of a list by offsets. */
async function byOffset(read: Read, query: string, first = 0): Promise<unknown[]> {
  const entries: unknown[] = [];
  for (let offset: number | null = first; offset !== null;) {
    const page: Page = await read(`${query}&limit=100&offset=${offset}`);
    entries.push(...page.entries);
    offset = page.next_offset;
  }
  return entries;
}

/** The same from one entry to the next. `between` happens after each page. */
async function byEntry(
  read: Read,
  query: string,
  between: () => Promise<unknown> = async () => null,
): Promise<unknown[]> {
  const first = await read(query);
  const entries = [...first.entries];
  for (let after = first.next_after; after !== null;) {
    await between();
    const page: Page = await read(`${query}&after=${after}`);
    expect([page.total, page.offset, page.next_offset]).toEqual([null, null, null]);
    entries.push(...page.entries);
    after = page.next_after;
  }
  return entries;
}

/** As autovacuum does within a minute or so: until then the planner takes a table for as small as it was. */
const analyze = (): Promise<unknown> => sql(null, "ANALYZE field, application, recheck, recheck_ending, bulk_job");

/** Each of these runs found a change on every third application, on some of them in the same moment as the run before it. */
const findChanges = async (runs: number): Promise<void> => {
  const made = await sql<{ radar_id: number }>(
    null,
    `INSERT INTO radar_run (kind, before_version, after_version, finished_at)
     SELECT 'pula', 'a' || n, 'b' || n, now() FROM generate_series(1, ${runs}) n RETURNING radar_id`,
  );
  const applied = await eventIds();
  for (const { radar_id: id } of made) {
    const changed = applied.flatMap((eventId, n) =>
      (n + id) % 3 === 0
        ? [quoted([caller.providerId, `${id}`, eventId, foundAt(3600 * Math.floor(id / 2) + (n % 17)), CHANGE])]
        : [],
    );
    await sql(
      caller.providerId,
      `INSERT INTO recheck (provider_id, radar_id, application_event_id, found_at, change) VALUES ${changed.join(", ")}`,
    );
  }
};

const CHANGE = JSON.stringify({
  ...{ statusBefore: "met", statusAfter: "not_met", pulasAdded: [], pulasRemoved: [], pulasChanged: [] },
  ...{ issuesAdded: [], issuesRemoved: [] },
});
const foundAt = (seconds: number): string => new Date(Date.UTC(2026, 5, 1, 12) + 1000 * seconds).toISOString();
const eventIds = async (where = "true"): Promise<string[]> => {
  const rows = await sql<{ id: string }>(
    caller.providerId,
    `SELECT application_event_id::text AS id FROM application WHERE ${where} ORDER BY application_event_id`,
  );
  return rows.map(({ id }) => id);
};

beforeAll(async () => {
  await getDeps();
  await loadOneArea("in force", "One.");
  await activateAreas("in force");
  caller = await makeCaller("long-lists");
  await fill(1, 400);
  const jobRows = Array.from({ length: 60 }, (_, n) => [
    ...[caller.providerId, randomUUID(), `account ${n % 3}`, "group", "queued", "1", "f"],
    foundAt(60 * Math.floor(n / 4)),
  ]);
  await sql(
    caller.providerId,
    `INSERT INTO bulk_job (provider_id, job_id, account_id, provider_group_id, status, total_items, fingerprint, created_at)
     VALUES ${jobRows.map(quoted).join(", ")}`,
  );
  await findChanges(5);
  const endings = (await eventIds("application_id LIKE '%7'")).flatMap((id) =>
    ["bulletin_ends", "label_ends"].map((reason) => [caller.providerId, id, reason, "", "2026-07-01", foundAt(3603)]),
  );
  await sql(
    caller.providerId,
    `INSERT INTO recheck_ending (provider_id, application_event_id, reason, subject, ends_on, found_at)
     VALUES ${endings.map(quoted).join(", ")}`,
  );
  await analyze();
});

/** Places that no page names: a sign, and a time, that the database does not know. */
const MADE_UP = [
  cursorOf("fields", ["a\0", "b", randomUUID()]),
  ...["jobs", "rechecks"].map((list) => cursorOf(list, ["0000-01-01T00:00:00Z", randomUUID()])),
  ...["jobs", "rechecks"].map((list) => cursorOf(list, ["2026-02-30T00:00:00.000Z", randomUUID()])),
];

describe.each(Object.entries(LISTS))("%s, read from one entry to the next", (name, read) => {
  const states = name === "rechecks" ? ["state=open", "state=all"] : [""];
  const cases = states.flatMap((state) => [
    { filter: state, limit: 6 },
    { filter: `${state}&account_id=account 1`, limit: 7 },
    { filter: state, limit: 64 },
  ]);

  it.each(cases)("are those that offsets give: $filter, $limit at once", async ({ filter, limit }) => {
    const whole = await byOffset(read, filter);
    expect(whole.length).toBeGreaterThan(10);
    expect(new Set(whole.map((entry) => JSON.stringify(entry))).size).toBe(whole.length);
    expect(await byEntry(read, `${filter}&limit=${limit}`)).toEqual(whole);
  });

  it("begin at one place, which is one of their own", async () => {
    const handlers = { fields: getFields, applications: getApplications, jobs: getJobs, rechecks: getRechecks };
    const refusedBy = async (query: string) =>
      refusal(await call(handlers[name as keyof typeof handlers], caller, { method: "GET", query }), 422);
    const faultsOf = async (query: string): Promise<unknown> =>
      (await refusedBy(query)).details?.map(({ path }) => path.at(-1));
    const { next_after: own } = await read("limit=1");
    const others = await Promise.all(Object.values(LISTS).map(async (each) => (await each("limit=1")).next_after));
    for (const after of ["x", "", "bnVsbA", ...MADE_UP, ...others.filter((other) => other !== own)])
      expect(await faultsOf(`after=${after}`)).toEqual(["after"]);
    expect(await faultsOf(`after=${own}&offset=1`)).toEqual(["offset"]);
    expect(await faultsOf("offset=100001")).toEqual(["offset"]);
    expect((await refusedBy("offset=100001")).details?.[0]?.message).toContain(
      "send next_after of the page before as after",
    );
  });
});

it("what comes or goes meanwhile makes no entry come twice or be passed over", async () => {
  const whole = await byOffset(fields, "");
  let gone = 0;
  const seen = await byEntry(fields, "limit=30", async () => {
    gone += 1;
    // By offsets, each field that goes from before the page moves all others ahead by one.
    await sql(
      caller.providerId,
      `UPDATE field SET archived_at = now() WHERE field_id = (
         SELECT field_id FROM field WHERE archived_at IS NULL ORDER BY account_id, provider_field_id LIMIT 1)`,
    );
  });
  expect(gone).toBeGreaterThan(5);
  expect(seen).toEqual(whole);
});

it("a recheck of which something newer is found meanwhile stands at the front, where it is read again", async () => {
  const [oldest] = (await byOffset(rechecks, "state=open")).slice(-1) as { application_event_id: string }[];
  const id = oldest?.application_event_id ?? "";
  let isFound = false;
  const seen = await byEntry(rechecks, "state=open&limit=60", async () => {
    if (isFound) return;
    isFound = true;
    const ending = [caller.providerId, id, "bulletin_ends", "1-1", "2026-06-30", foundAt(99_999)];
    await sql(
      caller.providerId,
      `INSERT INTO recheck_ending (provider_id, application_event_id, reason, subject, ends_on, found_at)
       VALUES ${quoted(ending)}`,
    );
    await sqlAsOwner(caller.providerId, `DELETE FROM recheck WHERE application_event_id = '${id}'`);
    await sqlAsOwner(
      caller.providerId,
      `DELETE FROM recheck_ending WHERE application_event_id = '${id}' AND subject = ''`,
    );
  });
  const idsOf = (entries: unknown[]) => entries.map((each) => (each as typeof oldest)?.application_event_id);
  expect(idsOf(seen)).not.toContain(id);
  expect(idsOf((await rechecks("state=open&limit=1")).entries)).toEqual([id]);
});

describe("lists of more entries than are counted", () => {
  beforeAll(async () => {
    await fill(401, MOST_COUNTED + 2_000);
    await findChanges(4);
    await analyze();
  }, 120_000);

  it.each(Object.entries({ fields, applications, rechecks }))(
    "%s say no number, and go on both ways",
    async (name, read) => {
      const query = name === "rechecks" ? "state=open&limit=100" : "limit=100";
      const first = await read(query);
      expect([first.total, first.offset, first.next_offset]).toEqual([null, 0, 100]);
      const [second, after] = [await read(`${query}&offset=100`), await read(`${query}&after=${first.next_after}`)];
      expect(after.entries).toEqual(second.entries);
      expect(after.next_after).toBe(second.next_after);
      // Nothing of the first page again, which a wrong order of one of the two ways would give.
      const before = new Set(first.entries.map((entry) => JSON.stringify(entry)));
      expect(after.entries.filter((entry) => before.has(JSON.stringify(entry)))).toEqual([]);
    },
  );

  it("rechecks are counted where all that match are on the page", async () => {
    const [one] = (await rechecks("state=all&limit=1")).entries as { account_id: string }[];
    await sql(
      caller.providerId,
      `UPDATE application SET account_id = 'alone' WHERE application_id = 'application 4000'`,
    );
    expect(one?.account_id).toMatch(/^account /);
    const page = await rechecks("state=all&account_id=alone");
    expect(page.total).toBe(page.entries.length);
    expect(page.next_after).toBeNull();
  });

  it("an application is found by its name alone, and counted", async () => {
    expect(await applications("application_id=application 9998")).toMatchObject({ total: 1, next_after: null });
  });
});
