import { randomUUID } from "node:crypto";
import type { MultiPolygon } from "geojson";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MapSummary } from "@/components/map/map-summary";
import { POST as postStrip } from "@/app/portal/g/[grant]/api/fields/[fieldId]/strip/route";
import { stripResponse } from "@/lib/contracts/portal/strip";
import type { FieldMapModel } from "@/lib/views/portal/field-map";
import { getDeps } from "@/lib/runtime/deps";
import { readFieldMap } from "@/lib/pages/portal/map/map";
import { readSession } from "@/lib/usecases/portal/session";
import type { FieldYearRef } from "@/lib/domain/field-year";
import { inLanguageOf } from "@/scripts/language.mjs";
import { edit, openBrowser, refusedEdit, type Browser } from "@/tests/contract/portal/edits-support";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { lock } from "@/tests/contract/v2/portal/support";
import { sql } from "@/tests/contract/v2/esa-check/support";
import { call, makeCaller, type Caller, type Sent } from "@/tests/support/api";
import { squareField } from "@/tests/support/requests";
import { editorOf } from "@/tests/support/selections";
import type { Connected } from "@/tests/support/soil-ground";

let soil: Connected;
let farm: Caller;

interface Opened {
  browser: Browser;
  place: FieldYearRef;
  id: string;
  map: () => Promise<FieldMapModel>;
}

/** A field of its own with a browser on it. */
async function open(caller: Caller, name: string): Promise<Opened> {
  const { id } = await saved(caller, { application_id: name, provider_field_id: name, products: [NEEDS_6] });
  const { fieldId, year } = await (await editorOf(caller.providerId)).placeOf(id);
  const browser = await openBrowser(caller, id);
  const map = async (): Promise<FieldMapModel> => {
    const cookie = browser.cookie.replace("hedgerow-portal=", "");
    const session = await readSession(await getDeps(), { grant: browser.grant, cookie, fieldId });
    if (session === null) throw new Error("no session");
    const model = await readFieldMap(session, { fieldId, applicationEventId: id, onDate: "2026-06-15" });
    if (model === null) throw new Error("no map");
    return model;
  };
  return { browser, place: { fieldId, year, applicationEventId: id }, id, map };
}

beforeAll(async () => {
  soil = await prepareGround();
  farm = await makeCaller("farm");
});
afterAll(() => soil.close());

const ROAD = {
  type: "Polygon",
  coordinates: [
    [
      [-87.25, 32.894],
      [-87.246, 32.894],
      [-87.246, 32.8945],
      [-87.25, 32.8945],
      [-87.25, 32.894],
    ],
  ],
};
const drawing = (more: Record<string, unknown> = {}) => ({
  category: "road",
  label: "North road",
  geometry: ROAD,
  ...more,
});
const drawn = (place: FieldYearRef, featureId: string, more: Record<string, unknown> = {}) => ({
  kind: "drawn_feature",
  ...place,
  featureId,
  base: null,
  drawing: drawing(),
  ...more,
});
const baseOf = ({ drawn: [area] }: FieldMapModel) => ({
  category: area?.category,
  label: area?.label,
  geometry: area?.geometry,
  boundaryHash: area?.boundaryHash,
});

describe("an area that is drawn beside a field", () => {
  it("is saved, shown on the map, changed on what was seen, and taken away", async () => {
    const { browser, place, map } = await open(farm, "drawn");
    const featureId = randomUUID();
    const { changeId: change } = await edit(browser, drawn(place, featureId));
    expect(change).not.toBeNull();
    const [area] = (await map()).drawn;
    expect(area).toMatchObject({
      featureId,
      kind: "managed",
      category: "road",
      label: "North road",
      isConfirmed: true,
    });
    const changed = drawing({ category: "water", label: null });
    await edit(browser, drawn(place, featureId, { base: baseOf(await map()), drawing: changed }));
    expect((await map()).drawn).toMatchObject([{ kind: "non_managed", category: "water", label: null }]);
    await edit(browser, drawn(place, featureId, { base: baseOf(await map()), drawing: null }));
    expect((await map()).drawn).toEqual([]);
  });

  it("is made once though its edit is sent twice", async () => {
    const { browser, place, map } = await open(farm, "twice");
    const body = drawn(place, randomUUID());
    await edit(browser, body);
    expect((await edit(browser, body)).changeId).toBeNull();
    expect((await map()).drawn).toHaveLength(1);
  });

  it("is refused on what someone else has changed, and while the application is locked", async () => {
    const { browser, place, id, map } = await open(farm, "refused");
    const featureId = randomUUID();
    await edit(browser, drawn(place, featureId));
    const stale = { base: { ...baseOf(await map()), label: "As it was" }, drawing: drawing({ label: "Mine" }) };
    expect((await refusedEdit(browser, drawn(place, featureId, stale), { status: 409 })).error.code).toBe("CHANGED");
    await lock(farm, id, true);
    expect((await refusedEdit(browser, drawn(place, randomUUID()), { status: 423 })).error.code).toBe("LOCKED");
    await lock(farm, id, false);
  });

  it.each([
    ["a category that is none", { category: "lake" }],
    ["an outline that does not close", { geometry: { ...ROAD, coordinates: [ROAD.coordinates[0]?.slice(0, 4)] } }],
    [
      "a place off the earth",
      { geometry: { ...ROAD, coordinates: [ROAD.coordinates[0]?.map(([lon = 0]) => [lon, 91])] } },
    ],
    ["an outline that crosses itself", { geometry: crossing() }],
    ["a place nowhere near the field", { geometry: moved(1) }],
  ])("%s is refused", async (_, more) => {
    const { browser, place } = await open(farm, "faulty");
    await refusedEdit(browser, drawn(place, randomUUID(), { drawing: drawing(more) }), { status: 422 });
  });

  function crossing() {
    const [a, b, c, d] = ROAD.coordinates[0] ?? [];
    return { type: "Polygon", coordinates: [[a, c, b, d, a]] };
  }
  function moved(byDeg: number) {
    return {
      type: "Polygon",
      coordinates: ROAD.coordinates.map((ring) => ring.map(([lon = 0, lat = 0]) => [lon, lat + byDeg])),
    };
  }

  it("of another provider's field is answered like one of no field", async () => {
    const { browser } = await open(farm, "mine");
    const other = await open(await makeCaller("neighbor"), "theirs");
    const refused = async (field: string) => {
      const place = { ...other.place, fieldId: field };
      return (await refusedEdit(browser, drawn(place, randomUUID()), { status: 404 })).error;
    };
    expect(await refused(other.place.fieldId)).toEqual(await refused(randomUUID()));
  });
});

it("drawings of an earlier boundary are shown as such until someone confirms them for the present one", async () => {
  const { browser, place, map } = await open(farm, "moved");
  const featureId = randomUUID();
  await edit(browser, drawn(place, featureId));
  await saved(farm, {
    application_id: "moved-2",
    provider_field_id: "moved",
    products: [NEEDS_6],
    field_boundary: squareField(-87.25, 32.89, 0.0041),
  });
  const now = await map();
  expect(now.drawn).toMatchObject([{ featureId, isConfirmed: false }]);
  const inWords = (): string => renderToStaticMarkup(createElement(MapSummary, { model: now }));
  expect(inWords()).toContain("1 area was drawn beside the field, on an earlier boundary and not confirmed.");
  expect(inLanguageOf({ url: "/portal", headers: { "accept-language": "es" } }, inWords)).toContain(
    "Se dibujó 1 área junto al campo, sobre un límite anterior y sin confirmar.",
  );
  const confirm = { kind: "confirm_features", ...place, featureIds: [featureId], boundaryHash: now.boundaryHash };
  await refusedEdit(browser, { ...confirm, boundaryHash: "0".repeat(64) }, { status: 409 });
  await edit(browser, confirm);
  expect((await map()).drawn).toMatchObject([{ featureId, isConfirmed: true }]);
  expect((await edit(browser, confirm)).changeId).toBeNull();
});

it("downslope edges are marked, shown and taken back, on the boundary that was seen and no other", async () => {
  const { browser, place, map } = await open(farm, "slope");
  const { boundaryHash, sides, downslope } = await map();
  expect(downslope).toEqual([]);
  expect(sides.map(({ name }) => name)).toEqual([
    "Side facing south",
    "Side facing east",
    "Side facing north",
    "Side facing west",
  ]);
  const mark = (edges: number[], hash = boundaryHash) => ({
    kind: "downslope",
    ...place,
    edges: edges.map((index) => ({ partIndex: 0, ringIndex: 0, edgeIndex: index })),
    boundaryHash: hash,
  });
  await edit(browser, mark([1, 2]));
  expect((await map()).downslope.map(({ edgeIndex }) => edgeIndex)).toEqual([1, 2]);
  await refusedEdit(browser, mark([7]), { status: 404 });
  await refusedEdit(browser, mark([1], "0".repeat(64)), { status: 409 });
  await edit(browser, mark([]));
  expect((await map()).downslope).toEqual([]);
});

describe("a strip along edges", () => {
  const ask = ({ browser, place }: Opened, body: unknown, more: Sent = {}) =>
    call(postStrip, null, {
      body,
      params: { grant: browser.grant, fieldId: place.fieldId },
      headers: { Cookie: browser.cookie, "Sec-Fetch-Site": "same-origin" },
      ...more,
    });
  const edges = (...indexes: number[]) => indexes.map((index) => ({ partIndex: 0, ringIndex: 0, edgeIndex: index }));
  const stripOf = async (opened: Opened, body: unknown): Promise<MultiPolygon> => {
    const response = await ask(opened, body);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return stripResponse.parse(JSON.parse(text)).geometry as MultiPolygon;
  };

  it("is as wide as asked, lies outside the field and can be saved as it is", async () => {
    const opened = await open(farm, "strip");
    const geometry = await stripOf(opened, { edges: edges(2), widthFt: 60 });
    const [measured] = await sql<{ sqm: number; overlap: number; length: number; far: number }>(
      "farm",
      `SELECT ST_Area(strip::geography) AS sqm, ST_Area(ST_Intersection(strip, boundary)::geography) AS overlap,
              ST_Distance(ST_Point(-87.25, 32.894, 4326)::geography, ST_Point(-87.246, 32.894, 4326)::geography) AS length,
              (SELECT max(ST_Distance(dump.geom::geography, boundary::geography)) FROM ST_DumpPoints(strip) dump) AS far
       FROM field, ST_SetSRID(ST_GeomFromGeoJSON($1), 4326) AS strip WHERE field_id = $2`,
      [JSON.stringify(geometry), opened.place.fieldId],
    );
    const widthM = 60 * 0.3048;
    expect(measured?.sqm).toBeCloseTo((measured?.length ?? 0) * widthM, -1);
    expect(measured?.far).toBeCloseTo(widthM, 2);
    expect(measured?.overlap).toBeLessThan(0.01);
    await edit(opened.browser, drawn(opened.place, randomUUID(), { drawing: drawing({ geometry }) }));
  });

  it("along a line is as wide as asked, half to each side, less what lies in the field", async () => {
    const opened = await open(farm, "line");
    // North of the field, bent once, with its last stretch running into the field.
    const line = [
      [-87.25, 32.8945],
      [-87.248, 32.8945],
      [-87.2465, 32.8935],
    ];
    const geometry = await stripOf(opened, { line, widthFt: 50 });
    const [measured] = await sql<{ far: number; overlap: number }>(
      "farm",
      `SELECT ST_Area(ST_Intersection(strip, boundary)::geography) AS overlap,
              (SELECT max(ST_Distance(dump.geom::geography, drawn::geography)) FROM ST_DumpPoints(strip) dump) AS far
       FROM field, ST_SetSRID(ST_GeomFromGeoJSON($1), 4326) AS strip, ST_SetSRID(ST_GeomFromGeoJSON($2), 4326) AS drawn
       WHERE field_id = $3`,
      [JSON.stringify(geometry), JSON.stringify({ type: "LineString", coordinates: line }), opened.place.fieldId],
    );
    expect(measured?.far).toBeCloseTo(25 * 0.3048, 2);
    expect(measured?.overlap).toBeLessThan(0.01);
    await edit(opened.browser, drawn(opened.place, randomUUID(), { drawing: drawing({ geometry }) }));
  });

  it("round a corner is one area", async () => {
    const geometry = await stripOf(await open(farm, "corner"), { edges: edges(1, 2), widthFt: 40 });
    expect(geometry.coordinates).toHaveLength(1);
  });

  it.each([
    ["no edge", { edges: [], widthFt: 10 }, 422],
    ["an edge that the field does not have", { edges: edges(9), widthFt: 10 }, 422],
    ["no width", { edges: edges(0), widthFt: 0 }, 422],
    ["a width beyond a quarter mile", { edges: edges(0), widthFt: 1321 }, 422],
    ["an unknown member", { edges: edges(0), widthFt: 10, height: 1 }, 422],
    ["a line of one place", { line: [[-87.25, 32.8945]], widthFt: 10 }, 422],
    [
      "edges and a line",
      {
        edges: edges(0),
        line: [
          [-87.25, 32.8945],
          [-87.24, 32.8945],
        ],
        widthFt: 10,
      },
      422,
    ],
  ])("of %s is refused", async (_, body, status) => {
    expect((await ask(await open(farm, "strip"), body)).status).toBe(status);
  });

  it("is made for the session's own field alone", async () => {
    const opened = await open(farm, "strip");
    const asked = { params: { grant: opened.browser.grant, fieldId: randomUUID() } };
    expect((await ask(opened, { edges: edges(0), widthFt: 10 }, asked)).status).toBe(404);
  });
});
