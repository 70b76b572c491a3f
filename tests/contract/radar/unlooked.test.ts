import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rollbackSet } from "@/lib/imports/switch";
import { getDeps } from "@/lib/runtime/deps";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { ownerUrl, rows } from "@/tests/contract/imports/support";
import { activateAreas, loadOneArea, portalLine } from "@/tests/contract/radar/support";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

const inDays = daysFromNow();
const UNLOOKED = /^EPA's limits changed on \w+ \d+, \d{4}: not yet compared with this answer$/;
const CHANGED = /^EPA's limits for this field changed on \w+ \d+, \d{4}: check again$/;

let caller: Caller;
let soil: Connected;
const ids = new Map<string, string>();
const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
const lineIn = (minutes: number, name = "on the area", who = caller) =>
  portalLine(who, ids.get(name) ?? "", inMinutes(minutes));

const save = async (name: string, south: number, date = inDays(20)): Promise<void> => {
  const own = { application_id: name, provider_field_id: name, field_boundary: squareField(-87.597, south, 0.004) };
  ids.set(name, (await saved(caller, { ...own, application_date: date, products: [NEEDS_4] })).id);
};

beforeAll(async () => {
  soil = await prepareGround();
  await loadOneArea("before", "One.");
  await activateAreas("before");
  caller = await makeCaller("radar-unlooked");
  await save("on the area", 32.55);
  await save("elsewhere", 33.2);
  await save("past", 32.56, inDays(-5));
  await sweepRadar(await getDeps());
  await loadOneArea("after", "One, and more.");
  await activateAreas("after");
});
afterAll(() => soil.close());

describe("an answer from before a switch that no worker has looked at", () => {
  it("is given as it is for some minutes, and then no longer without a word", async () => {
    expect(await lineIn(0)).toBeNull();
    expect(await lineIn(9)).toBeNull();
    expect(await lineIn(11)).toMatch(UNLOOKED);
    expect(await lineIn(11, "elsewhere")).toMatch(UNLOOKED);
    expect(await lineIn(11, "past")).toBeNull();
  });

  it("is not meant where a check since went by the newer set, or the run has passed it", async () => {
    await save("since", 32.57);
    expect(await lineIn(11, "since")).toBeNull();
    await rows(
      `UPDATE radar_run SET reached_provider = $1, reached_field = 'ffffffff-ffff-ffff-ffff-ffffffffffff',
              reached_application = 'ffffffff-ffff-ffff-ffff-ffffffffffff' WHERE finished_at IS NULL`,
      [caller.providerId],
    );
    expect(await lineIn(11)).toBeNull();
    await rows(
      `UPDATE radar_run SET reached_provider = NULL, reached_field = NULL, reached_application = NULL
       WHERE finished_at IS NULL`,
    );
  });

  it("is said to have changed, or nothing is said, once a worker has looked", async () => {
    await sweepRadar(await getDeps());
    expect(await lineIn(11)).toMatch(CHANGED);
    expect(await lineIn(11, "elsewhere")).toBeNull();
  });

  it("counts again after a roll-back, where the set of the last check is in force and that of a later one is not", async () => {
    await rollbackSet(ownerUrl, "pula");
    expect(await lineIn(11)).toBeNull();
    expect(await lineIn(11, "since")).toMatch(UNLOOKED);
    await sweepRadar(await getDeps());
    expect(await lineIn(11, "since")).toMatch(CHANGED);
  });
});
