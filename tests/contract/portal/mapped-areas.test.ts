import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as getMapped } from "@/app/portal/g/[grant]/api/fields/[fieldId]/mapped-areas/route";
import { POST as postStrip } from "@/app/portal/g/[grant]/api/fields/[fieldId]/strip/route";
import { mappedAreasResponse } from "@/lib/contracts/portal/mapped-areas";
import { stripResponse } from "@/lib/contracts/portal/strip";
import { importBasemap } from "@/lib/imports/basemap/import-basemap";
import { importFeatures } from "@/lib/imports/features/import-features";
import { edit, openBrowser, type Browser } from "@/tests/contract/portal/edits-support";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { call, makeCaller } from "@/tests/support/api";
import { box } from "@/tests/support/reference-data";
import { editorOf } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let browser: Browser;
let place: { fieldId: string; year: number };

beforeAll(async () => {
  soil = await prepareGround();
  const caller = await makeCaller("mapped-areas");
  const { id } = await saved(caller, { products: [NEEDS_6] });
  place = await (await editorOf(caller.providerId)).placeOf(id);
  browser = await openBrowser(caller, id);
});
afterAll(() => soil.close());

/** East of the field, whose eastern side lies at -87.246. A foot is about 3.26e-6 degrees there. */
const eastOf = (fromFt: number, toFt: number) =>
  box(-87.246 + fromFt * 3.26e-6, 32.89, -87.246 + toFt * 3.26e-6, 32.893);

const load = (...features: { category: string; label?: string; geometry: unknown }[]) =>
  importFeatures(process.env.DATABASE_DIRECT_URL ?? "", {
    source: {
      name: "ground",
      records: features.map(({ geometry, ...properties }) => ({ type: "Feature", properties, geometry })),
    },
    activate: true,
    force: true,
  });

const ask = (fieldId = place.fieldId) =>
  call(getMapped, null, { params: { grant: browser.grant, fieldId }, headers: { Cookie: browser.cookie } });

async function found() {
  const response = await ask();
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return mappedAreasResponse.parse(JSON.parse(text));
}
const listed = async () => (await found()).areas;

const roadAt = (awayFt: number, name: string | null, toLat = 33) => ({
  type: "Feature",
  properties: { FULLNAME: name, MTFCC: "S1400" },
  geometry: {
    type: "LineString",
    coordinates: [
      [-87.246 + awayFt * 3.26e-6, 32.85],
      [-87.246 + awayFt * 3.26e-6, 32.89],
      [-87.246 + awayFt * 3.26e-6, toLat],
    ],
  },
});

describe("the ground beside a field that can be copied", () => {
  it("is none without a loaded set", async () => {
    expect(await listed()).toEqual([]);
  });

  it("is what lies within a quarter of a mile, the nearest first, and can be saved as a drawing", async () => {
    await load(
      { category: "water", label: "Pond", geometry: eastOf(300, 400) },
      { category: "road", label: "County road", geometry: eastOf(0, 40) },
      { category: "structure", geometry: eastOf(2000, 2100) },
    );
    const areas = await listed();
    expect(areas.map(({ category, label }) => [category, label])).toEqual([
      ["road", "County road"],
      ["water", "Pond"],
    ]);
    const [road, pond] = areas;
    expect(road?.distanceFt).toBe(0);
    expect(Math.abs((pond?.distanceFt ?? 0) - 300)).toBeLessThan(5);
    const drawing = { category: road?.category, label: road?.label, geometry: road?.geometry };
    const body = { kind: "drawn_feature", ...place, applicationEventId: null, featureId: randomUUID(), base: null };
    expect((await edit(browser, { ...body, drawing })).changeId).not.toBeNull();
  });

  it("are roads of the ground under the map as well: lines, cut to the field's surroundings, the nearest first", async () => {
    expect((await found()).roads).toEqual([]);
    await importBasemap(process.env.DATABASE_DIRECT_URL ?? "", {
      source: {
        name: "roads",
        records: [roadAt(200, "Far Road"), roadAt(30, "County Road 12"), roadAt(9000, "Beyond")],
      },
      category: "road",
      attribution: "Test county",
      activate: true,
    });
    const { roads } = await found();
    expect(roads.map(({ label }) => label)).toEqual(["County Road 12", "Far Road"]);
    const [near] = roads;
    expect(Math.abs((near?.distanceFt ?? 0) - 30)).toBeLessThan(2);
    const lats = near?.line.map(([, lat]) => lat) ?? [];
    expect(Math.max(...lats) - Math.min(...lats)).toBeLessThan(0.03);
    // The strip of it, by a width that someone says, is an area like any other.
    const strip = await call(postStrip, null, {
      params: { grant: browser.grant, fieldId: place.fieldId },
      headers: { Cookie: browser.cookie, "Sec-Fetch-Site": "same-origin" },
      body: { line: near?.line, widthFt: 40 },
    });
    const { geometry } = stripResponse.parse(await strip.json());
    const body = { kind: "drawn_feature", ...place, applicationEventId: null, featureId: randomUUID(), base: null };
    const drawing = { category: "road", label: near?.label, geometry };
    expect((await edit(browser, { ...body, drawing })).changeId).not.toBeNull();
  });

  it("is listed for the session's own field alone", async () => {
    expect((await ask(randomUUID())).status).toBe(404);
  });
});
