import { beforeAll, describe, expect, it } from "vitest";
import { recheckSuggestedEvent } from "@/lib/contracts/v2/webhooks";
import { findTouchedFields } from "@/lib/data/radar/runs";
import { utcDay } from "@/lib/domain/calendar";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { activateSet, rollbackSet } from "@/lib/imports/switch";
import { getDeps } from "@/lib/runtime/deps";
import { previewSwitch, sweepRadar } from "@/lib/usecases/radar/sweep-radar";
import { limitationRow, ownerUrl, rows, squareFeature, switchOf } from "@/tests/contract/imports/support";
import { NEEDS_4, saved } from "@/tests/contract/v2/compliance/support";
import { loadGround, sql } from "@/tests/contract/v2/esa-check/support";
import { prepareQueue, subscribe } from "@/tests/contract/webhooks/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { box } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";

const [WEST, SOUTH] = [-87.6, 32.5];
const DAY_MS = 86_400_000;
const inDays = (days: number): string => utcDay(new Date(Date.now() + days * DAY_MS));
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
  importPulas(ownerUrl, {
    source: { name: "areas", records: features },
    limitations: { name: "rows", records: limits },
    coverage: box(-88, 32, -86, 34),
    version,
    activate,
    force: activate,
  });

let caller: Caller;
const ids = new Map<number, string>();
const idOf = (place: number): string => ids.get(place) ?? "";

const saveOn = async (place: number, more: Record<string, unknown> = {}): Promise<string> => {
  const { id } = await saved(caller, {
    provider_field_id: `field ${place}`,
    application_id: `application ${place} ${JSON.stringify(more)}`,
    application_date: inDays(20),
    field_boundary: squareField(WEST + place * 0.2 + 0.003, SOUTH + 0.05, 0.004),
    products: [NEEDS_4],
    ...more,
  });
  return id;
};

const events = () =>
  sql<{ payload: unknown }>(
    caller.providerId,
    "SELECT payload FROM webhook_delivery WHERE event_type = 'application.recheck_suggested'",
  );

beforeAll(async () => {
  await prepareQueue();
  await loadGround();
  await load(BEFORE, "before", true);
  caller = await makeCaller("radar");
  for (const place of [1, 2, 3, 4, 5]) ids.set(place, await saveOn(place));
  await saveOn(2, { application_date: inDays(-5) });
  // What the switches of this preparation left to look at.
  await sweepRadar(await getDeps());
  await subscribe(caller.providerId, "https://example.com/hook", ["application.recheck_suggested"]);
  await load(AFTER, "after");
});

describe("the radar", () => {
  it("previews which planned applications a set would change and why, and then finds exactly those", async () => {
    const deps = await getDeps();
    const preview = await previewSwitch(deps, "after");
    const changed = new Map(preview.rechecks.map(({ applicationEventId, change }) => [applicationEventId, change]));
    expect([...changed.keys()].sort()).toEqual([idOf(2), idOf(3), idOf(4), idOf(5)].sort());
    expect(changed.get(idOf(2))).toMatchObject({ pulasChanged: [2], pulasAdded: [], pulasRemoved: [] });
    expect(changed.get(idOf(3))).toMatchObject({ pulasRemoved: [3] });
    expect(changed.get(idOf(4))).toMatchObject({ pulasAdded: [4] });
    expect(changed.get(idOf(5))).toMatchObject({ pulasRemoved: [5] });
    expect(await events()).toEqual([]);

    await activateSet(ownerUrl, { kind: "pula", version: "after", force: true });
    const kept = () =>
      sql<{ id: string; change: unknown }>(
        caller.providerId,
        `SELECT application_event_id AS id, change FROM recheck
         WHERE radar_id = (SELECT max(radar_id) FROM radar_run) ORDER BY 1`,
      );
    expect(await sweepRadar(deps)).toEqual({ runs: 1, rechecks: 4 });
    const wanted = [...changed].map(([id, change]) => ({ id, change })).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(await kept()).toEqual(wanted);
  });

  it("announces each of them once, however often a run is begun again and by how many at once", async () => {
    const deps = await getDeps();
    await rows("UPDATE radar_run SET finished_at = NULL");
    await Promise.all([sweepRadar(deps), sweepRadar(deps)]);
    const sent = await events();
    expect(sent).toHaveLength(4);
    for (const { payload } of sent) recheckSuggestedEvent.parse(payload);
  });

  it("takes a run up again that a worker left in the middle, and loses and repeats nothing", async () => {
    const deps = await getDeps();
    await rollbackSet(ownerUrl, "pula");
    const stop = new AbortController();
    let asked = 0;
    const clock = (): Date => {
      asked += 1;
      if (asked === 4) stop.abort();
      return deps.clock();
    };
    await expect(sweepRadar({ ...deps, clock }, stop.signal)).rejects.toThrow();
    const halfway = (await events()).length - 4;
    expect(halfway).toBeGreaterThan(0);
    expect(halfway).toBeLessThan(4);
    expect(await rows("SELECT FROM radar_run WHERE finished_at IS NULL")).toHaveLength(1);
    expect(await sweepRadar(deps)).toEqual({ runs: 1, rechecks: 4 });
    expect(await events()).toHaveLength(8);
    expect((await switchOf("pula")).active).toBe("before");
  });

  it("finds exactly the fields that a full join of pieces and fields finds", async () => {
    const deps = await getDeps();
    const places = Array.from({ length: 150 }, (_, index) => ({
      lon: WEST + ((index * 37) % 150) / 100,
      lat: SOUTH - 0.06 + ((index * 53) % 30) / 150,
    }));
    for (const { lon, lat } of places) {
      await sql(
        caller.providerId,
        `INSERT INTO field (provider_id, field_id, account_id, provider_field_id, field_name, boundary)
         VALUES ($1, gen_random_uuid(), 'a', $2, 'x', ST_Multi(ST_MakeEnvelope($3::float8, $4::float8, $3::float8 + 0.02, $4::float8 + 0.02, 4326)))`,
        [caller.providerId, `generated ${lon} ${lat}`, lon, lat],
      );
    }
    const sets = await rows<{ id: number }>(
      "SELECT data_set_id AS id FROM data_set WHERE kind = 'pula' AND version IN ('before', 'after') ORDER BY version DESC",
    );
    const [before, after] = [sets[0]?.id ?? 0, sets[1]?.id ?? 0];
    const pulas = [2, 3, 4, 5];
    const found = await findTouchedFields(deps.db, { beforeId: before, afterId: after }, pulas);
    const full = await sql<{ id: string }>(
      caller.providerId,
      `SELECT DISTINCT f.field_id::text AS id FROM field f, pula_piece p
       WHERE p.data_set_id IN ($1::int, $2::int) AND p.pula_id = ANY($3::int[]) AND ST_DWithin(f.boundary, p.geom, 2e-9) ORDER BY 1`,
      [before, after, pulas],
    );
    expect(full.length).toBeGreaterThan(20);
    expect(found.map(({ fieldId }) => fieldId)).toEqual(full.map(({ id }) => id));
  });
});
