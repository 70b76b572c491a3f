import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDeps } from "@/lib/runtime/deps";
import { cloneApplication } from "@/tests/contract/v2/compliance/clones";
import {
  getCompliance,
  getGroupCompliance,
  NEEDS_6,
  prepareGround,
  read,
  readGroup,
  runoffOf,
  saved,
} from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { keepLog, type LogLine } from "@/tests/contract/v2/http/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

const OF_ACCOUNT = "account_id=account-1";

let caller: Caller;
let soil: Connected;
let log: LogLine[];
let first: string;
let ids: string[];
beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("reader");
  const wanted = { application_id: "one-of-many", provider_group_id: "thousand", products: [NEEDS_6] };
  first = (await saved(caller, wanted)).id;
  ids = [first, ...(await cloneApplication("reader", first, 999))].sort();
  log = await keepLog();
});
afterAll(() => soil.close());

/** Messages to the database that a request sent. */
async function messagesOf(request: () => Promise<unknown>): Promise<number> {
  await (await getDeps()).settled();
  log.length = 0;
  await request();
  const [line] = log;
  if (line === undefined || log.length > 1) throw new Error(`${log.length} requests were logged`);
  return line.sql;
}

const forget = async (...names: ("keys" | "products")[]): Promise<void> => {
  const { caches } = await getDeps();
  for (const name of names) caches[name].clear();
};

describe("a group of 1,000 applications", () => {
  it.each([100, 37])("is paged through exactly once each, %i at a time", async (limit) => {
    const found: string[] = [];
    let offset: number | null = 0;
    while (offset !== null) {
      const page = await readGroup(caller, "thousand", `${OF_ACCOUNT}&limit=${limit}&offset=${offset}`);
      expect(page).toMatchObject({ total: 1000, offset, limit });
      found.push(...page.applications.map((each) => each.application_event_id));
      offset = page.next_offset;
    }
    expect(found).toEqual(ids);
  });

  it("holds members that read like the original", async () => {
    const original = await read(caller, first);
    const page = await readGroup(caller, "thousand", `${OF_ACCOUNT}&limit=3`);
    for (const each of page.applications) {
      expect(runoffOf(each)).toEqual(runoffOf(original));
      expect(each.compliance.last_assessment).toEqual(original.compliance.last_assessment);
    }
  });
});

describe("messages to the database", () => {
  it("are 3 for one application with warm caches", async () => {
    await read(caller, first);
    expect(await messagesOf(() => read(caller, first))).toBe(3);
    expect(await messagesOf(() => read(caller, first, "include_geometry=true"))).toBe(3);
  });

  it.each([1, 10, 100])("are 3 for a page of %i with warm caches", async (limit) => {
    await readGroup(caller, "thousand", `${OF_ACCOUNT}&limit=${limit}`);
    expect(await messagesOf(() => readGroup(caller, "thousand", `${OF_ACCOUNT}&limit=${limit}`))).toBe(3);
  });

  it.each([1, 100])("are one more for a page of %i whose products no one asked for lately", async (limit) => {
    await forget("products");
    expect(await messagesOf(() => readGroup(caller, "thousand", `${OF_ACCOUNT}&limit=${limit}`))).toBe(4);
  });

  it("do not grow with the products of a page: a hundred different ones are one look-up", async () => {
    await sql(
      "reader",
      `UPDATE application a SET products = jsonb_set(a.products, '{0,epaNumber}', ('"88888-' || n.i::text || '"')::jsonb)
       FROM (SELECT application_event_id, row_number() OVER () AS i FROM application) n
       WHERE a.application_event_id = n.application_event_id AND a.application_event_id <> $1`,
      [first],
    );
    await forget("products");
    expect(await messagesOf(() => readGroup(caller, "thousand", `${OF_ACCOUNT}&limit=100`))).toBe(4);
  });

  it("are 2 or 3 for what is not there: no look-up follows", async () => {
    const absent = first.replace(/^./, (digit) => (digit === "f" ? "e" : "f"));
    expect(await messagesOf(() => getCompliance(caller, absent))).toBeLessThanOrEqual(3);
    await forget("products");
    expect(await messagesOf(() => getGroupCompliance(caller, "no-one", OF_ACCOUNT))).toBeLessThanOrEqual(3);
  });
});

it("a page is one snapshot: its total and its members are of the same moment while others change the group", async () => {
  const moving = ids.slice(0, 20);
  const setGroup = (from: string, to: string) =>
    sql(
      "reader",
      `UPDATE application SET provider_group_id = $2
       WHERE provider_group_id = $1 AND application_event_id = ANY($3::uuid[])`,
      [from, to, moving],
    );
  await setGroup("thousand", "moving");
  const keep = moving.slice(0, 10);
  let isDone = false;
  const writer = async () => {
    while (!isDone) {
      for (const group of ["elsewhere", "moving"]) {
        await sql(
          "reader",
          `UPDATE application SET provider_group_id = $1
           WHERE application_event_id = ANY($2::uuid[]) AND NOT application_event_id = ANY($3::uuid[])`,
          [group, moving, keep],
        );
      }
    }
  };
  const writing = writer();
  const seen = new Set<number>();
  try {
    for (let turn = 0; turn < 40; turn += 1) {
      const page = await readGroup(caller, "moving", `${OF_ACCOUNT}&limit=100`);
      expect(page.applications).toHaveLength(page.total);
      seen.add(page.total);
    }
  } finally {
    isDone = true;
    await writing;
  }
  expect([...seen].every((total) => total === 10 || total === 20)).toBe(true);
});

it("a page of 100 is measured beside a single read", async () => {
  const time = async (work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let turn = 0; turn < 15; turn += 1) {
      const started = performance.now();
      await work();
      times.push(performance.now() - started);
    }
    return times.sort((a, b) => a - b)[7] ?? 0;
  };
  const singleMs = await time(async () => (await getCompliance(caller, first)).text());
  const pageMs = await time(async () =>
    (await getGroupCompliance(caller, "thousand", `${OF_ACCOUNT}&limit=100`)).text(),
  );
  console.log(
    `single read ${singleMs.toFixed(1)} ms, page of 100 ${pageMs.toFixed(1)} ms, ${(pageMs / singleMs).toFixed(1)} times`,
  );
  const page = await readGroup(caller, "thousand", `${OF_ACCOUNT}&limit=100`);
  expect(page.applications).toHaveLength(100);
});
