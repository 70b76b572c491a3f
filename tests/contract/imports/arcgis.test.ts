import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { importPulas } from "@/lib/imports/pula/import-pulas";
import { countOf, limitationRow, rows, switchOf } from "@/tests/contract/imports/support";
import { ownerUrl } from "@/tests/support/owner-connections";
import { workFolder } from "@/tests/support/work-folder";
import { type ArcgisStub, startArcgisStub } from "@/tests/support/arcgis-stub";
import { describeWithSharedData, readSharedJson } from "@/tests/support/shared-data";

/** The layer is asked over real HTTP on loopback; waits are a millisecond. */
const quick = { backOffMs: 1, workFolder: join(workFolder(), "downloads") };

describeWithSharedData("EPA's layer over ArcGIS REST", () => {
  const { features } = readSharedJson("pula/pula_alabama_envelope_2026-06-25.geojson.gz") as { features: unknown[] };
  let stub: ArcgisStub;

  const importLayer = (options: object = {}) => importPulas(ownerUrl(), { source: stub.layer, ...quick, ...options });
  const areaOf = async (id: number) =>
    (
      await rows<{ area: number }>("SELECT sum(ST_Area(geom)) AS area FROM pula_feature WHERE data_set_id = $1", [id])
    )[0]?.area ?? 0;
  let expectedArea = 0;

  beforeAll(async () => {
    const { dataSetId } = await importPulas(ownerUrl(), { source: { name: "file", records: features } });
    expectedArea = await areaOf(dataSetId);
  });
  beforeEach(async () => {
    stub = await startArcgisStub(features);
  });
  afterEach(() => stub.close());
  afterAll(() => {
    expect(existsSync(quick.workFolder) ? readdirSync(quick.workFolder) : []).toEqual([]);
  });

  it("asks for ids, then for features by POST, and loads the same 77", async () => {
    const summary = await importLayer();
    expect(summary.counts).toMatchObject({ features: { read: 77, loaded: 77 }, pulas: 13, repairs: { repaired: 3 } });
    expect(await areaOf(summary.dataSetId)).toBeCloseTo(expectedArea, 9);
    expect(stub.pages).toHaveLength(1);
    expect(stub.pages.every(({ ids, method }) => ids.length <= 150 && method === "POST")).toBe(true);
  });

  it("reads Esri's own JSON, holes and dates in milliseconds included", async () => {
    await stub.close();
    stub = await startArcgisStub(features, "JSON");
    const summary = await importLayer();
    expect(summary.counts).toMatchObject({ features: { read: 77, loaded: 77 }, pulas: 13 });
    expect(await areaOf(summary.dataSetId)).toBeCloseTo(expectedArea, 6);
    expect(
      await rows("SELECT effective_date::text AS day FROM pula WHERE data_set_id = $1 AND pula_id = 121", [
        summary.dataSetId,
      ]),
    ).toEqual([{ day: "2026-02-09" }]);
  });

  it("asks again after errors in a 200 answer, server failures and pages of HTML", async () => {
    Object.assign(stub.faults, { failures: 2, errorAnswers: 1, htmlAnswers: 1 });
    expect((await importLayer()).counts).toMatchObject({ features: { loaded: 77 } });
  });

  it("gives up with the service's own words when the error does not go away", async () => {
    stub.faults.errorAnswers = 1000;
    await expect(importLayer()).rejects.toThrow(/failed 5 times: it reports an error.*Error performing query/);
  });

  it("asks for fewer features when the answer is cut off", async () => {
    stub.faults.cutAfter = 400_000;
    expect((await importLayer()).counts).toMatchObject({ features: { loaded: 77 } });
    const sizes = stub.pages.map(({ ids }) => ids.length);
    expect(sizes[0]).toBe(77);
    expect(Math.min(...sizes)).toBeLessThan(40);
  });

  it("ends rather than leave out a feature that the service lists and does not give", async () => {
    stub.faults.withheld = [2746];
    await expect(importLayer()).rejects.toThrow(/object 2746 of Effective Pulas cannot be fetched/);
    stub.faults.withheld = [];
    expect((await importLayer()).counts).toMatchObject({ features: { loaded: 77 } });
  });

  it("goes on where an interrupted download was, and the set in force stays", async () => {
    const before = await switchOf("pula");
    Object.assign(stub.faults, { cutAfter: 400_000, diesAfterPages: 6 });
    await expect(importLayer()).rejects.toThrow(/failed 5 times/);
    const [folder = ""] = readdirSync(quick.workFolder);
    const state = JSON.parse(readFileSync(join(quick.workFolder, folder, "state.json"), "utf8")) as { next: number };
    expect(state.next).toBeGreaterThan(0);
    expect(await switchOf("pula")).toEqual(before);

    const fetched = stub.pages.length;
    Object.assign(stub.faults, { cutAfter: null, diesAfterPages: null });
    expect((await importLayer()).counts).toMatchObject({ features: { read: 77, loaded: 77 } });
    const asked = stub.pages.slice(fetched).flatMap(({ ids }) => ids);
    expect(asked).toHaveLength(77 - state.next);
  });

  it("fetches limitations page by page from the address given", async () => {
    stub.lists["/blt/api/limitations_public"] = Array.from({ length: 2300 }, (_, i) =>
      limitationRow({ pula_id: 1 + i }),
    );
    const limitations = new URL("/blt/api/limitations_public?where=%7B%7D", stub.layer).href;
    const summary = await importLayer({ limitations });
    expect(summary.counts).toMatchObject({ limitations: { read: 2300, loaded: 2300 } });
    expect(await countOf("limitation", summary.dataSetId)).toBe(2300);
  });

  it("refuses an address that is no layer, without asking it", async () => {
    await expect(importLayer({ source: "https://example.org/pulas" })).rejects.toThrow(
      /not the address of an ArcGIS layer/,
    );
  });
});
