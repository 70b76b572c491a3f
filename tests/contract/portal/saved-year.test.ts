import { GET } from "@/app/api/v2/applications/[applicationEventId]/machine-files/route";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { asProvider } from "@/lib/data/db";
import { findGroupFields } from "@/lib/data/portal/group-fields";
import { findSeasonFields } from "@/lib/data/portal/season-fields";
import type { NotedApplication } from "@/lib/data/portal/noted-applications";
import { listedStanding } from "@/lib/pages/portal/group-left";
import { standingInWords } from "@/lib/pages/portal/overview/standing-words";
import { getDeps } from "@/lib/runtime/deps";
import { scoreSaved } from "@/lib/usecases/applications/score-saved";
import { gatherReport } from "@/lib/usecases/reports/gather";
import { read, saved } from "@/tests/contract/v2/compliance/support";
import { compute, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { sqlAsOwner, type Body } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, type Caller } from "@/tests/support/api";
import { STRYAX, STRYAX_ADJUVANTS } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

/** Stryax: at most 44 fl oz and two applications in a year. */
const PROVIDER = "saved-year";
const AT = (rate: number, more: Body = {}): Body => ({ ...STRYAX, rate, ...more });

let caller: Caller;
let soil: Connected;
let fields = 0;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller(PROVIDER);
});
afterAll(() => soil.close());
beforeEach(() => (fields += 1));

const save = (name: string, day: string, products: Body[], more: Body = {}) =>
  saved(caller, {
    ...READY,
    application_id: `${name} ${fields}`,
    provider_field_id: `field ${fields}`,
    provider_group_id: `group ${fields}`,
    application_date: day,
    products,
    ...more,
  });

/** The group's applications by what its list and its season read of them. */
async function listed(): Promise<{ byList: NotedApplication[]; bySeason: NotedApplication[] }> {
  const { db, clock } = await getDeps();
  const group = { accountId: "account-1", providerGroupId: `group ${fields}`, now: clock() };
  const slice = { search: "", wholeUpTo: 100, offset: 0, limit: 100 };
  return asProvider(db, PROVIDER, async (tx) => ({
    byList: (await findGroupFields(tx, PROVIDER, group, slice)).fields.flatMap(({ applications }) => applications),
    bySeason: (await findSeasonFields(tx, PROVIDER, group, { year: 2026, limit: 100 })).fields.flatMap(
      ({ applications }) => applications,
    ),
  }));
}

async function stands(applications: readonly NotedApplication[], id: string): Promise<unknown> {
  const noted = applications.find(({ saved: each }) => each.applicationEventId === id);
  if (noted === undefined) throw new Error("the application is not listed");
  const [scored] = await scoreSaved(await getDeps(), [noted.saved]);
  if (scored === undefined) throw new Error("one application was given and none was scored");
  const { left } = listedStanding(scored, { notes: noted.notes, outdated: undefined, provider: "Acme" });
  return [standingInWords(scored, noted.notes, "Acme").now.status, left];
}

/** In the group's list, its season, the field's report, and the answer to a request for a machine file. */
async function everywhere(id: string): Promise<unknown> {
  const { byList, bySeason } = await listed();
  const deps = await getDeps();
  const asked = { key: { providerFieldId: `field ${fields}` }, year: 2026, kind: "runoff" } as const;
  const { present } = await gatherReport({ deps, providerId: PROVIDER }, asked, { withFigure: false });
  const file = await call(GET, caller, {
    method: "GET",
    params: { applicationEventId: id },
    query: "format=geojson",
  });
  return {
    list: await stands(byList, id),
    season: await stands(bySeason, id),
    report: present.get(id)?.status,
    machineFile: file.status,
  };
}

const MET = { list: ["met", ["questions"]], season: ["met", ["questions"]], report: "met", machineFile: 200 };
const OPEN = {
  list: ["indeterminate", ["check", "questions"]],
  season: ["indeterminate", ["check", "questions"]],
  report: "indeterminate",
  machineFile: 409,
};

async function planJuly(more: Body = {}): Promise<string> {
  const { id } = await save("july", "2026-07-01", [AT(22, more), ...STRYAX_ADJUVANTS]);
  expect((await compute(caller, id)).compliance.status).toBe("met");
  return id;
}
const planEarlier = async (name: string, day: string, rate: number) => save(name, day, [AT(rate), ...STRYAX_ADJUVANTS]);

it("an application that was met is open once the year's maximum is saved for earlier days", async () => {
  const july = await planJuly();
  expect(await everywhere(july)).toEqual(MET);
  await planEarlier("may", "2026-05-01", 22);
  expect(await everywhere(july)).toEqual(MET);
  await planEarlier("june", "2026-06-01", 22);
  expect(await everywhere(july)).toEqual(OPEN);
  // The API keeps what the last check found.
  const { last_assessment: last } = (await read(caller, july)).compliance;
  expect(last?.status).toBe("met");
});

it("it is met again once the earlier ones leave room for it", async () => {
  const july = await planJuly();
  await planEarlier("june", "2026-06-01", 22.01);
  expect(await everywhere(july)).toEqual(OPEN);
  await planEarlier("june", "2026-06-01", 22);
  expect(await everywhere(july)).toEqual(MET);
});

it("it is open once an earlier one brings dicamba in an amount that no one knows", async () => {
  const july = await planJuly();
  const tavium = { ...STRYAX, product_name: "Tavium", epa_number: "100-1623", rate: 56 };
  await save("may", "2026-05-01", [tavium, ...STRYAX_ADJUVANTS]);
  expect(await everywhere(july)).toEqual(OPEN);
  // Nothing of it is left once Tavium goes on after this one.
  await save("may", "2026-07-20", [tavium, ...STRYAX_ADJUVANTS]);
  expect(await everywhere(july)).toEqual(MET);
});

it("a change of day brings an application before another one", async () => {
  const july = await planJuly();
  await planEarlier("other", "2026-08-01", 30);
  expect(await everywhere(july)).toEqual(MET);
  await planEarlier("other", "2026-06-30", 30);
  expect(await everywhere(july)).toEqual(OPEN);
});

it("the issue says how many limits are not kept, beside the conditions that no one judges", async () => {
  const july = await planJuly();
  await planEarlier("may", "2026-05-01", 22);
  await planEarlier("june", "2026-06-01", 22);
  const { byList } = await listed();
  const [noted] = byList.filter(({ saved: each }) => each.applicationEventId === july);
  if (noted === undefined) throw new Error("july is not listed");
  const [scored] = await scoreSaved(await getDeps(), [noted.saved]);
  if (scored === undefined) throw new Error("one application was given and none was scored");
  const found = standingInWords(scored, noted.notes, "Acme").now.issues.filter(
    ({ code }) => code === "LABEL_CONDITIONS_NOT_CHECKED",
  );
  expect(found).toHaveLength(1);
  // The yearly rate, the yearly dicamba, and the count.
  expect(found[0]).toMatchObject({ blocks: true, particulars: { productName: "Stryax", withSaved: 3 } });
  expect(found[0]?.particulars).toHaveProperty("count");
});

it("what the request says of the year stands", async () => {
  const july = await planJuly({ rate_used_this_year: 0, applications_this_year: 0, last_applied_on: "2025-06-01" });
  await planEarlier("june", "2026-06-01", 44);
  expect(await everywhere(july)).toEqual(MET);
});

it("counts the rate of the last drift computation, by which it is sprayed", async () => {
  const { id: july } = await save("july", "2026-07-01", [AT(10), ...STRYAX_ADJUVANTS]);
  const update = { product_index: 0, epa_number: "264-1241", rate: 22, rate_unit: "fl oz/ac" };
  expect((await compute(caller, july, { rate_updates: [update] })).compliance.status).toBe("met");
  await planEarlier("june", "2026-06-01", 22);
  expect(await everywhere(july)).toEqual(MET);
  await planEarlier("june", "2026-06-01", 30);
  expect(await everywhere(july)).toEqual(OPEN);
});

it("counts no limit of a label that the last check found not to bind, in the season as in the list", async () => {
  const july = await planJuly();
  await planEarlier("june", "2026-06-01", 30);
  expect(await everywhere(july)).toEqual(OPEN);
  await sqlAsOwner(
    PROVIDER,
    `UPDATE assessment SET body = jsonb_set(body, '{products,0,esaRequired}', 'false') WHERE application_event_id = $1`,
    [july],
  );
  const { byList, bySeason } = await listed();
  expect(await stands(byList, july)).toEqual(MET.list);
  expect(await stands(bySeason, july)).toEqual(MET.season);
});

it("of two applications of one day that are too much together neither is met", async () => {
  const july = await planJuly();
  const other = await planEarlier("other", "2026-07-01", 30);
  const found = other.answer.compliance.issues.find(({ code }) => code === "LABEL_CONDITIONS_NOT_CHECKED");
  expect(found?.effect).toBe("blocks");
  expect(await everywhere(july)).toEqual(OPEN);
});
