import { randomUUID } from "node:crypto";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as getReports } from "@/app/portal/g/[grant]/reports/route";
import type { GroupView } from "@/lib/views/portal/group";
import { countStatements } from "@/lib/data/statement-context";
import { getDeps } from "@/lib/runtime/deps";
import { groupStart } from "@/lib/pages/portal/group";
import type { ListQuery } from "@/lib/pages/portal/group-choices";
import { groupReports } from "@/lib/pages/reports/group-reports";
import { shellView } from "@/lib/pages/portal/shell";
import { listGroupReports } from "@/lib/usecases/portal/list-group-reports";
import type { GroupScope } from "@/lib/usecases/portal/read-group";
import { openFieldYear } from "@/lib/usecases/portal/field-year";
import { readSession, type PortalSession } from "@/lib/usecases/portal/session";
import { openBrowser } from "@/tests/contract/portal/edits-support";
import { cloneApplication } from "@/tests/contract/v2/compliance/clones";
import { NEEDS_4, NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { lock } from "@/tests/contract/v2/portal/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import type { Connected } from "@/tests/support/soil-ground";

let caller: Caller;
let soil: Connected;
let session: PortalSession;
let north: string;

const field = (name: string, more: Record<string, unknown> = {}) => ({
  application_id: `app-${name}`,
  provider_field_id: `field-${name}`,
  field_name: name,
  provider_group_id: "spring",
  products: [NEEDS_6],
  ...more,
});

const ALL: ListQuery = { search: "", page: 1, left: null, day: null, order: "day" };

async function cookieOf(id: string) {
  const { grant, cookie } = await openBrowser(caller, id);
  return { grant, cookie: cookie.slice(cookie.indexOf("=") + 1) };
}

async function sessionOf(id: string): Promise<PortalSession> {
  const found = await readSession(await getDeps(), await cookieOf(id));
  if (found === null) throw new Error("the session does not stand");
  return found;
}

async function list(query: Partial<ListQuery> = {}): Promise<GroupView> {
  const start = await groupStart(session, { ...ALL, ...query });
  if (!("view" in start)) throw new Error(`led to ${start.fieldHref}`);
  return start.view;
}

/** What work gives, and how many messages to the database it took. */
async function counted<T>(work: () => Promise<T>): Promise<{ result: T; statements: number }> {
  const count = { statements: 0 };
  return { result: await countStatements(count, work), statements: count.statements };
}

beforeAll(async () => {
  soil = await prepareGround();
  caller = await makeCaller("grouped");
  north = (await saved(caller, field("north forty"))).id;
  await saved(caller, field("Creek bottom", { products: [NEEDS_4] }));
  await saved(caller, field("elsewhere", { provider_group_id: "autumn" }));
  await saved(caller, field("other account", { account_id: "account-2" }));
  session = await sessionOf(north);
});
afterAll(() => soil.close());

describe("the list of a group's fields", () => {
  it("has the fields of the group and account by name, each with where its applications stand", async () => {
    const view = await list();
    expect(view.fields.map(({ name }) => name)).toEqual(["Creek bottom", "north forty"]);
    expect([view.count, view.nothing, view.pager, view.search.isOffered]).toEqual(["2 fields", null, null, false]);
    const [creek, forty] = view.fields.map(({ applications }) => applications[0]);
    expect(forty).toMatchObject({ standing: "not_met", badge: "Not met", headline: "3 runoff points short" });
    expect(creek?.standing).not.toBe("not_met");
    expect(view.fields.map(({ isLinked }) => isLinked)).toEqual([false, true]);
    expect(forty?.href).toBe(`/portal/g/${session.grant}/${session.fieldId}?application=${north}`);
  });

  it("says which applications are locked", async () => {
    await lock(caller, north, true);
    expect((await list()).fields.map(({ applications }) => applications[0]?.isLocked)).toEqual([false, true]);
    await lock(caller, north, false);
  });

  it("leaves out what is archived or over, and says so when nothing is left", async () => {
    const set = (column: string, value: string) => sql("grouped", `UPDATE field SET ${column} = ${value}`);
    await set("portal_expires_at", "now() - interval '1 s'");
    const none = await list();
    expect(none).toMatchObject({ fields: [], count: "0 fields" });
    expect(none.nothing).toContain("open");
    await set("portal_expires_at", "now() + interval '300 days'");
    await set("archived_at", "now()");
    expect((await list()).fields).toEqual([]);
    await set("archived_at", "NULL");
    expect((await list()).fields).toHaveLength(2);
  });

  it("of one field alone leads straight to it, and so does the link of a field without a group", async () => {
    const alone = await saved(caller, field("alone", { provider_group_id: "one" }));
    const single = await saved(caller, field("single", { provider_group_id: undefined }));
    for (const { id } of [alone, single]) {
      const own = await sessionOf(id);
      const start = await groupStart(own, ALL);
      expect(start).toEqual({ fieldHref: `/portal/g/${own.grant}/${own.fieldId}?application=${id}` });
    }
  });
});

function groupOf({ scope }: PortalSession): GroupScope {
  if (scope.kind !== "group") throw new Error("a group's session was expected");
  return scope;
}

describe("the reports of a group in one file", () => {
  const ask = async (cookie: { grant: string; cookie: string }, query = "") =>
    call(getReports, null, {
      method: "GET",
      params: { grant: cookie.grant },
      headers: { Cookie: `hedgerow-portal=${cookie.cookie}` },
      query,
    });
  const files = async (response: Response): Promise<Record<string, Uint8Array>> => {
    expect(response.status).toBe(200);
    return unzipSync(new Uint8Array(await response.arrayBuffer()));
  };
  afterAll(async () => {
    await sql("grouped", "UPDATE field SET archived_at = now() WHERE provider_field_id = 'field-north 40'");
  });
  const firstBytes = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString("latin1", 0, 5);

  it("are PDFs by the fields' names, each name once", async () => {
    await saved(caller, field("north 40", { field_name: "North forty" }));
    const response = await ask(await cookieOf(north));
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="spring-reports.zip"');
    const made = await files(response);
    const year = (await listGroupReports(session, groupOf(session), 1))[0]?.year ?? 0;
    expect(Object.keys(made).sort()).toEqual([
      `creek-bottom-${year}-runoff.pdf`,
      `north-forty-${year}-runoff-2.pdf`,
      `north-forty-${year}-runoff.pdf`,
    ]);
    for (const bytes of Object.values(made)) expect(firstBytes(bytes)).toBe("%PDF-");
    expect((await list()).reports).toEqual([
      { words: "Runoff reports of all 3 fields", href: `/portal/g/${session.grant}/reports?from=1` },
    ]);
  });

  it("begin at the place that is asked for, and are not found behind the last", async () => {
    expect(Object.keys(await files(await ask(await cookieOf(north), "from=3")))).toHaveLength(1);
    for (const query of ["from=4", "from=0", "from=x"]) {
      expect((await ask(await cookieOf(north), query)).status, query).toBe(404);
    }
  });

  it("have a text in the place of one that cannot be made, and the others all the same", async () => {
    const deps = await getDeps();
    const [first, second] = await listGroupReports(session, groupOf(session), 1);
    if (first === undefined || second === undefined) throw new Error("two fields were expected");
    const gone = { ...first, fieldId: randomUUID() };
    const context = { deps, providerId: session.providerId, signal: new AbortController().signal };
    const made: { name: string; bytes: Uint8Array }[] = [];
    for await (const file of groupReports(context, [gone, second])) made.push(file);
    expect(made.map(({ name }) => name.replace(/^.*runoff/, ""))).toEqual(["-not-made.txt", ".pdf"]);
    expect(Buffer.from(made[0]?.bytes ?? []).toString()).toContain("Open the field and download it there.");
  });

  it("are not for a link of one field, nor for one without a session", async () => {
    const single = await saved(caller, field("only", { provider_group_id: undefined }));
    expect((await ask(await cookieOf(single.id))).status).toBe(404);
    expect((await ask({ grant: session.grant, cookie: "forged" })).status).toBe(401);
  });
});

describe("what is left on the fields of a group", () => {
  it("is counted in words, and each count leads to those fields alone", async () => {
    const { filters, fields } = await list();
    expect(fields).toHaveLength(2);
    const points = filters.find(({ words }) => words === "1 needs points");
    expect(points?.href).toBe(`/portal/g/${session.grant}?left=points`);
    const short = await list({ left: "points" });
    expect(short.fields.map(({ name }) => name)).toEqual(["north forty"]);
    expect(short.filters.filter(({ isPicked }) => isPicked).map(({ words }) => words)).toEqual(["1 needs points"]);
    expect(await list({ left: "check" })).toMatchObject({
      fields: [],
      nothing: "No field here has this left any more.",
    });
  });

  it("orders the list on request, the field with most to do first", async () => {
    expect((await list({ order: "left" })).fields.map(({ name }) => name)).toEqual(["north forty", "Creek bottom"]);
    const { orders } = await list();
    expect(orders.map(({ words, isPicked }) => [words, isPicked])).toEqual([
      ["Soonest first", true],
      ["By name", false],
      ["Most left first", false],
    ]);
  });

  it("stands on a map under the numbers of the list", async () => {
    const { map, fields } = await list();
    expect(map?.fields.map(({ number, name }) => [number, name])).toEqual(
      fields.map(({ number, name }) => [number, name]),
    );
    expect(map?.fields.every(({ outline }) => outline.startsWith("M"))).toBe(true);
  });
});

describe("the days of a list", () => {
  const dateOf = (name: string, date: string) =>
    sql(
      "grouped",
      `UPDATE application SET application_date = $2::date
       WHERE application_id = $1 RETURNING application_event_id AS id`,
      [`app-${name}`, date],
    );
  const onDay = async (now: string, query: Partial<ListQuery> = {}) => {
    const deps = { ...session.pass.deps, clock: () => new Date(now) };
    const then = { ...session, pass: { ...session.pass, deps } };
    const start = await groupStart(then, { ...ALL, ...query });
    if (!("view" in start)) throw new Error(`led to ${start.fieldHref}`);
    return start.view;
  };
  const headed = ({ fields }: GroupView) => fields.map(({ name, opens }) => [name, opens?.day ?? opens?.kind ?? null]);
  // The field lies in Iowa, where the day begins at 05:00 UTC.
  const AT_FIVE = "2026-06-16T10:00:00Z";
  const ADDED = ["a past", "b tomorrow", "c today", "d today", "e past, begun", "f recorded", "g next year"];

  beforeAll(async () => {
    await dateOf("north forty", "2026-06-16");
    await dateOf("Creek bottom", "2026-06-23");
    const days = ["06-15", "06-17", "06-16", "06-16", "06-10", "06-16"];
    for (const [index, name] of ADDED.entries()) {
      await saved(caller, field(name, { products: [NEEDS_4] }));
      await dateOf(name, days[index] === undefined ? "2027-05-01" : `2026-${days[index]}`);
    }
    await sql(
      "grouped",
      `INSERT INTO application_record (provider_id, application_event_id, kept_until, begun_at, signed_by, signed_at, record_hash, signed_record)
       SELECT provider_id, application_event_id, '2028-06-16', now(), signed.by, CASE WHEN signed.by IS NOT NULL THEN now() END,
              CASE WHEN signed.by IS NOT NULL THEN repeat('0', 64) END, CASE WHEN signed.by IS NOT NULL THEN '{}' END
       FROM application JOIN (VALUES ('app-e past, begun', NULL), ('app-f recorded', 'Ana')) AS signed(id, by)
         ON application_id = signed.id`,
    );
  });
  afterAll(async () => {
    await sql("grouped", "UPDATE field SET archived_at = now() WHERE field_name = ANY($1)", [ADDED]);
  });

  it("are in the order of a morning: today, the days to come, what is past without a record, what is recorded", async () => {
    expect(headed(await onDay(AT_FIVE))).toEqual([
      ["c today", "2026-06-16"],
      ["d today", null],
      ["north forty", null],
      ["b tomorrow", "2026-06-17"],
      ["Creek bottom", "2026-06-23"],
      ["g next year", "2027-05-01"],
      ["a past", "past"],
      ["e past, begun", null],
      ["f recorded", "recorded"],
    ]);
  });

  it("are counted, and each count leads to those fields alone", async () => {
    const { days, today, fields } = await onDay(AT_FIVE);
    expect(today).toEqual({ day: "2026-06-16", zone: "America/Chicago" });
    expect(fields[0]?.opens?.count).toBe("3 fields");
    expect(days.map(({ kind, words }) => [kind, words])).toEqual([
      ["all", "All days: 9"],
      ["today", "3"],
      ["next", "Next 7 days: 2"],
      ["later", "Later: 1"],
      ["past", "Past, no record: 2"],
      ["recorded", "Recorded: 1"],
    ]);
    expect(days.map(({ href }) => href)).toContain(`/portal/g/${session.grant}?day=past`);
    const past = await onDay(AT_FIVE, { day: "past" });
    expect(past.fields.map(({ name }) => name)).toEqual(["a past", "e past, begun"]);
    expect(past.filters[0]?.words).toBe("All 2");
    expect(past.orders.find(({ isPicked }) => !isPicked)?.href).toBe(`/portal/g/${session.grant}?day=past&sort=name`);
    expect(past.fields.map(({ applications }) => applications[0]?.when.record)).toEqual([null, "begun"]);
  });

  it("count no field as in need of wind whose day is over, and call it open all the same", async () => {
    const kindsOf = async (day: ListQuery["day"]) =>
      (await onDay(AT_FIVE, { day })).filters.map(({ words }) => words).slice(1);
    expect((await kindsOf("today")).filter((words) => /needs? wind$/.test(words))).toHaveLength(1);
    const past = await kindsOf("past");
    expect(past.filter((words) => /wind|nothing left/.test(words))).toEqual([]);
    expect(past).not.toEqual([]);
    const fields = (await onDay(AT_FIVE)).work?.fields ?? [];
    const needsWind = (name: string) => fields.find((each) => each.name === name)?.needsWind;
    expect([needsWind("c today"), needsWind("a past"), needsWind("f recorded")]).toEqual([true, false, false]);
  });

  it("end at midnight where the field is, not where the server is", async () => {
    const names = async (now: string) => (await onDay(now, { day: "today" })).fields.map(({ name }) => name);
    expect(await names("2026-06-17T04:59:00Z")).toContain("north forty");
    expect(await names("2026-06-17T05:01:00Z")).toEqual(["b tomorrow"]);
  });

  it("decide which application of a field a wind of several fields is noted for: today's before a later one", async () => {
    const later = await saved(caller, field("north later", { provider_field_id: "field-north forty" }));
    await dateOf("north later", "2026-08-01");
    const wanted = (await onDay(AT_FIVE)).work?.fields.find(({ name }) => name.startsWith("north"));
    expect(wanted).toMatchObject({ applicationEventId: north, when: { day: "2026-06-16" } });
    await sql("grouped", "UPDATE application SET provider_group_id = 'gone' WHERE application_event_id = $1", [
      later.id,
    ]);
  });

  it("stand under no heading in another order", async () => {
    expect((await onDay(AT_FIVE, { order: "name" })).fields.every(({ opens }) => opens === null)).toBe(true);
  });
});

describe("the way from field to field", () => {
  it("goes by days as the list does, to each field's soonest application", async () => {
    const dated = (name: string, date: string) =>
      sql("grouped", "UPDATE application SET application_date = $2::date WHERE application_id = $1", [
        `app-${name}`,
        date,
      ]);
    await dated("Creek bottom", "2026-06-01");
    await dated("north forty", "2026-06-16");
    const asked = { ...(await cookieOf(north)), fieldId: session.fieldId };
    const deps = { ...(await getDeps()), clock: () => new Date("2026-06-16T10:00:00Z") };
    const opened = await openFieldYear(deps, asked, { applicationEventId: null, year: null });
    if (opened === null) throw new Error("no place");
    const { group } = shellView(opened.session, opened.place, "overview");
    expect(group).toMatchObject({ position: "Field 1 of 2", previous: null, next: { name: "Creek bottom" } });
    await dated("Creek bottom", "2026-06-23");
    await dated("north forty", "2026-06-16");
  });

  it("names the field before and after, on the group's own application", async () => {
    const asked = { ...(await cookieOf(north)), fieldId: session.fieldId };
    const opened = await openFieldYear(await getDeps(), asked, { applicationEventId: null, year: null });
    if (opened === null) throw new Error("no place");
    const { group } = shellView(opened.session, opened.place, "overview");
    expect(group).toMatchObject({ position: "Field 2 of 2", next: null, previous: { name: "Creek bottom" } });
    expect(group?.previous?.address).toMatchObject({ grant: asked.grant, year: 2026 });
  });
});

describe("a large group", () => {
  it("comes in pages, is searched by name, and costs the same statements however many there are", async () => {
    const few = await counted(() => list());
    await cloneApplication("grouped", north, 45);
    await sql("grouped", "UPDATE field SET field_name = 'Zebra 50%_' WHERE provider_field_id = 'field-north forty-7'");
    const many = await counted(() => list());
    expect(many.statements).toBe(few.statements);
    expect(many.statements).toBeLessThanOrEqual(4);
    expect(many.result).toMatchObject({ count: "47 fields", pager: { words: "Page 1 of 3", previous: null } });
    const names = new Set<string>();
    for (const page of [1, 2, 3]) for (const { fieldId } of (await list({ page })).fields) names.add(fieldId);
    expect(names.size).toBe(47);
    expect((await list({ search: "ZEBRA" })).count).toBe("1 of 47 fields");
    expect((await list({ search: "50%_" })).fields).toHaveLength(1);
    expect(await list({ search: "%" })).toMatchObject({ count: "1 of 47 fields" });
    expect(await list({ search: "'; --" })).toMatchObject({ fields: [], nothing: `No field's name holds "'; --".` });
    expect((await list({ page: 9 })).pager).toMatchObject({ words: "Page 9 of 3", next: null });
    const third = (await list({ search: "north", page: 3 })).pager;
    expect(third?.previous).toBe(`/portal/g/${session.grant}?search=north&page=2`);
  });

  it("keeps the field pages of its next twelve applications, the soonest first, and says so", async () => {
    const [past, soon] = await sql<{ id: string; application_date: Date }>(
      "grouped",
      `UPDATE application SET application_date = current_date + (CASE
         WHEN application_id = 'app-north forty-3' THEN -9 WHEN application_id = 'app-north forty-5' THEN 1 ELSE 30 END)
       WHERE application_id LIKE 'app-north forty-%' OR application_id = 'app-Creek bottom'
       RETURNING application_event_id AS id, application_date`,
    ).then((rows) => rows.toSorted((a, b) => Number(a.application_date) - Number(b.application_date)));
    for (const query of [{}, { order: "name" }, { day: "past" }] as const) {
      const { keep, keptPart } = await list(query);
      expect(keptPart).toBe("pages of the next 12 of 47 applications");
      const kept = keep.pages.filter((page) => page.includes("?application="));
      expect(kept).toHaveLength(12 * 7);
      expect(kept[0]).toContain(soon?.id);
      expect(kept.filter((page) => page.includes(past?.id ?? "past"))).toEqual([]);
    }
    await sql(
      "grouped",
      "UPDATE application SET application_date = current_date - 9 WHERE application_id LIKE 'app-%'",
    );
    const { keep, keptPart } = await list({});
    expect([keptPart, keep.pages.filter((page) => page.includes("?application="))]).toEqual([null, []]);
  });
});
