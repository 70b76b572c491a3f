import { beforeAll, describe, expect, it } from "vitest";
import { GET as getRechecks } from "@/app/api/v2/rechecks/route";
import { recheckListResponse } from "@/lib/contracts/v2/rechecks";
import { recheckSuggestedEvent } from "@/lib/contracts/v2/webhooks";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { activateSet, rollbackSet } from "@/lib/imports/switch";
import { UNCOMPARED } from "@/lib/domain/recheck";
import { sweepRadarTask } from "@/lib/jobs/tasks/sweep-radar";
import { getDeps } from "@/lib/runtime/deps";
import { previewSwitch, sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { limitationRow, rows, squareFeature, switchOf } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { portalLine } from "@/tests/contract/radar/support";
import { compute } from "@/tests/contract/v2/drift/support";
import { NEEDS_4, saved } from "@/tests/contract/v2/compliance/support";
import { loadGround, sql } from "@/tests/contract/v2/esa-check/support";
import { allowReceiversHere, prepareQueue, subscribe } from "@/tests/contract/webhooks/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { daysFromNow } from "@/tests/support/days";
import { box } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";

allowReceiversHere();

const [WEST, SOUTH] = [-87.6, 32.5];
const inDays = daysFromNow();
const area = (pulaId: number, lon: number, more: Record<string, unknown> = {}): unknown =>
  squareFeature({ objectid: pulaId, pula_id: pulaId, codes: "T1", ...more }, lon, SOUTH, 0.1);
const rowOf = (pulaId: number, limitation: string): unknown =>
  limitationRow({ pula_id: pulaId, product_registration_number: NEEDS_4.epa_number, limitation });

/** Area 1 stays, area 2 says something else, area 3 goes, area 4 is new, area 5 is redrawn; each with one field. */
const BEFORE = {
  features: [1, 2, 3, 5].map((pulaId) => area(pulaId, WEST + pulaId * 0.2)),
  rows: [rowOf(1, "One."), rowOf(2, "Two."), rowOf(3, "Three."), rowOf(5, "Five.")],
};
const AFTER = {
  features: [area(1, WEST + 0.2), area(2, WEST + 0.4), area(4, WEST + 0.8), area(5, WEST + 1.11)],
  rows: [rowOf(1, "One."), rowOf(2, "Two, and more."), rowOf(4, "Four."), rowOf(5, "Five.")],
};
const load = async ({ features, rows: limits }: typeof BEFORE, version: string, activate = false) =>
  importPulas(ownerUrl(), {
    source: { name: "areas", records: features },
    limitations: { name: "rows", records: limits },
    coverage: box(-88, 32, -86, 34),
    version,
    activate,
    force: activate,
  });

let caller: Caller;
/** Another provider, with one field on the ground of area 3. */
let other: Caller;
const ids = new Map<number, string>();
const idOf = (place: number): string => ids.get(place) ?? "";

const saveOn = async (place: number, more: Record<string, unknown> = {}, by = caller): Promise<string> => {
  const { id } = await saved(by, {
    provider_field_id: `field ${place}`,
    application_id: `application ${place} ${JSON.stringify(more)}`,
    application_date: inDays(20),
    field_boundary: squareField(WEST + place * 0.2 + 0.003, SOUTH + 0.05, 0.004),
    products: [NEEDS_4],
    ...more,
  });
  return id;
};

const events = (of = caller) =>
  sql<{ payload: unknown }>(
    of.providerId,
    "SELECT payload FROM webhook_delivery WHERE event_type = 'application.recheck_suggested'",
  );

beforeAll(async () => {
  await prepareQueue();
  await loadGround();
  await load(BEFORE, "before", true);
  // What the switches of this preparation left to look at.
  await sweepRadar(await getDeps());
  caller = await makeCaller("radar");
  for (const place of [1, 2, 3, 4, 5]) ids.set(place, await saveOn(place));
  await saveOn(2, { application_date: inDays(-5) });
  other = await makeCaller("radar-other");
  await saveOn(3, {}, other);
  // Nothing can be made of what is saved of this one any more.
  ids.set(6, await saveOn(5, { application_id: "broken" }));
  await sql(caller.providerId, "UPDATE application SET products = '[]' WHERE application_event_id = $1", [idOf(6)]);
  for (const { providerId } of [caller, other])
    await subscribe(providerId, "https://example.com/hook", ["application.recheck_suggested"]);
  await load(AFTER, "after");
});

const getList = (query: string, who: Caller | null) => call(getRechecks, who, { method: "GET", query });
const listed = async (query = "", who = caller) => answer(await getList(query, who), recheckListResponse);

describe("the radar", () => {
  it("previews which planned applications a set would change and why, and then finds exactly those", async () => {
    const deps = await getDeps();
    const preview = await previewSwitch(deps, { kind: "pula", version: "after" });
    expect(preview).toMatchObject({ fields: 5, failed: 1 });
    expect(preview.rechecks.filter(({ providerId }) => providerId === other.providerId)).toHaveLength(1);
    const own = preview.rechecks.filter(({ providerId }) => providerId === caller.providerId);
    const changed = new Map(own.map(({ applicationEventId, change }) => [applicationEventId, change]));
    expect([...changed.keys()].sort()).toEqual([idOf(2), idOf(3), idOf(4), idOf(5)].sort());
    expect(changed.get(idOf(2))).toMatchObject({ pulasChanged: [2], pulasAdded: [], pulasRemoved: [] });
    expect(changed.get(idOf(3))).toMatchObject({ pulasRemoved: [3] });
    expect(changed.get(idOf(4))).toMatchObject({ pulasAdded: [4] });
    expect(changed.get(idOf(5))).toMatchObject({ pulasRemoved: [5] });
    expect(await events()).toEqual([]);

    await activateSet(ownerUrl(), { kind: "pula", version: "after", force: true });
    const kept = () =>
      sql<{ id: string; change: unknown }>(
        caller.providerId,
        `SELECT application_event_id AS id, change FROM recheck
         WHERE radar_id = (SELECT max(radar_id) FROM radar_run) ORDER BY 1`,
      );
    // What began before the switch is not passed over: the worker leaves it until that has ended.
    await sweepRadarTask(deps, new AbortController().signal);
    expect(await kept()).toEqual([]);
    const settled = { settledForMs: 150_000 };
    const older = "UPDATE radar_run SET created_at = created_at - interval '100 s' WHERE finished_at IS NULL";
    await rows(older);
    expect(await sweepRadar(deps, undefined, settled)).toEqual({ runs: 0, rechecks: 0 });
    await rows(older);
    expect(await sweepRadar(deps, undefined, settled)).toEqual({ runs: 1, rechecks: 5 });
    const [run] = await rows("SELECT fields, rechecks, failed FROM radar_run ORDER BY radar_id DESC LIMIT 1");
    expect(run).toEqual({ fields: 5, rechecks: 5, failed: 1 });
    // What could not be assessed is not passed over: what it is by the newer set is open.
    const wanted = [...changed, [idOf(6), UNCOMPARED] as const]
      .map(([id, change]) => ({ id, change }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(await kept()).toEqual(wanted);
  });

  it("announces each of them once, however often a run is begun again and by how many at once", async () => {
    const deps = await getDeps();
    await rows(
      `UPDATE radar_run SET finished_at = NULL, reached = NULL
       WHERE radar_id = (SELECT max(radar_id) FROM radar_run)`,
    );
    await Promise.all([sweepRadar(deps), sweepRadar(deps)]);
    const sent = await events();
    expect(sent).toHaveLength(5);
    expect(await events(other)).toHaveLength(1);
    const said = sent.map(({ payload }) => recheckSuggestedEvent.parse(payload).data);
    expect(said.find(({ application_id: id }) => id === "broken")).toMatchObject({
      status_before: null,
      status_after: "indeterminate",
    });
  });

  it("lists what changed and why, until it is checked again", async () => {
    const found = await listed();
    const byId = new Map(found.rechecks.map((each) => [each.application_event_id, each]));
    expect([...byId.keys()].sort()).toEqual([idOf(2), idOf(3), idOf(4), idOf(5), idOf(6)].sort());
    expect(byId.get(idOf(6))).toMatchObject({ open: true, status_before: null, status_after: "indeterminate" });
    expect(byId.get(idOf(4))).toMatchObject({
      open: true,
      data_set: "pula",
      version_before: "before",
      version_after: "after",
      provider_field_id: "field 4",
      pulas_added: [4],
      pulas_removed: [],
    });
    expect(await portalLine(caller, idOf(4))).toMatch(/changed on \w+ \d+, \d{4}: check again/);
    expect(await portalLine(caller, idOf(1))).toBeNull();
    // Computations are judged by the newer set, and leave what the check asked for as it was.
    await compute(caller, idOf(4));
    await compute(caller, idOf(4));
    expect(await portalLine(caller, idOf(4))).toMatch(/check again/);
    expect((await listed()).rechecks.map(({ application_event_id: id }) => id)).toContain(idOf(4));
    await saveOn(4);
    expect(await portalLine(caller, idOf(4))).toBeNull();
    await compute(caller, idOf(4));
    expect(await portalLine(caller, idOf(4))).toBeNull();
    expect((await listed()).rechecks.map(({ application_event_id: id }) => id)).not.toContain(idOf(4));
    const all = await listed("state=all&limit=3");
    expect(all).toMatchObject({ total: 5, next_offset: 3 });
    const rest = await listed("state=all&offset=3");
    expect(rest.rechecks).toHaveLength(2);
    const closed = [...all.rechecks, ...rest.rechecks].filter(({ open }) => !open);
    expect(closed.map(({ application_event_id: id }) => id)).toEqual([idOf(4)]);
  });

  it("lists nothing of another provider or account, and refuses what it does not know", async () => {
    expect((await listed("", other)).rechecks).toHaveLength(1);
    expect(JSON.stringify(await listed("state=all", other))).not.toContain(idOf(3));
    expect(await listed("account_id=account-9")).toMatchObject({ total: 0, rechecks: [] });
    await refusal(await getList("", null), 401);
    for (const query of ["state=closed", "limit=0", "page=2"]) await refusal(await getList(query, caller), 422);
  });

  it("looks at a roll-back as at any switch", async () => {
    await rollbackSet(ownerUrl(), "pula");
    expect(await sweepRadar(await getDeps())).toEqual({ runs: 1, rechecks: 5 });
    const [run] = await rows("SELECT fields, rechecks, failed FROM radar_run ORDER BY radar_id DESC LIMIT 1");
    expect(run).toEqual({ fields: 5, rechecks: 5, failed: 1 });
    expect(await events()).toHaveLength(10);
    expect(await events(other)).toHaveLength(2);
    expect((await switchOf("pula")).active).toBe("before");
    // Back in force is what all but one of them were last checked by.
    expect((await listed()).rechecks.map(({ application_event_id: id }) => id)).toEqual([idOf(4)]);
  });
});
