import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentProgress } from "@/lib/imports/progress";
import { openLimitations } from "@/lib/imports/pula/sources";
import { openJsonRecords } from "@/lib/imports/read/records";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "partial-list-"));
});
afterAll(() => rm(folder, { recursive: true }));

const FEATURES = [{ id: 1 }, { id: 2 }];

async function read(saved: unknown): Promise<unknown[]> {
  const path = join(folder, "saved.json");
  await writeFile(path, JSON.stringify(saved));
  const values: unknown[] = [];
  for await (const { value } of (await openJsonRecords(path, ["features", "items"])).records) values.push(value);
  return values;
}

describe("a saved answer", () => {
  it.each<[string, unknown]>([
    ["of ArcGIS", { exceededTransferLimit: true, features: FEATURES }],
    ["of ArcGIS with the mark behind its features", { features: FEATURES, exceededTransferLimit: true }],
    ["of ArcGIS as GeoJSON", { properties: { exceededTransferLimit: true }, features: FEATURES }],
    ["in pages", { items: FEATURES, hasMore: true }],
    ["that counts more than it gives", { numberMatched: 3, numberReturned: 2, features: FEATURES }],
  ])("%s that is a part of a list is not taken for all of it", async (_, saved) => {
    await expect(read(saved)).rejects.toThrow(/is a part of a list: it says that more follow than its 2 records/);
  });

  it.each<[string, unknown]>([
    ["a list alone", FEATURES],
    ["all of ArcGIS's features", { exceededTransferLimit: false, features: FEATURES }],
    ["the last page", { items: FEATURES, hasMore: false }],
    ["all that matched", { numberMatched: 2, features: FEATURES }],
  ])("that is %s is read", async (_, saved) => {
    expect(await read(saved)).toEqual(FEATURES);
  });
});

it.each([
  "https://example.org/arcgis/rest/services/PULA/MapServer/1",
  "https://example.org/x/FeatureServer/0/query?f=json",
])("limitations are not asked for at an ArcGIS address: %s", async (address) => {
  await expect(openLimitations(address, {}, silentProgress)).rejects.toThrow(/is an ArcGIS address/);
});
