import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { noSoilSource } from "@/lib/gateways/soil-source";
import { importSoil } from "@/lib/imports/soil/import-soil";
import { getDeps } from "@/lib/runtime/deps";
import { analyzeSoil } from "@/lib/usecases/fields/analyze-soil";
import { box } from "@/tests/support/reference-data";
import { emptySoilStore, sql } from "@/tests/support/soil-database";
import { type Box, boxBoundary, connectStub, groundOf } from "@/tests/support/soil-ground";

/** A mirror of two map units side by side; a field lies on both, most of it on the first. */
const [WEST, EAST]: [Box, Box] = [
  [-100.02, 40, -100, 40.02],
  [-100, 40, -99.98, 40.02],
];
const FIELD: Box = [-100.012, 40.002, -99.992, 40.01];
const MAP_UNITS = ["1,W,Valentine fine sand", "2,E,Wet meadow"];
const AGGREGATES = ["1,A,1", "2,D,9"];

const signal = new AbortController().signal;
let folder = "";
let sets = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "soil-tables-"));
});
afterAll(async () => {
  (await getDeps()).soil = noSoilSource;
  await sql("DELETE FROM active_data_set WHERE kind = 'soil'");
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  (await getDeps()).soil = noSoilSource;
  await emptySoilStore();
});

const featureOf = (ground: Box, mukey: string) => ({
  type: "Feature",
  properties: { mukey },
  geometry: box(...ground),
});

async function load(
  mapUnits: readonly string[],
  aggregates: readonly string[],
  ground: readonly [Box, string][] = [
    [WEST, "1"],
    [EAST, "2"],
  ],
) {
  sets += 1;
  const [mapunit, muaggatt] = [join(folder, `mapunit${sets}.csv`), join(folder, `muaggatt${sets}.csv`)];
  await writeFile(mapunit, ["mukey,musym,muname", ...mapUnits].join("\n"));
  await writeFile(muaggatt, ["mukey,hydgrpdcd,slopegradwta", ...aggregates].join("\n"));
  return importSoil(process.env.DATABASE_DIRECT_URL ?? "", {
    source: { name: `made ${sets}`, records: ground.map((each) => featureOf(...each)) },
    mapunit,
    muaggatt,
    version: `tables-${sets}`,
    activate: true,
    force: true,
  });
}

const analyze = async () => analyzeSoil({ deps: await getDeps(), signal }, boxBoundary(FIELD));

it("a mirror with a row for each map unit answers, and a row that says the same twice takes nothing away", async () => {
  const { refusals } = await load([...MAP_UNITS, MAP_UNITS[1] ?? ""], [...AGGREGATES, AGGREGATES[1] ?? ""]);
  expect(refusals.map(({ reason }) => reason)).toEqual(["repeats a map unit: 2", "repeats a map unit: 2"]);
  const { summary } = await analyze();
  expect(summary).toMatchObject({ dominantGroup: "A" });
  expect(summary?.byGroup.D?.percentage).toBeCloseTo(40, 0);
});

it.each<[string, string[], string[]]>([
  ["a second name", [...MAP_UNITS, "2,E,Valentine fine sand"], AGGREGATES],
  ["a second group", MAP_UNITS, [...AGGREGATES, "2,A,9"]],
  ["a second slope", MAP_UNITS, [...AGGREGATES, "2,D,1"]],
  ["a group that is none", MAP_UNITS, ["1,A,1", "2,E,9"]],
  ["no row of groups", MAP_UNITS, ["1,A,1"]],
  ["no row", ["1,W,Valentine fine sand"], AGGREGATES],
])("a field on a map unit that has %s is the survey's to answer, or no one's", async (_, mapUnits, aggregates) => {
  const { checks } = await load(mapUnits, aggregates);
  expect(checks).toContainEqual(expect.objectContaining({ name: "map units", outcome: "failed" }));
  expect((await analyze()).status).toBe("unavailable");
  const connected = await connectStub(
    groundOf([{ box: [-100.1, 39.9, -99.9, 40.1], mukey: "7", group: "C", slope: 4 }]),
  );
  expect(await analyze()).toMatchObject({ status: "fetched", summary: { dominantGroup: "C", slopePct: 4 } });
  await connected.close();
});

it("a mirror whose polygons lie over each other as much as they leave out does not answer for the hole", async () => {
  const [inside, beyond]: [Box, Box] = [
    [-100, 40, -99.996, 40.02],
    [-99.995, 40, -99.98, 40.02],
  ];
  // East of -99.996 a thousandth of a degree is missing, and as much lies twice.
  const twice: Box = [-100.001, 40, -99.999, 40.02];
  await load(MAP_UNITS, AGGREGATES, [
    [WEST, "1"],
    [inside, "2"],
    [beyond, "2"],
    [twice, "2"],
  ]);
  expect((await analyze()).status).toBe("unavailable");
  await load(MAP_UNITS, AGGREGATES, [
    [WEST, "1"],
    [EAST, "2"],
    [twice, "2"],
  ]);
  expect(await analyze()).toMatchObject({ status: "fetched", summary: { dominantGroup: "A" } });
});

it("ground that the survey calls not completed is no water", async () => {
  await load(["1,W,Valentine fine sand", "2,NOTCOM,No Digital Data Available"], ["1,A,1", "2,,"]);
  const { summary } = await analyze();
  expect(summary).toMatchObject({ dominantGroup: "A", byGroup: { A: {}, no_data: {} } });
  expect(summary?.byGroup).not.toHaveProperty("none");
});
