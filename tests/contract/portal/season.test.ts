import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countStatements } from "@/lib/data/statement-context";
import { seasonStart } from "@/lib/pages/portal/season";
import { getDeps } from "@/lib/runtime/deps";
import { readSession, type PortalSession } from "@/lib/usecases/portal/session";
import type { SeasonView } from "@/lib/views/portal/season";
import { edit, openBrowser, selection } from "@/tests/contract/portal/edits-support";
import { cloneApplication } from "@/tests/contract/v2/compliance/clones";
import { NEEDS_4, NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";
import { cellIn } from "@/tests/support/season-cells";

const NO_TILL = 210;

let caller: Caller;
let soil: Connected;
let session: PortalSession;
let first: string;

const planned = (field: string, application: string, more: Record<string, unknown> = {}) => ({
  application_id: `${field}-${application}`,
  provider_field_id: field,
  field_name: field,
  provider_group_id: "season",
  products: [NEEDS_6],
  ...more,
});

async function sessionOf(id: string): Promise<PortalSession> {
  const { grant, cookie } = await openBrowser(caller, id);
  const found = await readSession(await getDeps(), { grant, cookie: cookie.slice(cookie.indexOf("=") + 1) });
  if (found === null) throw new Error("the session does not stand");
  return found;
}

async function season(year: number | null = null): Promise<SeasonView> {
  const start = await seasonStart(session, year);
  if (!("view" in start)) throw new Error(`led to ${start.listHref}`);
  return start.view;
}

async function statements(): Promise<number> {
  const count = { statements: 0 };
  await countStatements(count, () => season());
  return count.statements;
}

beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("retailer");
  first = (await saved(caller, planned("Creek", "a"))).id;
  await saved(caller, planned("Creek", "b", { products: [NEEDS_4] }));
  await saved(caller, planned("Hill", "a", { products: [NEEDS_4] }));
  await saved(caller, planned("Hill", "old", { application_date: "2025-05-01" }));
  await saved(caller, planned("Elsewhere", "a", { provider_group_id: "other" }));
  session = await sessionOf(first);
});
afterAll(() => soil.close());

describe("the season of a group", () => {
  it("has its fields down, the products of the year across, and in each cell what is left", async () => {
    const view = await season();
    expect([view.year, view.count]).toEqual([2026, "2 fields, 2 products"]);
    expect(view.products).toEqual([NEEDS_4.product_name, NEEDS_6.product_name]);
    expect(view.rows.map(({ name, cells }) => [name, cells.map((cell) => cellIn(view, cell)?.words ?? null)])).toEqual([
      ["Creek", [expect.any(String), "3 short"]],
      ["Hill", [expect.any(String), null]],
    ]);
    expect(cellIn(view, view.rows[0]?.cells[1])).toMatchObject({ standing: "not_met", applicationEventId: first });
    expect(view.years.map(({ words, isPicked }) => [words, isPicked])).toEqual([
      ["2026", true],
      ["2025", false],
    ]);
  });

  it("says the day of each application, whether it is recorded, and how many fields are of when", async () => {
    await sql(
      "retailer",
      `INSERT INTO application_record (provider_id, application_event_id, kept_until, begun_at, signed_by, signed_at, record_hash, signed_record)
       SELECT provider_id, application_event_id, '2028-06-16', now(), 'Ana', now(), repeat('0', 64), '{}'
       FROM application WHERE application_event_id = $1`,
      [first],
    );
    const before = await season();
    const { day } = cellIn(before, before.rows[1]?.cells[0])?.when ?? { day: "" };
    const deps = { ...session.pass.deps, clock: () => new Date(`${day}T23:00:00Z`) };
    const start = await seasonStart({ ...session, pass: { ...session.pass, deps } }, null);
    if (!("view" in start)) throw new Error(`led to ${start.listHref}`);
    const { rows, today, days } = start.view;
    expect(today).toEqual({ day, zone: "America/Chicago" });
    expect(rows.map(({ cells }) => cells.map((cell) => cellIn(start.view, cell)?.when ?? null))).toEqual([
      [
        { day, record: null },
        { day, record: "signed" },
      ],
      [{ day, record: null }, null],
    ]);
    expect(days.map(({ kind, words, href }) => [kind, words, href])).toEqual([
      ["today", "2", `/portal/g/${session.grant}?day=today`],
      ["recorded", "Recorded: 1", `/portal/g/${session.grant}?day=recorded`],
    ]);
  });

  it("of an earlier year holds that year alone; a year without applications is the latest", async () => {
    const view = await season(2025);
    expect(view.rows.map(({ name }) => name)).toEqual(["Hill"]);
    expect(view.products).toEqual([NEEDS_6.product_name]);
    expect((await season(1999)).year).toBe(2026);
  });

  it.each([
    ["what is to come this year stands before what is planned for the next", "2025-04-20", 2025],
    ["nothing of this year is to come, and something of the next", "2025-11-29", 2026],
    ["nothing is to come", "2027-03-01", 2026],
  ])("begins at the year of the next application: %s", async (_name, day, year) => {
    const deps = { ...session.pass.deps, clock: () => new Date(`${day}T18:00:00Z`) };
    const start = await seasonStart({ ...session, pass: { ...session.pass, deps } }, null);
    expect("view" in start ? start.view.year : null).toBe(year);
  });

  it("gathers fields by the points that they lack, until a measure closes the gap", async () => {
    const [creek] = (await season()).rows;
    const lacks = (view: SeasonView) => view.lacks.map(({ points, fieldIds }) => [points, fieldIds]);
    expect(lacks(await season())).toContainEqual([3, [creek?.fieldId]]);
    const browser = await openBrowser(caller, first);
    await edit(browser, selection({ fieldId: creek?.fieldId ?? "", year: 2026, applicationEventId: first }, NO_TILL));
    expect(lacks(await season())).not.toContainEqual([3, [creek?.fieldId]]);
  });

  it("of a link to one field is not there", async () => {
    const alone = await saved(caller, planned("Single", "a", { provider_group_id: undefined }));
    const own = await sessionOf(alone.id);
    expect(await seasonStart(own, null)).toEqual({ listHref: `/portal/g/${own.grant}` });
  });
});

it("takes the same statements for sixty fields as for two", async () => {
  const few = await statements();
  await cloneApplication("retailer", first, 58);
  expect((await season()).rows).toHaveLength(60);
  expect(await statements()).toBe(few);
  expect(few).toBeLessThanOrEqual(4);
});

/** A retailer's season. The time is printed, and bounded for a machine with many times the load of a quiet one. */
it("draws five hundred fields by six products", { timeout: 300_000 }, async () => {
  await cloneApplication("retailer", first, 440);
  await sql(
    "retailer",
    `WITH copy AS MATERIALIZED (
       SELECT a.*, i, gen_random_uuid() AS new_id, gen_random_uuid() AS new_assessment
       FROM application a, generate_series(2, 6) AS i
       WHERE a.provider_group_id = 'season' AND a.application_id LIKE 'Creek-a-%'),
     applications AS (
       INSERT INTO application
       SELECT (jsonb_populate_record(s, jsonb_build_object(
         'application_event_id', c.new_id, 'application_id', c.application_id || '/' || c.i,
         'last_assessment_id', c.new_assessment,
         'products', (SELECT jsonb_agg(p || jsonb_build_object('productName', 'Product ' || c.i))
                      FROM jsonb_array_elements(c.products) p)))).*
       FROM copy c JOIN application s USING (provider_id, application_event_id)),
     requirements AS (
       INSERT INTO requirement
       SELECT (jsonb_populate_record(r, jsonb_build_object('application_event_id', c.new_id))).*
       FROM copy c JOIN requirement r USING (provider_id, application_event_id))
     INSERT INTO assessment
     SELECT (jsonb_populate_record(a, jsonb_build_object(
       'assessment_id', c.new_assessment, 'application_event_id', c.new_id))).*
     FROM copy c JOIN assessment a ON a.provider_id = c.provider_id AND a.assessment_id = c.last_assessment_id`,
    [],
  );
  // As the database does by itself before long: without it, it expects a handful of rows.
  for (const table of ["field", "application", "requirement", "assessment"]) await sql(null, `ANALYZE ${table}`);
  await season();
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  const view = await season();
  const [took, { user, system }] = [performance.now() - from, process.cpuUsage(cpu)];
  const cpuMs = (user + system) / 1000;
  process.stdout.write(
    `season of ${view.rows.length} fields and ${view.products.length} products: ${took.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of this process\n`,
  );
  expect(view.rows).toHaveLength(500);
  expect(view.rows.flatMap(({ cells }) => cells).filter((cell) => cell !== null).length).toBeGreaterThan(2900);
  expect(await statements()).toBeLessThanOrEqual(4);
});
