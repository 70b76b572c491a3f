import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as getRechecks } from "@/app/api/v2/rechecks/route";
import { recheckListResponse } from "@/lib/contracts/v2/rechecks";
import { recheckSuggestedEvent } from "@/lib/contracts/v2/webhooks";
import { beatWorker, forgetWorker } from "@/lib/data/service-state";
import { proposedTables } from "@/lib/rulebook/load";
import { OWN_RELEASE, releaseOf, type TableRelease } from "@/lib/rulebook/table-changes";
import { RELEASED_TABLES } from "@/lib/rulebook/table-files";
import { getDeps } from "@/lib/runtime/deps";
import { previewTables } from "@/lib/usecases/radar/preview-tables";
import { sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { rows } from "@/tests/contract/imports/support";
import { portalLine } from "@/tests/contract/radar/support";
import { countyClasses, tableFileOf } from "@/tests/contract/radar/tables";
import { NEEDS_4, prepareGround, read, saved } from "@/tests/contract/v2/compliance/support";
import { sql, sqlAsOwner } from "@/tests/contract/v2/esa-check/support";
import { allowReceiversHere, prepareQueue, subscribe } from "@/tests/contract/webhooks/support";
import { answer, call, makeCaller, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import type { Connected } from "@/tests/support/soil-ground";

allowReceiversHere();

const inDays = daysFromNow();

/** From in ten days on the county of the fields has no points; until then it has 2. */
const FILE = countyClasses(0, inDays(10));
const NEXT: TableRelease = releaseOf(proposedTables([FILE]));
/** As the list names a release. */
const nameOf = ({ digest }: TableRelease): string => `${inDays(0)}-${digest.slice(0, 12)}`;

const CHANGED = /^EPA's runoff points or the rules we apply changed on \w+ \d+, \d{4}: check again$/;

let caller: Caller;
let soil: Connected;
const ids = new Map<string, string>();
const idOf = (name: string): string => ids.get(name) ?? "";

const saveOf = async (name: string, days: number): Promise<void> => {
  const more = { application_id: name, application_date: inDays(days), products: [NEEDS_4] };
  ids.set(name, (await saved(caller, more)).id);
};
const sweep = async (release: TableRelease = OWN_RELEASE) => sweepRadar(await getDeps(), undefined, { release });
const events = async () =>
  (
    await sql<{ payload: unknown }>(
      caller.providerId,
      "SELECT payload FROM webhook_delivery WHERE event_type = 'application.recheck_suggested'",
    )
  ).map(({ payload }) => recheckSuggestedEvent.parse(payload).data);
const listed = async (query = "") =>
  (await answer(await call(getRechecks, caller, { method: "GET", query }), recheckListResponse)).rechecks;
const releases = () =>
  rows<{ digest: string; runs: number }>(
    `SELECT digest, (SELECT count(*)::int FROM radar_run WHERE after_release = release_id) AS runs
     FROM rule_release ORDER BY release_id`,
  );

beforeAll(async () => {
  await prepareQueue();
  soil = await prepareGround();
  caller = await makeCaller("releases");
  await saveOf("before the day", 5);
  await saveOf("after the day", 20);
  await saveOf("checked since", 30);
  await saveOf("past", -5);
  await subscribe(caller.providerId, "https://example.com/hook", ["application.recheck_suggested"]);
});
afterAll(() => soil.close());

describe("a release with other rule tables", () => {
  it("is the one to compare with where there was none before, and announces nothing", async () => {
    expect(await sweep()).toEqual({ runs: 0, rechecks: 0 });
    expect(await sweep()).toEqual({ runs: 0, rechecks: 0 });
    expect(await releases()).toEqual([{ digest: OWN_RELEASE.digest, runs: 0 }]);
  });

  it("changes nothing where only sources, readers, and the order of files and members differ", async () => {
    const retold = RELEASED_TABLES.map(({ file, json }) => {
      const table = json as Record<string, unknown>;
      return {
        file,
        json: Object.fromEntries(Object.entries({ ...table, note: "Said in other words." }).toReversed()),
      };
    }).toReversed();
    expect(releaseOf(retold).digest).toBe(OWN_RELEASE.digest);
    expect(NEXT.digest).not.toBe(OWN_RELEASE.digest);
  });

  it("waits while a worker of another release is at work", async () => {
    const { db } = await getDeps();
    const workerId = randomUUID();
    await beatWorker(db, workerId, OWN_RELEASE.digest);
    expect(await sweep(NEXT)).toEqual({ runs: 0, rechecks: 0 });
    expect(await releases()).toHaveLength(1);
    await forgetWorker(db, workerId);
  });

  it("finds exactly what its preview said, once each, by however many processes that start with it", async () => {
    const preview = await previewTables(await getDeps(), [FILE]);
    const promised = preview.rechecks.map(({ applicationEventId, change }) => [applicationEventId, change]).sort();
    expect(promised.map(([id]) => id)).toEqual([idOf("after the day"), idOf("checked since")].sort());
    expect(preview).toMatchObject({ failed: 0, rechecks: [{ change: { pulasAdded: [], pulasRemoved: [] } }, {}] });
    expect(await events()).toEqual([]);

    const swept = await Promise.all([NEXT, NEXT, NEXT].map(sweep));
    expect(swept.reduce((sum, { rechecks }) => sum + rechecks, 0)).toBe(promised.length);
    await sweep(NEXT);
    expect(await releases()).toEqual([
      { digest: OWN_RELEASE.digest, runs: 0 },
      { digest: NEXT.digest, runs: 1 },
    ]);
    const kept = await sql<{ id: string; change: unknown }>(
      caller.providerId,
      "SELECT application_event_id AS id, change FROM recheck",
    );
    expect(kept.map(({ id, change }) => [id, change]).sort()).toEqual(promised);
    expect((await events()).map(({ application_id: id }) => id).sort()).toEqual(["after the day", "checked since"]);
    const [run] = await rows("SELECT kind, fields, rechecks, failed, problem FROM radar_run WHERE kind = 'tables'");
    expect(run).toEqual({ kind: "tables", fields: preview.fields, rechecks: 2, failed: 0, problem: null });
  });

  it("is said over the API and in the portal until the next check, and leaves the saved answer as it was", async () => {
    expect((await read(caller, idOf("after the day"))).compliance.runoff).toMatchObject([{ status: "met" }]);
    const found = await listed();
    expect(found.map(({ application_id: id }) => id).sort()).toEqual(["after the day", "checked since"]);
    expect(found[0]).toMatchObject({ open: true, reason: "data_changed", data_set: "tables" });
    expect(found[0]).toMatchObject({ version_before: nameOf(OWN_RELEASE), version_after: nameOf(NEXT) });
    expect(found[0]).toMatchObject({ status_before: "indeterminate", status_after: "not_met" });
    expect(await portalLine(caller, idOf("after the day"))).toMatch(CHANGED);
    // Before a worker has come to it, and without one, the tables of both releases say the same.
    await rows(`UPDATE radar_run SET finished_at = NULL, reached = NULL WHERE kind = 'tables'`);
    await sqlAsOwner(caller.providerId, "DELETE FROM recheck");
    expect(await portalLine(caller, idOf("after the day"))).toMatch(CHANGED);
    expect(await portalLine(caller, idOf("before the day"))).toBeNull();
    expect(await sweep(NEXT)).toEqual({ runs: 1, rechecks: 2 });
    await saveOf("checked since", 30);
    expect((await listed()).map(({ application_id: id }) => id)).toEqual(["after the day"]);
  });

  it("is taken back by the release before: what was checked since is asked for again, and nothing else", async () => {
    await sweep();
    expect((await releases()).map(({ digest }) => digest)).toEqual([
      OWN_RELEASE.digest,
      NEXT.digest,
      OWN_RELEASE.digest,
    ]);
    expect((await listed()).map(({ application_id: id }) => id)).toEqual(["checked since"]);
    // Two of the first release, which the test above let be found twice, and two of the second.
    expect(await events()).toHaveLength(6);
  });

  it("is said to be beyond comparison where this release cannot read the tables before, and holds up nothing", async () => {
    await rows("UPDATE rule_release SET tables = jsonb_set(tables, '{0,json,categories}', '[]') WHERE release_id = 3");
    await rows("SELECT setval('rule_release_release_id_seq', 10)");
    expect(await sweep(NEXT)).toEqual({ runs: 1, rechecks: 0 });
    const [run] = await rows<{ problem: string; over: boolean }>(
      "SELECT problem, finished_at IS NOT NULL AS over FROM radar_run ORDER BY radar_id DESC LIMIT 1",
    );
    expect(run?.over).toBe(true);
    expect(run?.problem).toContain("categories");
    expect(await sweep(NEXT)).toEqual({ runs: 0, rechecks: 0 });
    // No one looked at any, so each that was checked before says so.
    expect(await portalLine(caller, idOf("before the day"))).toMatch(CHANGED);
    await saveOf("before the day", 5);
    expect(await portalLine(caller, idOf("before the day"))).toBeNull();
  });
});

it("previews any table, and refuses a file of none and one that does not hold together", async () => {
  const deps = await getDeps();
  const same = await previewTables(deps, [tableFileOf("crops", "2026-01-01")]);
  expect(same).toEqual({ fields: 0, rechecks: [], failed: 0 });
  await expect(previewTables(deps, [{ file: "a.json", json: { table: "weather" } }])).rejects.toThrow("must be one of");
  await expect(previewTables(deps, [])).rejects.toThrow("no file");
});
