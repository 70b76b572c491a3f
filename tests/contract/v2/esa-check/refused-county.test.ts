import fc from "fast-check";
import type { Polygon, Position } from "geojson";
import { beforeAll, describe, expect, it } from "vitest";
import { Prisma } from "@/lib/data/db";
import { fieldCounties } from "@/lib/data/field-counties";
import { findRegulatedAreas } from "@/lib/data/regulated-areas";
import type { FoundCounty } from "@/lib/domain/pula";
import { importCounties } from "@/lib/imports/county/import-counties";
import { getDeps } from "@/lib/runtime/deps";
import { ownerUrl } from "@/tests/support/owner-connections";
import { check, codesOf, GROUND, loadCounties, loadGround } from "@/tests/contract/v2/esa-check/support";
import { makeCaller } from "@/tests/support/api";
import { box } from "@/tests/support/reference-data";
import { squareField } from "@/tests/support/requests";

/** A county that a set could not load leaves no hole in which a field would lie in the county beside it, with its runoff relief. */

const [WEST, SOUTH, SIDE, ROWS] = [-87.9, 32.2, 0.3, 3];
/** Lines of neighbors bend, so that boxes of counties reach into each other. */
const cornerOf = (column: number, row: number): Position => [
  WEST + SIDE * column + 0.04 * Math.sin(3 * row + column),
  SOUTH + SIDE * row + 0.04 * Math.cos(2 * column + row),
];
const CELLS = Array.from({ length: ROWS * ROWS }, (_, index) => [index % ROWS, Math.floor(index / ROWS)] as const);
const shapeOf = ([column, row]: readonly [number, number]): Polygon => ({
  type: "Polygon",
  coordinates: [
    [
      cornerOf(column, row),
      cornerOf(column + 1, row),
      cornerOf(column + 1, row + 1),
      cornerOf(column, row + 1),
      cornerOf(column, row),
    ],
  ],
});
const CODES = CELLS.map((_, index) => `0${1001 + 2 * index}`);
const MIDDLE = CODES[4] ?? "";

interface CountyRecord {
  type: "Feature";
  properties: object;
  geometry: unknown;
}
const RECORDS: CountyRecord[] = CELLS.map((cell, index) => ({
  type: "Feature",
  properties: { geo_id: CODES[index], county_name: `County ${index}` },
  geometry: shapeOf(cell),
}));
const withMiddle = (middle: Partial<CountyRecord>): CountyRecord[] =>
  RECORDS.map((record, index) => (index === 4 ? { ...record, ...middle } : record));
const NAMELESS = withMiddle({ properties: { geo_id: MIDDLE } });

const load = (records: readonly CountyRecord[], precision: "exact" | "coarse", force = true) =>
  importCounties(ownerUrl(), { source: { name: "grid", records }, precision, activate: true, force });

const deps = await getDeps();
const squareAt = ({ east, north, side }: { east: number; north: number; side: number }) =>
  box(WEST + east, SOUTH + north, WEST + east + side, SOUTH + north + side) as Polygon;
const degrees = (min: number, max: number) =>
  fc.noBias(fc.integer({ min: min * 1000, max: max * 1000 })).map((each) => each / 1000);
const place = fc.record({ east: degrees(-0.05, 1), north: degrees(-0.05, 1), side: degrees(0.001, 0.1) });

async function countiesAt(shape: Polygon): Promise<{ asked: FoundCounty[]; recorded: FoundCounty[] }> {
  const { counties } = await findRegulatedAreas(deps.db, {
    boundary: { type: "MultiPolygon", coordinates: [shape.coordinates] },
    searchMiles: 1,
    onDate: "2026-06-01",
    registrations: [],
    ingredients: [],
    withGeometry: false,
    withShare: false,
  });
  const boundary = Prisma.sql`ST_SetSRID(ST_GeomFromGeoJSON(${JSON.stringify(shape)}), 4326)`;
  const [row] = await deps.db.prisma.$queryRaw<{ counties: FoundCounty[] | null }[]>`
    SELECT ${fieldCounties(boundary)} AS counties`;
  return { asked: counties, recorded: row?.counties ?? [] };
}

const idsOf = (counties: readonly FoundCounty[]) => counties.map(({ geoId }) => geoId);
/** Those whose county is sure, but for the middle one. */
const sureOf = (counties: readonly FoundCounty[]) =>
  idsOf(counties.filter(({ geoId, isSure }) => isSure !== false && geoId !== MIDDLE));

beforeAll(() => loadGround());

describe.each(["exact", "coarse"] as const)("of %s lines", (precision) => {
  it("no field loses a county whose record was refused, and none is surer of another than by the whole set", async () => {
    const places = fc.sample(place, { numRuns: 60, seed: 7 });
    await load(RECORDS, precision);
    const whole = [];
    for (const at of places) whole.push(await countiesAt(squareAt(at)));
    await load(NAMELESS, precision);
    let middles = 0;
    let others = 0;
    for (const [index, at] of places.entries()) {
      const cut = await countiesAt(squareAt(at));
      for (const how of ["asked", "recorded"] as const) {
        const before = whole[index]?.[how] ?? [];
        expect(idsOf(cut[how])).toEqual(expect.arrayContaining(idsOf(before)));
        expect(sureOf(before)).toEqual(expect.arrayContaining(sureOf(cut[how])));
        expect(idsOf(cut[how]).filter((geoId) => geoId !== MIDDLE)).toEqual(
          idsOf(before).filter((geoId) => geoId !== MIDDLE),
        );
        if (idsOf(before).includes(MIDDLE)) middles += 1;
        else if (!idsOf(cut[how]).includes(MIDDLE)) others += 1;
      }
    }
    // The law is about something: fields in the county, and fields that are as they were.
    expect(middles).toBeGreaterThan(10);
    expect(others).toBeGreaterThan(10);
  });

  it("a county that has no readable code leaves a field there open, beside its neighbors", async () => {
    await load(withMiddle({ properties: { geo_id: "somewhere", county_name: "Middle" } }), precision);
    const inside = await countiesAt(squareAt({ east: 0.45, north: 0.45, side: 0.01 }));
    for (const found of [inside.asked, inside.recorded]) {
      expect(found).toContainEqual(expect.objectContaining({ geoId: "00000", stateFips: "00", isSure: false }));
      expect(found.filter(({ isSure }) => isSure !== false)).toEqual([]);
    }
    const apart = await countiesAt(squareAt({ east: 0.1, north: 0.1, side: 0.01 }));
    expect(idsOf(apart.asked)).toEqual([CODES[0]]);
    expect(apart.asked[0]?.isSure).toBe(true);
  });
});

it("a county without readable ground lies where the set in force has it, and everywhere where none has", async () => {
  await load(RECORDS, "exact");
  const lost = withMiddle({ geometry: null });
  const refused = await load(lost, "exact", false);
  expect(refused.activated).toBe(false);
  expect(refused.objections.map(({ name }) => name)).toContain("placed refusals");
  await load(lost, "exact");
  const inside = squareAt({ east: 0.45, north: 0.45, side: 0.01 });
  const apart = squareAt({ east: 0.1, north: 0.1, side: 0.01 });
  expect(idsOf((await countiesAt(inside)).asked)).toEqual([MIDDLE]);
  expect(idsOf((await countiesAt(apart)).asked)).toEqual([CODES[0]]);
  // The set in force has no outline of it either.
  await load(lost, "exact");
  expect(idsOf((await countiesAt(apart)).asked)).toEqual(["00000", CODES[0]]);
});

it("a county that is placed by coarse lines reaches as far as they may be off", async () => {
  await load(RECORDS, "coarse");
  await load(withMiddle({ geometry: null }), "exact");
  // Two km beyond its western corner.
  const [[west = 0] = [], , , [alsoWest = 0] = []] = shapeOf([1, 1]).coordinates[0] ?? [];
  const beside = Math.min(west, alsoWest) - 0.02 - WEST;
  expect(idsOf((await countiesAt(squareAt({ east: beside, north: 0.45, side: 0.001 }))).asked)).toContain(MIDDLE);
});

it("a second record of a county counts where its ground is another", async () => {
  const again = (index: number, geometry: unknown): CountyRecord[] => [
    ...RECORDS.slice(0, 8),
    { type: "Feature", properties: RECORDS[index]?.properties ?? {}, geometry },
  ];
  const same = await load(again(0, RECORDS[0]?.geometry), "exact");
  expect(same.counts).toMatchObject({ counties: { refused: 1 }, not_loaded: 0 });
  const other = await load(again(0, RECORDS[8]?.geometry), "exact");
  expect(other.counts).toMatchObject({ counties: { refused: 1 }, not_loaded: 1 });
  expect(idsOf((await countiesAt(squareAt({ east: 0.75, north: 0.75, side: 0.01 }))).asked)).toEqual([CODES[0]]);
});

describe("the runoff relief of a field", () => {
  const EAST = box(-87, 32, -86, 34);
  const FIELD = { field_boundary: squareField(-87.002, 33) };
  const creditOf = (found: Awaited<ReturnType<typeof check>>) =>
    found.compliance.runoff
      .flatMap(({ selected_measures: measures }) => measures)
      .find(({ source }) => source === "county")?.sub_option_id;

  it("is that of the lowest county it may lie in, or open", async () => {
    const caller = await makeCaller("refused-county");
    const bibb = { geoId: "01007", name: "Bibb", geometry: box(-87.01, 32, -86, 34) };
    await loadCounties([bibb], "coarse");
    expect(creditOf(await check(caller, { ...FIELD, application_id: "bibb" }))).toBe(10);
    const withRefused = async (properties: object) => {
      const record = { type: "Feature", properties: { geo_id: "01007", county_name: "Bibb" }, geometry: GROUND };
      const records = [record, { type: "Feature", properties, geometry: EAST }];
      await importCounties(ownerUrl(), { source: { name: "refused", records }, activate: true, force: true });
    };
    // Baldwin has no points.
    await withRefused({ geo_id: "01003" });
    expect(creditOf(await check(caller, { ...FIELD, application_id: "baldwin" }))).not.toBe(10);
    await withRefused({ county_name: "Baldwin" });
    const open = await check(caller, { ...FIELD, application_id: "unread" });
    expect(codesOf(open)).toContain("COUNTY_CLASS_UNRESOLVED");
    expect(creditOf(open)).toBeUndefined();
  });
});
