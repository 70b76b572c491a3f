import { afterAll, beforeAll, expect, it } from "vitest";
import { GET } from "@/app/api/v2/applications/[applicationEventId]/machine-files/route";
import { findSavedApplication } from "@/lib/data/compliance-reads";
import { asProvider } from "@/lib/data/db";
import { groupStart } from "@/lib/pages/portal/group";
import { overviewView } from "@/lib/pages/portal/overview/overview";
import { seasonStart } from "@/lib/pages/portal/season";
import { getDeps } from "@/lib/runtime/deps";
import { findPlannedBufferChanges } from "@/lib/usecases/applications/buffer-changes";
import { openFieldYear } from "@/lib/usecases/portal/field-year";
import { readSession, type PortalSession } from "@/lib/usecases/portal/session";
import { openBrowser } from "@/tests/contract/portal/edits-support";
import { saved } from "@/tests/contract/v2/compliance/support";
import { passOf, placeOf } from "@/tests/contract/v2/drift/portal";
import { compute, loadFeatures, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { box } from "@/tests/support/reference-data";
import { markDownslope } from "@/tests/support/portal-edits";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";
import { cellIn } from "@/tests/support/season-cells";

const GROUP = "ground";
const day = daysFromNow();

let caller: Caller;
let soil: Connected;

/** East of every test field, whose eastern sides lie at -87.246. */
const road = (fromFt: number, toFt: number) => ({
  category: "road",
  geometry: box(-87.246 + fromFt * 3.26e-6, 32.889, -87.246 + toFt * 3.26e-6, 32.895),
});
const FAR = { category: "road", geometry: squareField(-80, 40).geometry };

/** An application of its own field that nothing is left open about. */
async function planned(name: string, date: string): Promise<string> {
  const { id } = await saved(caller, {
    ...{ application_id: name, provider_field_id: name, provider_group_id: GROUP, application_date: date },
    ...READY,
  });
  await compute(caller, id);
  return id;
}

async function sessionOf(id: string): Promise<PortalSession> {
  const { grant, cookie } = await openBrowser(caller, id);
  const found = await readSession(await getDeps(), { grant, cookie: cookie.slice(cookie.indexOf("=") + 1) });
  if (found === null) throw new Error("the session does not stand");
  return found;
}

/** What three pages of the portal say of an application, which have to agree. */
async function standingOf(id: string): Promise<string> {
  const { grant, cookie } = await openBrowser(caller, id);
  const [row] = await sql<{ fieldId: string; date: string }>(
    caller.providerId,
    `SELECT field_id AS "fieldId", to_char(application_date, 'YYYY-MM-DD') AS date FROM application WHERE application_event_id = $1`,
    [id],
  );
  if (row === undefined) throw new Error("no such application");
  const { fieldId } = row;
  const year = Number(row.date.slice(0, 4));
  const deps = await getDeps();
  const asked = { grant, cookie: cookie.slice(cookie.indexOf("=") + 1), fieldId };
  const opened = await openFieldYear(deps, asked, { applicationEventId: id, year });
  if (opened === null) throw new Error("there is no such place");
  const { standing, issues } = overviewView(opened.session, opened.place);
  const session = await sessionOf(id);
  const season = await seasonStart(session, year);
  if (!("view" in season)) throw new Error("the group has one field");
  const cell = cellIn(season.view, season.view.rows.find((each) => each.fieldId === fieldId)?.cells[0]);
  expect(cell?.standing).toBe(standing);
  const group = await groupStart(session, { page: 1, search: "", left: null, day: null, order: "day" });
  if (!("view" in group)) throw new Error("the group has one field");
  const listed = group.view.fields.find((each) => each.fieldId === fieldId)?.applications;
  expect(listed?.map((each) => each.standing)).toEqual([standing]);
  const blocking = issues.filter((each) => each.standing !== "not_applicable").map(({ code }) => code);
  return [standing, ...blocking].join(" ");
}

/** As a release before this mark saved them. */
const placedByEarlierRules = (...ids: string[]) =>
  sql(
    caller.providerId,
    "UPDATE application SET last_computation = last_computation - 'placementRules' WHERE application_event_id = ANY($1::uuid[])",
    [ids],
  );

const machineFile = (applicationEventId: string): Promise<Response> =>
  call(GET, caller, { method: "GET", params: { applicationEventId }, query: "format=kml" });

const OUTDATED = "indeterminate DRIFT_CONDITIONS_UNVERIFIED";

let ahead: string;
let past: string;
beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("ground-changes");
  await loadFeatures(FAR);
  ahead = await planned("ahead", day(20));
  past = await planned("past", day(-20));
});
afterAll(() => soil.close());

it("a buffer holds while the ground beside the field stays, whatever set is in force", async () => {
  expect(await standingOf(ahead)).toBe("met");
  await loadFeatures(FAR, { category: "water", geometry: box(-80.1, 40, -80.09, 40.1) });
  expect(await standingOf(ahead)).toBe("met");
});

it("one that is planned is open once a set brings other ground beside its field, until it is computed again", async () => {
  await loadFeatures(road(10, 50));
  expect(await standingOf(ahead)).toBe(OUTDATED);
  await compute(caller, ahead);
  expect(await standingOf(ahead)).toBe("met");
  await loadFeatures(road(10, 50), FAR);
  expect(await standingOf(ahead)).toBe("met");
  await loadFeatures(road(10, 49), FAR);
  expect(await standingOf(ahead)).toBe(OUTDATED);
  await loadFeatures({ ...road(10, 50), category: "water" }, FAR);
  expect(await standingOf(ahead)).toBe(OUTDATED);
  await loadFeatures(FAR, road(10, 50));
  expect(await standingOf(ahead)).toBe("met");
});

it("one of a past day was sprayed by the ground of that day", async () => {
  expect(await standingOf(past)).toBe("met");
});

it("one that an earlier release computed is open from the next switch, for the ground of then is not known", async () => {
  await compute(caller, ahead);
  await sql(
    caller.providerId,
    "UPDATE application SET last_computation = last_computation - 'groundMark' WHERE application_event_id = $1",
    [ahead],
  );
  expect(await standingOf(ahead)).toBe("met");
  await loadFeatures(road(10, 50), FAR);
  expect(await standingOf(ahead)).toBe(OUTDATED);
  await compute(caller, ahead);
  expect(await standingOf(ahead)).toBe("met");
});

it("one that was placed by rules that were mended since is open, and no file for a machine is made of it, until it is computed again", async () => {
  await compute(caller, ahead);
  expect(await standingOf(ahead)).toBe("met");
  await placedByEarlierRules(ahead, past);
  expect(await standingOf(ahead)).toBe(OUTDATED);
  expect(await standingOf(past)).toBe("met");
  const { code, message } = await refusal(await machineFile(ahead), 409);
  expect(code).toBe("NOT_READY");
  expect(message).toContain("rules of this service");
  await compute(caller, ahead);
  expect(await standingOf(ahead)).toBe("met");
});

it.each([
  ["with slope marks that went with a boundary is open when the boundary comes back without them", [0], OUTDATED],
  ["without slope marks holds when its boundary comes back", [], "met"],
])("one %s", async (_title, marked, wanted) => {
  const name = `moved-${marked.length}`;
  const id = await planned(name, day(20));
  const place = await placeOf(caller, id);
  const edges = marked.map((edgeIndex) => ({ partIndex: 0, ringIndex: 0, edgeIndex }));
  if (edges.length > 0) await markDownslope(await passOf(caller), { ...place, edges });
  await compute(caller, id);
  expect(await standingOf(id)).toBe("met");
  for (const field_boundary of [squareField(-87.25, 32.89, 0.0041), squareField(-87.25, 32.89)]) {
    await saved(caller, { application_id: `${name}-again`, provider_field_id: name, ...READY, field_boundary });
  }
  expect(await standingOf(id)).toBe(wanted);
  await compute(caller, id);
  expect(await standingOf(id)).toBe("met");
});

it("one is planned until its day is over everywhere in the United States, not by the UTC day", async () => {
  await loadFeatures(road(10, 48), FAR);
  const deps = await getDeps();
  const { providerId } = caller;
  const record = await asProvider(deps.db, providerId, (tx) => findSavedApplication(tx, providerId, ahead));
  if (record === null) throw new Error("the application is gone");
  const changedAt = async (moment: string) => [
    ...(await findPlannedBufferChanges({ ...deps, clock: () => new Date(moment) }, providerId, [record])).keys(),
  ];
  expect(await changedAt(`${day(21)}T04:00:00Z`)).toEqual([ahead]);
  expect(await changedAt(`${day(21)}T12:00:00Z`)).toEqual([]);
});
