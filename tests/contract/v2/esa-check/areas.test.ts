import type { Geometry, MultiPolygon } from "geojson";
import { beforeAll, describe, expect, it } from "vitest";
import { check, codesOf, loadGround, sql, type Body } from "@/tests/contract/v2/esa-check/support";
import { makeCaller, type Caller } from "@/tests/support/api";
import { box, type SyntheticPula } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";

/** The field of these tests: a square of 0.004 degrees. */
const [WEST, SOUTH, SIDE] = [-87.25, 32.89, 0.004];
const [EAST, NORTH] = [WEST + SIDE, SOUTH + SIDE];
const MILE_LAT = 1609.344 / 110_900;
/** A strip north of the field, so many miles from its edge. */
const north = (miles: number): Geometry => box(WEST, NORTH + miles * MILE_LAT, EAST, NORTH + miles * MILE_LAT + 0.002);

const PULAS: SyntheticPula[] = [
  { pulaId: 1, eventName: "East half", codes: "T1", geometry: box(WEST + SIDE / 2, SOUTH - 0.1, -87, NORTH + 0.002) },
  { pulaId: 2, eventName: "Shared edge", geometry: box(WEST - 0.05, SOUTH - 0.001, WEST, NORTH + 0.001) },
  { pulaId: 3, eventName: "Corner", geometry: box(WEST - 0.01, NORTH, WEST, NORTH + 0.001) },
  { pulaId: 4, eventName: "A meter off", geometry: box(WEST, SOUTH - 0.001, WEST + 0.001, SOUTH - 0.00001) },
  { pulaId: 5, eventName: "Half a mile", geometry: north(0.5) },
  { pulaId: 6, eventName: "Five miles", geometry: north(5) },
  { pulaId: 7, eventName: "Eleven miles", geometry: north(11) },
  {
    pulaId: 8,
    eventName: "Next month",
    effectiveDate: "2026-07-01",
    codes: "T1",
    geometry: box(-87.3, 32.8, -87.2, 32.95),
  },
  { pulaId: 9, eventName: "Two features", geometry: box(WEST, SOUTH, WEST + 0.001, SOUTH + 0.001) },
  { pulaId: 9, eventName: "Two features", geometry: box(EAST - 0.001, SOUTH, EAST, SOUTH + 0.001) },
  { pulaId: 10, eventName: "Runs out", codes: "T1", geometry: box(-87.3, 32.8, -87.2, 32.95) },
];
const row = (pulaId: number, more: { methods?: string[]; effectiveDate?: string; code?: string } = {}) => ({
  pulaId,
  registration: "264-1241",
  code: "T1",
  limitation: `Text of ${pulaId}.`,
  ...more,
});

let caller: Caller;
beforeAll(async () => {
  const limitations = [
    row(1),
    row(2, { methods: ["Aerial"] }),
    row(3, { effectiveDate: "2026-07-01" }),
    row(5),
    row(8),
    row(10),
  ];
  await loadGround(PULAS, limitations);
  await sql(null, "UPDATE pula SET expires_on = '2026-06-10' WHERE pula_id = 10");
  caller = await makeCaller("areas");
});

const send = (more: Body = {}, query?: string) =>
  check(caller, { field_boundary: squareField(WEST, SOUTH, SIDE), ...more }, query);
const listed = (found: Awaited<ReturnType<typeof send>>) => found.products[0]?.pulas.map(({ pula_id: id }) => id);
const nearby = (found: Awaited<ReturnType<typeof send>>) => found.nearby_pulas.map(({ pula_id: id }) => id);

/** Every position of a geometry of an answer. */
const positions = (geometry: Geometry | null | undefined) => (geometry as MultiPolygon).coordinates.flat(2);

describe("PULAs that meet the field", () => {
  it("count inside, along an edge and in a corner; features of one PULA count once", async () => {
    const found = await send();
    // 1 inside, 2 edge, 3 corner, 9 twice, 10 until the end of the month it expires in.
    expect(found.summary.total_pulas).toBe(5);
  });

  it("stand under a product only with a limitation for it, its method's class and the day", async () => {
    const ground = await send();
    expect(listed(ground)).toEqual([1, 10]);
    expect(ground.summary).toMatchObject({ total_limitations: 2, products_with_limitations: 1, products_checked: 1 });
    expect(ground.products[0]?.pulas[0]).toEqual({
      pula_id: 1,
      event_name: "East half",
      status: "effective",
      effective_date: "2026-01-01",
      codes: "T1",
      limitations: [
        { limitation_id: expect.any(Number) as number, code: "T1", limitation: "Text of 1.", mitigation_options: [] },
      ],
    });
    expect(listed(await send({ application_method: "Broadcast-Air" }))).toEqual([1, 2, 10]);
  });

  it("count from the day they take effect, and until the month they expire in has passed", async () => {
    expect(listed(await send({ application_date: "2026-06-30" }))).toEqual([1, 10]);
    expect(listed(await send({ application_date: "2026-07-01" }))).toEqual([1, 3, 8]);
    expect(listed(await send({ application_date: "2025-12-31" }))).toEqual([]);
  });
});

describe("PULAs near the field", () => {
  it("are listed with their distance and require nothing", async () => {
    const found = await send({ application_date: "2026-06-15" });
    expect(nearby(found)).toEqual([4, 5]);
    expect(found.nearby_pulas[0]).toEqual({ pula_id: 4, event_name: "A meter off", distance_miles: 0 });
    expect(found.nearby_pulas[1]?.distance_miles).toBeCloseTo(0.5, 1);
    expect(listed(found)).not.toContain(5);
    const alone = await send({ field_boundary: squareField(-86.5, 33.5), application_id: "alone" });
    expect(alone.summary).toMatchObject({ total_pulas: 0, total_limitations: 0 });
    expect(codesOf(alone)).not.toContain("LIMITATIONS_REVIEW_REQUIRED");
  });

  it.each([
    [0, []],
    [-5, []],
    [0.4, [4]],
    [6, [4, 5, 6]],
    [10, [4, 5, 6]],
    [50, [4, 5, 6]],
  ])("within %d miles, clamped to 0 to 10, are %j", async (miles, wanted) => {
    expect(nearby(await send({ buffer_distance_miles: miles }))).toEqual(wanted);
  });
});

describe("the geometry of PULAs", () => {
  it("is left out, key and all, unless it is asked for", async () => {
    const found = await send();
    for (const pula of [...(found.products[0]?.pulas ?? []), ...found.nearby_pulas]) {
      expect(pula).not.toHaveProperty("geometry");
    }
  });

  it("is clipped to the field's box widened by the search distance", async () => {
    for (const miles of [0, 1]) {
      const found = await send({ include_geometry: true, buffer_distance_miles: miles });
      const geometry = found.products[0]?.pulas[0]?.geometry;
      expect(geometry).toMatchObject({ type: "MultiPolygon" });
      const lats = positions(geometry).map(([, lat = 0]) => lat);
      const lons = positions(geometry).map(([lon = 0]) => lon);
      expect(Math.min(...lats)).toBeGreaterThan(SOUTH - miles * MILE_LAT * 1.02 - 1e-6);
      expect(Math.min(...lats)).toBeLessThanOrEqual(SOUTH - miles * MILE_LAT * 0.98 + 1e-6);
      expect(Math.max(...lons)).toBeLessThan(EAST + miles * 0.0176 + 1e-6);
      expect(Math.min(...lons)).toBeCloseTo(WEST + SIDE / 2, 6);
      for (const near of found.nearby_pulas) expect(near.geometry).toMatchObject({ type: "MultiPolygon" });
    }
  });
});

describe("the share of the field inside a PULA", () => {
  it("is in the explanation, in percent", async () => {
    const found = await send({}, "explain=true");
    const items = found.compliance.explanation?.filter(({ share_percent: share }) => share !== null) ?? [];
    expect(items.map(({ share_percent: share }) => share)).toEqual([50, 100]);
  });

  it("is calculated for a field too small to have an area", async () => {
    const dot = squareField(WEST + SIDE * 0.75, SOUTH + SIDE / 2, 3e-14);
    const found = await send({ field_boundary: dot, application_id: "dot" }, "explain=true");
    expect(listed(found)).toEqual([1, 10]);
  });
});
