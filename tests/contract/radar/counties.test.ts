import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as getRechecks } from "@/app/api/v2/rechecks/route";
import { recheckListResponse } from "@/lib/contracts/v2/rechecks";
import { recheckSuggestedEvent } from "@/lib/contracts/v2/webhooks";
import { importCounties } from "@/lib/imports/county/import-counties";
import { activateSet, rollbackSet } from "@/lib/imports/switch";
import { sweepRadarTask } from "@/lib/jobs/tasks/sweep-radar";
import { getDeps } from "@/lib/runtime/deps";
import { previewSwitch, sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { rows } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { portalLine } from "@/tests/contract/radar/support";
import { NEEDS_4, prepareGround, read, saved } from "@/tests/contract/v2/compliance/support";
import { sql, type SyntheticCounty } from "@/tests/contract/v2/esa-check/support";
import { allowReceiversHere, prepareQueue, subscribe } from "@/tests/contract/webhooks/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { box } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

allowReceiversHere();

const inDays = daysFromNow();
/** Of 2 points, and of none. */
const [BIBB, BLOUNT] = ["01007", "01009"];

const load = (counties: readonly SyntheticCounty[], version: string) =>
  importCounties(ownerUrl(), {
    source: {
      name: version,
      records: counties.map(({ geoId, name, geometry }) => ({
        type: "Feature",
        properties: { geo_id: geoId, county_name: name },
        geometry,
      })),
    },
    version,
    precision: "exact",
  });
/** The line between the two counties at a longitude. */
const divided = (at: number, version: string) =>
  load(
    [
      { geoId: BIBB, name: "Bibb", geometry: box(-88, 32, at, 34) },
      { geoId: BLOUNT, name: "Blount", geometry: box(at, 32, -86, 34) },
    ],
    version,
  );
const activate = (version: string) => activateSet(ownerUrl(), { kind: "county", version, force: true });

let caller: Caller;
let soil: Connected;
const ids = new Map<string, string>();
const idOf = (name: string): string => ids.get(name) ?? "";

const saveAt = async (name: string, lon: number, days = 20): Promise<void> => {
  const { id } = await saved(caller, {
    provider_field_id: name,
    application_id: name,
    application_date: inDays(days),
    field_boundary: squareField(lon, 32.5, 0.004),
    products: [NEEDS_4],
  });
  ids.set(name, id);
};
const events = async () =>
  (
    await sql<{ payload: unknown }>(
      caller.providerId,
      "SELECT payload FROM webhook_delivery WHERE event_type = 'application.recheck_suggested'",
    )
  ).map(({ payload }) => recheckSuggestedEvent.parse(payload).data);
const listed = async () =>
  (await answer(await call(getRechecks, caller, { method: "GET" }), recheckListResponse)).rechecks;

beforeAll(async () => {
  await prepareQueue();
  soil = await prepareGround();
  await load([{ geoId: BIBB, name: "Bibb", geometry: box(-88, 32, -86, 34) }], "one county");
  await activate("one county");
  caller = await makeCaller("radar-counties");
  await saveAt("west", -87.5);
  await saveAt("east", -86.5);
  await saveAt("east in the past", -86.6, -5);
  // What the switches of this preparation left to look at.
  await sweepRadar(await getDeps());
  await subscribe(caller.providerId, "https://example.com/hook", ["application.recheck_suggested"]);
  await divided(-87, "two counties");
});
afterAll(() => soil.close());

describe("a switch of counties", () => {
  it("is previewed: whose field comes to lie in a county of fewer points", async () => {
    const preview = await previewSwitch(await getDeps(), { kind: "county", version: "two counties" });
    expect(preview).toMatchObject({ failed: 0, rechecks: [{ applicationEventId: idOf("east"), counties: [BLOUNT] }] });
    expect(await events()).toEqual([]);
  });

  it("is looked at once no check can be under way by the set before, and announces what its preview said", async () => {
    const deps = await getDeps();
    await activate("two counties");
    await sweepRadarTask(deps, new AbortController().signal);
    expect(await events()).toEqual([]);
    expect(await sweepRadar(deps)).toEqual({ runs: 1, rechecks: 1 });
    expect((await events()).map(({ application_id: id }) => id)).toEqual(["east"]);
    expect(await sweepRadar(deps)).toEqual({ runs: 0, rechecks: 0 });
  });

  it("is said over the API and in the portal until the next check", async () => {
    expect((await read(caller, idOf("east"))).compliance.runoff).toMatchObject([{ status: "met" }]);
    expect(await listed()).toMatchObject([
      {
        application_id: "east",
        open: true,
        reason: "data_changed",
        data_set: "county",
        version_before: "one county",
        version_after: "two counties",
        status_before: "indeterminate",
        status_after: "not_met",
      },
    ]);
    expect(await portalLine(caller, idOf("east"))).toMatch(
      /^The map of counties changed on \w+ \d+, \d{4}: check again$/,
    );
    await saveAt("east", -86.5);
    expect(await listed()).toEqual([]);
  });

  it("is no news where a line moves and no field comes to lie in another county", async () => {
    await divided(-87.001, "a little different");
    await activate("a little different");
    expect(await sweepRadar(await getDeps())).toEqual({ runs: 1, rechecks: 0 });
    const [run] = await rows("SELECT kind, fields, rechecks, failed FROM radar_run ORDER BY radar_id DESC LIMIT 1");
    expect(run).toEqual({ kind: "county", fields: 2, rechecks: 0, failed: 0 });
  });

  it("is looked at when it is rolled back, too", async () => {
    await activate("one county");
    await activate("two counties");
    expect(await sweepRadar(await getDeps())).toEqual({ runs: 2, rechecks: 2 });
    // What was checked by the set that is in force again asks for nothing.
    expect(await listed()).toEqual([]);
    await rollbackSet(ownerUrl(), "county");
    expect(await sweepRadar(await getDeps())).toEqual({ runs: 1, rechecks: 1 });
    expect(await listed()).toMatchObject([
      { application_id: "east", open: true, status_before: "not_met", status_after: "indeterminate" },
    ]);
  });
});
