import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asProvider } from "@/lib/data/db";
import { rollbackSet } from "@/lib/imports/switch";
import { getDeps } from "@/lib/runtime/deps";
import { findLaterData, findOutdatedOfMany, judgeLaterData } from "@/lib/usecases/radar/find-outdated";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { rows } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { activateAreas, loadOneArea, portalLine } from "@/tests/contract/radar/support";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

const inDays = daysFromNow();
const UNLOOKED = /^EPA's limits changed on \w+ \d+, \d{4}: not yet compared with this answer$/;
const CHANGED = /^EPA's limits for this field changed on \w+ \d+, \d{4}: check again$/;

const UNCOMPARED = /^EPA's limits changed on \w+ \d+, \d{4}: check again$/;
/** No id stands behind it. */
const LAST = "ffffffff-ffff-ffff-ffff-ffffffffffff";
/** More than one request compares. */
const MANY = 27;
type Planned = Parameters<typeof findOutdatedOfMany>[2][number];

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

/** Why each of the many is not given as it is, those due first before the others. */
async function whyIn(minutes: number): Promise<string[]> {
  const many = await sql<Planned>(
    caller.providerId,
    `SELECT application_event_id AS "applicationEventId",
            to_char(application_date, 'YYYY-MM-DD') AS "applicationDate"
     FROM application WHERE application_id LIKE 'one of many%' ORDER BY application_date DESC`,
  );
  expect(many).toHaveLength(MANY);
  const deps = { ...(await getDeps()), clock: () => inMinutes(minutes) };
  const found = await findOutdatedOfMany(deps, caller.providerId, many);
  return many.toReversed().flatMap(({ applicationEventId }) => found.get(applicationEventId)?.why ?? []);
}

beforeAll(async () => {
  soil = await prepareGround();
  await loadOneArea("before", "One.");
  await activateAreas("before");
  caller = await makeCaller("radar-unlooked");
  await save("on the area", 32.55);
  await save("elsewhere", 33.2);
  await save("past", 32.56, inDays(-5));
  for (let each = 0; each < MANY; each += 1) await save(`one of many ${each}`, 32.59, inDays(20 + each));
  await sweepRadar(await getDeps());
  await loadOneArea("after", "One, and more.");
  await activateAreas("after");
});
afterAll(() => soil.close());

describe("an answer from before a switch that no worker has looked at", () => {
  it("is compared with the newer set as it is read", async () => {
    expect(await lineIn(0)).toMatch(CHANGED);
    expect(await lineIn(11)).toMatch(CHANGED);
    expect(await lineIn(11, "elsewhere")).toBeNull();
    expect(await lineIn(11, "past")).toBeNull();
    expect(await rows("SELECT FROM radar_run WHERE finished_at IS NULL AND reached IS NULL")).toHaveLength(1);
    expect(
      await sql(caller.providerId, "SELECT FROM recheck WHERE radar_id = (SELECT max(radar_id) FROM radar_run)"),
    ).toEqual([]);
  });

  it("is not meant where a check since went by the newer set, or the run has passed it", async () => {
    await save("since", 32.57);
    expect(await lineIn(11, "since")).toBeNull();
    await rows("UPDATE radar_run SET reached = $1 WHERE finished_at IS NULL", [
      JSON.stringify({
        applicationDate: inDays(20),
        providerId: caller.providerId,
        fieldId: LAST,
        applicationEventId: LAST,
      }),
    ]);
    expect(await lineIn(11)).toBeNull();
    await rows("UPDATE radar_run SET reached = NULL WHERE finished_at IS NULL");
  });

  it("is given as it is for some minutes where there are too many to compare at once, and then no longer without a word", async () => {
    const { compared } = (await getDeps()).caches;
    compared.clear();
    expect(await whyIn(0)).toEqual(Array.from({ length: 25 }, () => "recheck"));
    expect(await whyIn(0)).toHaveLength(MANY);
    compared.clear();
    expect((await whyIn(11)).slice(24)).toEqual(["recheck", "unlooked", "unlooked"]);
    expect(new Set(await whyIn(11))).toEqual(new Set(["recheck"]));
  });

  it("is not missed where a worker comes to it while it is read", async () => {
    const deps = await getDeps();
    const saved = {
      applicationEventId: ids.get("on the area") ?? "",
      applicationDate: inDays(20),
    };
    const later = await asProvider(deps.db, caller.providerId, (tx) => {
      let isFirst = true;
      const queryRaw = async (...asked: Parameters<typeof tx.$queryRaw>): Promise<unknown> => {
        const found = await tx.$queryRaw(...asked);
        if (isFirst) await sweepRadar(deps);
        isFirst = false;
        return found;
      };
      const between = new Proxy(tx, {
        get: (of, name) => (name === "$queryRaw" ? queryRaw : Reflect.get(of, name)) as unknown,
      });
      return findLaterData(between, caller.providerId, [saved], new Date());
    });
    const judged = await judgeLaterData(deps, caller.providerId, [saved], later);
    expect(judged.get(saved.applicationEventId)?.why).toBe("recheck");
  });

  it("is said to have changed, or nothing is said, once a worker has looked", async () => {
    await sweepRadar(await getDeps());
    expect(await lineIn(11)).toMatch(CHANGED);
    expect(await lineIn(11, "elsewhere")).toBeNull();
  });

  it("counts again after a roll-back, where the set of the last check is in force and that of a later one is not", async () => {
    await rollbackSet(ownerUrl(), "pula");
    expect(await lineIn(11)).toBeNull();
    expect(await lineIn(11, "since")).toMatch(CHANGED);
    await sweepRadar(await getDeps());
    expect(await lineIn(11, "since")).toMatch(CHANGED);
  });

  it("counts where a switch and its roll-back both wait", async () => {
    await activateAreas("after");
    await rollbackSet(ownerUrl(), "pula");
    expect(await rows("SELECT FROM radar_run WHERE finished_at IS NULL")).toHaveLength(2);
    expect(await lineIn(11)).toBeNull();
    expect(await lineIn(11, "since")).toMatch(CHANGED);
  });

  it("is open where it cannot be compared", async () => {
    await save("broken", 32.58);
    await activateAreas("after");
    await sql(caller.providerId, "UPDATE application SET products = '[]' WHERE application_event_id = $1", [
      ids.get("broken"),
    ]);
    expect(await lineIn(0, "broken")).toBeNull();
    expect(await lineIn(11, "broken")).toMatch(UNLOOKED);
    await sweepRadar(await getDeps());
    expect(await lineIn(0, "broken")).toMatch(UNCOMPARED);
  });
});
