import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importCounties } from "@/lib/imports/county/import-counties";
import { activateSet, rollbackSet } from "@/lib/imports/switch";
import { groupStart } from "@/lib/pages/portal/group";
import { seasonStart } from "@/lib/pages/portal/season";
import { getDeps } from "@/lib/runtime/deps";
import { readSession, type PortalSession } from "@/lib/usecases/portal/session";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { rows } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { openBrowser } from "@/tests/contract/portal/edits-support";
import { saved } from "@/tests/contract/v2/compliance/support";
import { compute, loadFeatures, prepareSoundGround, READY } from "@/tests/contract/v2/drift/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { box } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";
import { cellIn } from "@/tests/support/season-cells";

const DAY = daysFromNow()(20);

let caller: Caller;
let soil: Connected;
let linked: string;

const planned = async (name: string, lon: number): Promise<string> => {
  const { id } = await saved(caller, {
    ...{ application_id: name, provider_field_id: name, field_name: name, provider_group_id: "lists" },
    ...{ application_date: DAY, field_boundary: squareField(lon, 32.5, 0.004) },
    ...READY,
  });
  await compute(caller, id);
  return id;
};

/** The eastern half comes to lie in a county without points. */
async function divideCounty(): Promise<void> {
  const county = (geoId: string, west: number, east: number) => ({
    type: "Feature",
    properties: { geo_id: geoId, county_name: geoId },
    geometry: box(west, 32, east, 34),
  });
  await importCounties(ownerUrl(), {
    source: { name: "two", records: [county("01007", -88, -87), county("01009", -87, -86)] },
    version: "two counties",
    precision: "exact",
  });
  expect(await activateSet(ownerUrl(), { kind: "county", version: "two counties", force: true })).toEqual([]);
}

/** At a moment, what the group's list and the season say of each field, which have to agree. */
async function saidIn(minutes: number): Promise<Record<string, [standing: string, headline: string, cell: string]>> {
  const { grant, cookie } = await openBrowser(caller, linked);
  const deps = await getDeps();
  const found = await readSession(deps, { grant, cookie: cookie.slice(cookie.indexOf("=") + 1) });
  if (found === null) throw new Error("the session does not stand");
  const clock = () => new Date(Date.now() + minutes * 60_000);
  const session: PortalSession = { ...found, pass: { ...found.pass, deps: { ...deps, clock } } };
  const list = await groupStart(session, { page: 1, search: "", left: null, day: null, order: "day" });
  const season = await seasonStart(session, Number(DAY.slice(0, 4)));
  if (!("view" in list) || !("view" in season)) throw new Error("the group has one field");
  const { view } = season;
  return Object.fromEntries(
    list.view.fields.map(({ fieldId, name, applications: [own] }) => {
      const cell = cellIn(view, view.rows.find((row) => row.fieldId === fieldId)?.cells[0]);
      expect(cell?.standing).toBe(own?.standing);
      return [name, [own?.standing ?? "", own?.headline ?? "", cell?.words ?? ""]];
    }),
  );
}

const SETTLED = ["met", "What is scored here is met", "nothing left here"];
const CHANGED = ["indeterminate", "Newer data: check again", "check again"];
const UNCOMPARED = ["indeterminate", "Not compared with newer data", "check again"];

beforeAll(async () => {
  soil = await prepareSoundGround();
  caller = await makeCaller("radar-lists");
  await loadFeatures({ category: "road", geometry: squareField(-80, 40).geometry });
  linked = await planned("west", -87.5);
  await planned("east", -86.5);
  await sweepRadar(await getDeps());
});
afterAll(() => soil.close());

describe("a group's list and its season", () => {
  it("say of no field that it is settled where a newer set gives another answer", async () => {
    expect(await saidIn(0)).toEqual({ west: SETTLED, east: SETTLED });
    await divideCounty();
    expect(await saidIn(0)).toEqual({ west: SETTLED, east: CHANGED });
    expect(await sweepRadar(await getDeps())).toEqual({ runs: 1, rechecks: 1 });
    expect(await saidIn(11)).toEqual({ west: SETTLED, east: CHANGED });
  });

  it("nor where the two cannot be compared", async () => {
    await rows(
      `UPDATE radar_run SET problem = 'no one can read this', reached = NULL
       WHERE radar_id = (SELECT max(radar_id) FROM radar_run)`,
    );
    (await getDeps()).caches.compared.clear();
    expect(await saidIn(0)).toEqual({ west: UNCOMPARED, east: CHANGED });
    await rows("UPDATE radar_run SET problem = NULL");
  });

  it("say so until it is checked again", async () => {
    await planned("east", -86.5);
    expect((await saidIn(11)).east?.[0]).toBe("not_met");
    expect((await saidIn(11)).west).toEqual(SETTLED);
  });

  it("name what is broken also while it is not compared yet", async () => {
    const [, headline] = (await saidIn(0)).east ?? [];
    await rollbackSet(ownerUrl(), "county");
    expect((await saidIn(11)).east).toEqual(["not_met", headline, "check again"]);
  });
});
