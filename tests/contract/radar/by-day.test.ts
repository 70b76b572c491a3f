import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plannedOnAnyGround, type PlannedApplication } from "@/lib/data/radar/planned";
import { getDeps } from "@/lib/runtime/deps";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { rows } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { activateAreas, loadOneArea, portalLine } from "@/tests/contract/radar/support";
import { NEEDS_4, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { sql, sqlAsOwner } from "@/tests/contract/v2/esa-check/support";
import { type Caller, makeCaller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { squareField } from "@/tests/support/requests";
import type { Connected } from "@/tests/support/soil-ground";

const inDays = daysFromNow();
const CHANGED = /check again$/;
/** More than the radar looks at together. */
const FAR = 26;

let soil: Connected;
/** In the order of their names, which is that of a list within a day. */
let first: Caller;
let second: Caller;
const ids = new Map<string, string>();
const idOf = (name: string): string => ids.get(name) ?? "";
const newest = "radar_id = (SELECT max(radar_id) FROM radar_run)";

async function save(who: Caller, name: string, days: number, field = name): Promise<void> {
  const place = { provider_field_id: field, field_boundary: squareField(-87.597, 32.55, 0.004) };
  const { id } = await saved(who, {
    ...{ application_id: name, application_date: inDays(days), products: [NEEDS_4] },
    ...place,
  });
  ids.set(name, id);
}

const found = async (): Promise<{ id: string; at: Date }[]> =>
  (
    await Promise.all(
      [first, second].map((who) =>
        sql<{ id: string; at: Date }>(
          who.providerId,
          `SELECT application_event_id AS id, found_at AS at FROM recheck WHERE ${newest}`,
        ),
      ),
    )
  ).flat();

const begunAgain = (reached: Partial<PlannedApplication> | null) =>
  rows(`UPDATE radar_run SET finished_at = NULL, reached = $1 WHERE ${newest}`, [
    reached === null ? null : JSON.stringify(reached),
  ]);
const forget = async (): Promise<void> => {
  for (const who of [first, second]) await sqlAsOwner(who.providerId, `DELETE FROM recheck WHERE ${newest}`);
  (await getDeps()).caches.compared.clear();
};

beforeAll(async () => {
  soil = await prepareGround();
  await loadOneArea("before", "One.");
  await activateAreas("before");
  first = await makeCaller("radar-by-day-a");
  second = await makeCaller("radar-by-day-b");
  for (let each = 0; each < FAR; each += 1) await save(first, `far ${each}`, 40);
  await save(second, "near", 5);
  await save(second, "near, later", 39, "near");
  await sweepRadar(await getDeps());
  await loadOneArea("after", "One, and more.");
  await activateAreas("after");
});
afterAll(() => soil.close());

describe("a sweep", () => {
  it("lists what is due first before the rest, of all providers, and each field once", async () => {
    const client = new pg.Client({ connectionString: ownerUrl() });
    await client.connect();
    const list = async (reached: PlannedApplication | null) => {
      const all = [];
      for await (const some of plannedOnAnyGround(client, { fromDay: inDays(1), reached })) all.push(...some);
      return all;
    };
    try {
      const all = await list(null);
      expect(all).toHaveLength(FAR + 2);
      expect(all.slice(0, 2)).toMatchObject([
        { applicationEventId: idOf("near"), applicationDate: inDays(5), isFirstOfField: true },
        { applicationEventId: idOf("near, later"), applicationDate: inDays(39), isFirstOfField: false },
      ]);
      expect(all.filter(({ isFirstOfField }) => isFirstOfField)).toHaveLength(FAR + 1);
      expect(await list(all[0] ?? null)).toEqual(all.slice(1));
    } finally {
      await client.end();
    }
  });

  it("announces what is due first before the rest, and goes on where a worker left it, without a loss or a repeat", async () => {
    const deps = await getDeps();
    const stop = new AbortController();
    let asked = 0;
    const clock = (): Date => {
      asked += 1;
      // The first look is at the day; the next one is among the first that are looked at together.
      if (asked === 2) stop.abort();
      return deps.clock();
    };
    await expect(sweepRadar({ ...deps, clock }, stop.signal)).rejects.toThrow();
    expect(await rows(`SELECT fields, rechecks FROM radar_run WHERE ${newest} AND finished_at IS NULL`)).toEqual([
      { fields: 24, rechecks: 25 },
    ]);
    expect((await found()).map(({ id }) => id)).toEqual(expect.arrayContaining([idOf("near"), idOf("near, later")]));
    expect(await sweepRadar(deps)).toEqual({ runs: 1, rechecks: FAR + 2 - 25 });
    const all = (await found()).toSorted((one, other) => one.at.getTime() - other.at.getTime());
    expect(all).toHaveLength(FAR + 2);
    expect(all[0]?.id).toBe(idOf("near"));
    expect(await rows(`SELECT fields, rechecks FROM radar_run WHERE ${newest}`)).toEqual([
      { fields: FAR + 1, rechecks: FAR + 2 },
    ]);
  });

  it("has passed what is due before the day that it came to, and nothing else", async () => {
    await forget();
    const reached = {
      ...{ applicationDate: inDays(10), providerId: second.providerId, fieldId: idOf("near") },
      applicationEventId: idOf("near"),
    };
    await begunAgain(reached);
    const line = (name: string, who = second) => portalLine(who, idOf(name));
    expect(await line("near")).toBeNull();
    expect(await line("near, later")).toMatch(CHANGED);
    expect(await line("far 0", first)).toMatch(CHANGED);
    await begunAgain({ ...reached, applicationDate: inDays(40) });
    expect(await line("near, later")).toBeNull();
    // Of one day, all of the provider before.
    expect(await line("far 0", first)).toBeNull();
  });

  it("begins at the start where a worker of the release before, which went by provider and field, has stopped", async () => {
    await forget();
    await begunAgain(null);
    await rows(
      `UPDATE radar_run SET reached_provider = $1, reached_field = $2, reached_application = $3 WHERE ${newest}`,
      [second.providerId, "ffffffff-ffff-ffff-ffff-ffffffffffff", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
    );
    expect(await portalLine(first, idOf("far 0"))).toMatch(CHANGED);
    expect(await sweepRadar(await getDeps())).toEqual({ runs: 1, rechecks: FAR + 2 });
    expect(await found()).toHaveLength(FAR + 2);
    // What that worker had counted is not counted twice.
    expect(await rows(`SELECT fields, rechecks FROM radar_run WHERE ${newest}`)).toEqual([
      { fields: FAR + 1, rechecks: FAR + 2 },
    ]);
  });
});
