import { describe, expect, it } from "vitest";
import { importFeatures } from "@/lib/imports/features/import-features";
import { rollbackSet } from "@/lib/imports/switch";
import { verifySet } from "@/lib/imports/verify";
import { count, countOf, rows, switchOf } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { box } from "@/tests/support/reference-data";
import { describeWithSharedData, sharedData } from "@/tests/support/shared-data";

const feature = (properties: Record<string, unknown>, geometry: unknown) => ({ type: "Feature", properties, geometry });
const given = (...records: unknown[]) => ({ name: "generated ground", records });
const line = (...coordinates: [number, number][]) => ({ type: "LineString", coordinates });

const POND = feature({ category: "water", name: "Mill pond" }, box(-87.2, 33, -87.19, 33.01));
const ROAD = feature({ category: "road", width_ft: 60 }, line([-87.3, 33], [-87.3, 33.01]));

/** Every stored feature of a set, in the order of the source. */
const stored = (dataSetId: number) =>
  rows<{ kind: string; category: string; label: string | null; outline: string; sqm: number }>(
    `SELECT kind, category, label, outline, ST_Area(geom::geography) AS sqm FROM feature
     WHERE data_set_id = $1 ORDER BY feature_number`,
    [dataSetId],
  );

describe("a set of ground beside fields", () => {
  it("is loaded beside the one in force, switched, verified and taken back", async () => {
    const first = await importFeatures(ownerUrl(), { source: given(POND, ROAD), version: "first", activate: true });
    expect(first).toMatchObject({ activated: true, refusals: [] });
    expect(first.counts).toMatchObject({ managed: 1, protected: 1, lines_at_default_width: 0 });
    const second = await importFeatures(ownerUrl(), { source: given(POND), version: "second", activate: true });
    // A road fewer is a drop by half: no one switches to that by accident.
    expect(second).toMatchObject({ activated: false });
    expect(second.objections.map(({ name }) => name)).toEqual(["drop"]);
    await importFeatures(ownerUrl(), { source: given(POND), version: "third", activate: true, force: true });
    expect(await switchOf("features")).toEqual({ active: "third", previous: "first" });
    expect((await verifySet(ownerUrl(), "features")).isSound).toBe(true);
    expect(await rollbackSet(ownerUrl(), "features")).toEqual({ from: "third", to: "first" });
  });

  it("keeps kind, category and name, whole and in pieces that hold the same ground", async () => {
    const { dataSetId, checks } = await importFeatures(ownerUrl(), { source: given(POND, ROAD) });
    expect(checks.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    const [pond, road] = await stored(dataSetId);
    expect(pond).toMatchObject({ kind: "non_managed", category: "water", label: "Mill pond", outline: "polygon" });
    expect(road).toMatchObject({ kind: "managed", category: "road", label: null, outline: "line_width" });
    expect(await countOf("feature_piece", dataSetId)).toBe(2);
  });

  it("does not come in force where longitude and latitude are exchanged", async () => {
    const pond = feature({ category: "water", name: "Mill pond" }, box(33, -87.2, 33.01, -87.19));
    const { checks } = await importFeatures(ownerUrl(), { source: given(pond) });
    expect(checks).toContainEqual({
      name: "location",
      outcome: "failed",
      detail:
        "1 of 1 lie wholly outside the United States; water Mill pond at 33, -87.2; are longitude and latitude exchanged?",
    });
  });

  it("takes nothing into force and keeps nothing of a dry run", async () => {
    const before = await count("SELECT count(*) FROM feature");
    const dry = await importFeatures(ownerUrl(), { source: given(POND), dryRun: true, activate: true });
    expect(dry).toMatchObject({ dryRun: true, activated: false });
    expect(await count("SELECT count(*) FROM feature")).toBe(before);
  });

  it("is made of several files, each with a category of its own for records that name none", async () => {
    const { dataSetId, counts } = await importFeatures(ownerUrl(), {
      source: given(feature({}, box(-87, 33, -86.99, 33.01))),
      category: "habitat",
      also: [{ source: given(feature({ category: "structure" }, box(-87, 33, -86.999, 33.001))) }],
    });
    expect((await stored(dataSetId)).map(({ category }) => category)).toEqual(["habitat", "structure"]);
    expect(counts).toMatchObject({ managed: 1, protected: 1 });
  });

  it("takes a foreign word for protected ground as what the file is, and never for managed ground", async () => {
    const foreign = feature({ category: "USFWS Interest" }, box(-87, 33, -86.99, 33.01));
    const lands = await importFeatures(ownerUrl(), { source: given(foreign), category: "habitat" });
    expect(await stored(lands.dataSetId)).toMatchObject([{ kind: "non_managed", category: "habitat" }]);
    const roads = await importFeatures(ownerUrl(), { source: given(foreign), category: "road" });
    expect(roads.refusals.map(({ reason }) => reason)).toEqual(["names an unknown category: usfws interest"]);
  });

  it("is repaired where a polygon crosses itself, and says what that cost", async () => {
    const bow = [
      [-87, 33],
      [-86.99, 33.01],
      [-86.99, 33],
      [-87, 33.01],
      [-87, 33],
    ];
    const { dataSetId, counts } = await importFeatures(ownerUrl(), {
      source: given(feature({ category: "water" }, { type: "Polygon", coordinates: [bow] })),
    });
    expect(counts.repairs).toMatchObject({ repaired: 1 });
    expect((await stored(dataSetId))[0]?.sqm).toBeGreaterThan(0);
    expect(await count("SELECT count(*) FROM feature WHERE NOT ST_IsValid(geom)")).toBe(0);
  });
});

describe("a line becomes ground", () => {
  it("by its own width: protected ground reaches round its ends, managed ground stops there", async () => {
    const lengthM = 1109.1;
    const stream = feature({ category: "water", width_m: "20" }, line([-87.3, 33], [-87.3, 33.01]));
    const { dataSetId } = await importFeatures(ownerUrl(), { source: given(ROAD, stream) });
    const [road, water] = await stored(dataSetId);
    const roadM = 60 * 0.3048;
    expect((road?.sqm ?? 0) / (lengthM * roadM)).toBeCloseTo(1, 2);
    expect((water?.sqm ?? 0) / (lengthM * 20 + Math.PI * 100)).toBeCloseTo(1, 2);
  });

  it("by the file's width where it is protected and names none, and is marked so", async () => {
    const stream = feature({}, line([-87.3, 33], [-87.3, 33.01]));
    const { dataSetId, counts } = await importFeatures(ownerUrl(), {
      source: given(stream),
      category: "water",
      lineWidthM: 10,
    });
    expect(await stored(dataSetId)).toMatchObject([{ outline: "line_default", category: "water" }]);
    expect(counts).toMatchObject({ lines_at_default_width: 1, default_line_width_m: 10 });
  });

  it("never by a width that no one gave: it is refused, and managed ground takes no default", async () => {
    const bare = (category: string) => feature({ category }, line([-87.3, 33], [-87.3, 33.01]));
    const without = await importFeatures(ownerUrl(), { source: given(POND, bare("water")) });
    expect(without.refusals.map(({ reason }) => reason)).toEqual([
      "is a line without a width: give it width_m, or the file a line width",
    ]);
    const road = await importFeatures(ownerUrl(), { source: given(POND, bare("road")), lineWidthM: 10 });
    expect(road.refusals.map(({ reason }) => reason)).toEqual([
      "is a line without a width: managed ground needs a width of its own",
    ]);
  });
});

describe("a record is refused, with its reason,", () => {
  const ground = box(-87, 33, -86.99, 33.01);
  it.each([
    { why: "without a category", record: feature({}, ground), reason: /^names no category/ },
    { why: "of an unknown category", record: feature({ category: "lawn" }, ground), reason: /unknown category: lawn/ },
    {
      why: "that contradicts itself",
      record: feature({ category: "water", kind: "managed" }, ground),
      reason: /contradicts its category: water is non_managed/,
    },
    {
      why: "with a width that is none",
      record: feature({ category: "road", width_m: -3 }, line([-87, 33], [-87, 33.1])),
      reason: /bad attributes: width_m/,
    },
    {
      why: "that is a point",
      record: feature({ category: "structure" }, { type: "Point", coordinates: [-87, 33] }),
      reason: /is a Point, not a polygon/,
    },
    {
      why: "with latitude first",
      record: feature({ category: "water", width_m: 5 }, line([33, -187], [33, -187.1])),
      reason: /not longitude and latitude/,
    },
    {
      why: "that reaches over half the country",
      record: feature({ category: "water", width_m: 5 }, line([-110, 33], [-87, 33])),
      reason: /more than 5 degrees/,
    },
  ])("$why", async ({ record, reason }) => {
    const { refusals, counts } = await importFeatures(ownerUrl(), { source: given(POND, record) });
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toMatchObject({ record: 2 });
    expect(refusals[0]?.reason).toMatch(reason);
    expect(counts).toMatchObject({ protected: 1 });
  });
});

const NHD = sharedData("hydro/nhdplus_flowlines_new_hope_nc.geojson.gz");
const LANDS = sharedData("habitat/federal_lands_missouri.geojson.gz");

describeWithSharedData("public extracts", () => {
  it("NHDPlus flowlines of New Hope and federal lands of Missouri make one set", async () => {
    const { counts, checks, dataSetId } = await importFeatures(ownerUrl(), {
      source: NHD,
      category: "water",
      lineWidthM: 10,
      also: [{ source: LANDS, category: "habitat" }],
    });
    expect(counts).toMatchObject({ protected: 749, managed: 0, lines_at_default_width: 746 });
    // Good in itself; against the set in force it has lost a road.
    expect(checks.filter(({ outcome }) => outcome === "failed").map(({ name }) => name)).toEqual(["drop"]);
    const [longest] = await rows<{ vertices: number }>(
      "SELECT max(ST_NPoints(geom)) AS vertices FROM feature_piece WHERE data_set_id = $1",
      [dataSetId],
    );
    expect(longest?.vertices).toBeLessThanOrEqual(256);
  });

  it("flowlines without a width are refused, and a set of nothing but refusals is not put in force", async () => {
    const { activated, refusals } = await importFeatures(ownerUrl(), {
      source: NHD,
      category: "water",
      activate: true,
    });
    expect(activated).toBe(false);
    expect(refusals).toHaveLength(20);
  });
});
