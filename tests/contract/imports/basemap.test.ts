import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importBasemap } from "@/lib/imports/basemap/import-basemap";
import { rollbackSet } from "@/lib/imports/switch";
import { verifySet } from "@/lib/imports/verify";
import { runData } from "@/tests/contract/imports/command";
import { count, countOf, rows, switchOf } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { workFolder } from "@/tests/support/work-folder";
import { box } from "@/tests/support/reference-data";
import { describeWithSharedData, sharedData } from "@/tests/support/shared-data";

const feature = (properties: Record<string, unknown>, geometry: unknown) => ({ type: "Feature", properties, geometry });
const given = (...records: unknown[]) => ({ name: "generated roads", records });
const line = (...coordinates: [number, number][]) => ({ type: "LineString", coordinates });
const point = (...coordinates: [number, number]) => ({ type: "Point", coordinates });

const COUNTY_ROAD = feature({ FULLNAME: "County Road 12", MTFCC: "S1400" }, line([-87.3, 33], [-87.3, 33.02]));
const HIGHWAY = feature({ FULLNAME: "State Route 5", MTFCC: "S1200" }, line([-87.3, 33], [-87.2, 33]));
const SECTION = feature({ FRSTDIVNO: "14", PLSSID: "AL160200N0070W0" }, box(-87.3, 33, -87.28, 33.015));
const CREDIT = { attribution: "Test county", license: "CC0" };

interface Part {
  layer: string;
  rank: number;
  min_zoom: number;
  name: string | null;
  shape: string;
}
const stored = (dataSetId: number) =>
  rows<Part>(
    `SELECT layer, rank, min_zoom, name, GeometryType(geom) AS shape FROM basemap_part
     WHERE data_set_id = $1 ORDER BY feature_number, part`,
    [dataSetId],
  );

describe("a set of ground under the map", () => {
  it("is loaded beside the one in force, switched, verified, taken back, and the oldest goes", async () => {
    const options = { category: "road", activate: true, ...CREDIT };
    const first = await importBasemap(ownerUrl(), {
      ...options,
      source: given(COUNTY_ROAD, HIGHWAY),
      version: "first",
    });
    expect(first).toMatchObject({ activated: true, refusals: [], counts: { roads: 2, sections: 0, pieces: 2 } });
    const fewer = await importBasemap(ownerUrl(), { ...options, source: given(HIGHWAY), version: "fewer" });
    expect(fewer.objections.map(({ detail }) => detail)).toEqual(["against first: roads falls by 50.0 % (2 to 1)"]);
    await importBasemap(ownerUrl(), { ...options, source: given(HIGHWAY), version: "third", force: true });
    expect(await switchOf("basemap")).toEqual({ active: "third", previous: "first" });
    expect((await verifySet(ownerUrl(), "basemap")).isSound).toBe(true);
    expect(await rollbackSet(ownerUrl(), "basemap")).toEqual({ from: "third", to: "first" });
    await importBasemap(ownerUrl(), { ...options, source: given(COUNTY_ROAD, HIGHWAY), version: "fourth" });
    expect(await switchOf("basemap")).toEqual({ active: "fourth", previous: "first" });
    // Nothing is judged by such a set, so that one that is neither in force nor before it is of no use to anyone.
    expect(await count("SELECT count(*) FROM data_set WHERE kind = 'basemap'")).toBe(2);
    expect(await count("SELECT count(DISTINCT data_set_id) FROM basemap_part")).toBe(2);
  });

  it("keeps name and standing as each publisher has them, and who published it", async () => {
    const { dataSetId } = await importBasemap(ownerUrl(), {
      source: given(COUNTY_ROAD, HIGHWAY, feature({ MTFCC: "S1500" }, line([-87.3, 33], [-87.31, 33]))),
      category: "road",
      also: [
        { source: given(SECTION), category: "section" },
        {
          source: given(
            feature({ gnis_name: "Mill Creek", StreamOrde: 5 }, line([-87.3, 33], [-87.31, 33.01])),
            feature({ gnis_name: " ", StreamOrde: 5 }, line([-87.3, 33], [-87.32, 33.01])),
          ),
          category: "water",
        },
        {
          source: given(
            feature({ NAME: "Milltown", POP2020: "4,100" }, point(-87.3, 33)),
            feature({ NAME: "Milltown", POP2020: 4100 }, box(-87.3, 33, -87.28, 33.015)),
          ),
          category: "place",
        },
      ],
      ...CREDIT,
    });
    expect(await stored(dataSetId)).toEqual([
      { layer: "road", rank: 3, min_zoom: 12, name: "County Road 12", shape: "LINESTRING" },
      { layer: "road", rank: 1, min_zoom: 10, name: "State Route 5", shape: "LINESTRING" },
      { layer: "road", rank: 4, min_zoom: 13, name: null, shape: "LINESTRING" },
      // Where its number is written, and its outline.
      { layer: "section", rank: 5, min_zoom: 12, name: "14", shape: "POINT" },
      { layer: "section", rank: 5, min_zoom: 12, name: "14", shape: "POLYGON" },
      { layer: "water", rank: 2, min_zoom: 11, name: "Mill Creek", shape: "LINESTRING" },
      { layer: "water", rank: 6, min_zoom: 13, name: null, shape: "LINESTRING" },
      { layer: "place", rank: 1, min_zoom: 11, name: "Milltown", shape: "POINT" },
      { layer: "place", rank: 0, min_zoom: 9, name: "Milltown", shape: "POINT" },
    ]);
    const [credit] = await rows("SELECT attribution, license FROM data_set WHERE data_set_id = $1", [dataSetId]);
    expect(credit).toEqual(CREDIT);
  });

  it("holds long shapes in pieces: a line keeps its name on each, of a lake the largest has it", async () => {
    const bends = Array.from({ length: 1000 }, (_, at): [number, number] => [-87.3 + at / 5000, 33 + (at % 2) / 1000]);
    const shore = Array.from({ length: 1001 }, (_, at): [number, number] => {
      const turn = (2 * Math.PI * (at % 1000)) / 1000;
      return [-87 + 0.02 * Math.cos(turn), 33 + 0.02 * Math.sin(turn)];
    });
    const { dataSetId, counts } = await importBasemap(ownerUrl(), {
      source: given(
        feature({ name: "Long River" }, line(...bends)),
        feature({ name: "Round Lake" }, { type: "Polygon", coordinates: [shore] }),
      ),
      category: "water",
      ...CREDIT,
    });
    expect(counts).toMatchObject({ waters: 2 });
    const parts = await stored(dataSetId);
    const [rivers, lakes] = ["LINESTRING", "POLYGON"].map((shape) => parts.filter((part) => part.shape === shape));
    expect(rivers?.length).toBeGreaterThan(3);
    expect(new Set(rivers?.map(({ name }) => name))).toEqual(new Set(["Long River"]));
    expect(lakes?.length).toBeGreaterThan(3);
    expect(lakes?.filter(({ name }) => name !== null).map(({ name }) => name)).toEqual(["Round Lake"]);
    const [most] = await rows("SELECT max(ST_NPoints(geom)) AS n FROM basemap_part WHERE data_set_id = $1", [
      dataSetId,
    ]);
    expect(most?.n).toBeLessThanOrEqual(256);
  });

  it("takes nothing into force and keeps nothing of a dry run", async () => {
    const before = await count("SELECT count(*) FROM basemap_part");
    const options = { source: given(HIGHWAY), category: "road", dryRun: true, activate: true, ...CREDIT };
    expect(await importBasemap(ownerUrl(), options)).toMatchObject({ dryRun: true, activated: false });
    expect(await count("SELECT count(*) FROM basemap_part")).toBe(before);
  });
});

describe("a record is refused, with its place and reason,", () => {
  it.each([
    { why: "a road that is a polygon", layer: "road", record: SECTION, reason: /is a polygon, and a road is a line/ },
    {
      why: "a section without a number",
      layer: "section",
      record: feature({}, box(-87, 33, -86.99, 33.01)),
      reason: /^has no name$/,
    },
    { why: "a place without a name", layer: "place", record: feature({}, point(-87, 33)), reason: /^has no name$/ },
    {
      why: "latitude first",
      layer: "road",
      record: feature({}, line([33, -187], [33, -187.1])),
      reason: /not longitude and latitude/,
    },
    {
      why: "a line that stays in one place",
      layer: "road",
      record: feature({ name: "Nowhere" }, line([-87, 33], [-87, 33])),
      reason: /has neither length nor area: road Nowhere/,
    },
  ])("$why", async ({ layer, record, reason }) => {
    const good = layer === "place" ? feature({ NAME: "Milltown" }, point(-87.3, 33)) : undefined;
    const first = layer === "section" ? SECTION : (good ?? HIGHWAY);
    const { refusals } = await importBasemap(ownerUrl(), { source: given(first, record), category: layer, ...CREDIT });
    expect(refusals).toMatchObject([{ source: "generated roads", record: 2 }]);
    expect(refusals[0]?.reason).toMatch(reason);
  });
});

it("the command names file, line and reason of what it refuses, and asks for layer and publisher", async () => {
  const path = join(workFolder(), "roads.geojson");
  const bad = feature({ FULLNAME: "Bad Road" }, line([-87, 33]));
  writeFileSync(
    path,
    `{"type":"FeatureCollection",\n"features":[\n${[HIGHWAY, bad].map((each) => JSON.stringify(each)).join(",\n")}]}`,
  );
  const unnamed = await runData("import", "basemap", path, "--category", "road");
  expect(unnamed).toMatchObject({ code: 1, err: expect.stringContaining("--attribution") as string });
  const layerless = await runData("import", "basemap", path, "--attribution", "Test county");
  expect(layerless).toMatchObject({ code: 1, err: expect.stringContaining("--category") as string });
  const loaded = await runData("import", "basemap", path, "--category", "road", "--attribution", "Test county");
  expect(loaded.code).toBe(0);
  expect(loaded.out).toContain(
    "refused: roads.geojson, record 2 (line 4): bad geometry: has a line with fewer than two positions",
  );
});

describeWithSharedData("public extracts", () => {
  it("NHDPlus flowlines of two regions make one set of waters", async () => {
    const { counts, refusals, dataSetId } = await importBasemap(ownerUrl(), {
      source: sharedData("hydro/nhdplus_flowlines_new_hope_nc.geojson.gz"),
      category: "water",
      also: [{ source: sharedData("hydro/nhdplus_flowlines_coastal_ca.geojson.gz"), category: "water" }],
      ...CREDIT,
    });
    expect(refusals).toEqual([]);
    expect(counts).toMatchObject({ waters: 746 + 572 });
    expect(await countOf("basemap_part", dataSetId)).toBeGreaterThanOrEqual(746 + 572);
    const [creek] = await rows(
      "SELECT count(*)::int AS n FROM basemap_part WHERE data_set_id = $1 AND name = 'Northeast Creek' AND min_zoom = 11",
      [dataSetId],
    );
    expect(creek?.n).toBeGreaterThan(0);
  });
});
