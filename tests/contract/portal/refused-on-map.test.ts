import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MapSummary } from "@/components/map/map-summary";
import { importFeatures } from "@/lib/imports/features/import-features";
import { readFieldMap } from "@/lib/pages/portal/map/map";
import { getDeps } from "@/lib/runtime/deps";
import { openFieldYear } from "@/lib/usecases/portal/field-year";
import { openBrowser, type Browser } from "@/tests/contract/portal/edits-support";
import { askTile, layerOf } from "@/tests/contract/portal/map-support";
import { NEEDS_6, prepareGround, saved } from "@/tests/contract/v2/compliance/support";
import { GROUND, sql } from "@/tests/contract/v2/esa-check/support";
import { makeCaller } from "@/tests/support/api";
import { ownerUrl } from "@/tests/support/owner-connections";
import { box } from "@/tests/support/reference-data";
import type { Connected } from "@/tests/support/soil-ground";
import { tileAt } from "@/tests/support/vector-tile";

/** Ground that a set could not load counts as protected in an answer: a map without it would contradict the answer. */

let soil: Connected;
let browser: Browser;
let readMap: () => Promise<{ version: string; refused: unknown; text: string }>;

beforeAll(async () => {
  soil = await prepareGround([{ pulaId: 7, geometry: GROUND }]);
  const caller = await makeCaller("mapped");
  const { id } = await saved(caller, { products: [NEEDS_6] });
  const text = "SELECT field_id FROM application WHERE application_event_id = $1";
  const [row] = await sql<{ field_id: string }>("mapped", text, [id]);
  const fieldId = row?.field_id ?? "";
  browser = await openBrowser(caller, id);
  const { grant, cookie } = browser;
  const deps = await getDeps();
  const asked = { grant, cookie: cookie.slice(cookie.indexOf("=") + 1), fieldId };
  const opened = await openFieldYear(deps, asked, { applicationEventId: id, year: null });
  if (opened === null) throw new Error("no place");
  readMap = async () => {
    const model = await readFieldMap(opened.session, { fieldId, applicationEventId: id, onDate: "2026-06-15" });
    if (model === null) throw new Error("no map");
    const version = model.tiles.find(({ layer }) => layer === "water_habitat")?.version ?? "";
    return { version, refused: model.refused, text: renderToStaticMarkup(createElement(MapSummary, { model })) };
  };
});
afterAll(() => soil.close());

const feature = (properties: Record<string, unknown>, geometry: unknown) => ({ type: "Feature", properties, geometry });
const ROADS = Array.from({ length: 40 }, () => feature({ category: "road" }, box(-87.249, 32.886, -87.248, 32.887)));
/** A width that is none keeps a record out of a set. */
const REFUSED = { category: "water", name: "Mill pond", width_m: "wide" };
const POND = box(-87.252, 32.886, -87.251, 32.887);
const load = (...records: unknown[]) =>
  importFeatures(ownerUrl(), {
    source: { name: "generated ground", records: [...ROADS, ...records] },
    activate: true,
    force: true,
  });

const extentOf = (points: readonly (readonly [number, number])[]): number[] => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

it("a refused record near the field is on the map, in its box, and in the map's words", async () => {
  await load(feature({ category: "water", name: "Loaded pond" }, POND), feature(REFUSED, POND));
  const { version, refused, text } = await readMap();
  expect(refused).toEqual({ boxes: 1, isAnywhere: false });
  expect(text).toContain("Ground near the field that may be water or habitat could not be loaded.");
  const at = tileAt(-87.2515, 32.8865, 14);
  const { features: found } = await layerOf(await askTile(browser, "water_habitat", at, `v=${version}`));
  const features = found.toSorted((a, b) => String(a.properties.label).localeCompare(String(b.properties.label)));
  expect(features.map(({ properties }) => properties)).toEqual([
    { category: "water", label: "Loaded pond" },
    { category: "water", label: "Mill pond", is_refused: true },
  ]);
  const [shape, refusedBox] = features.map(({ rings }) => extentOf(rings.flat()));
  for (const [side, at] of (shape ?? []).entries()) expect(Math.abs((refusedBox?.[side] ?? NaN) - at)).toBeLessThan(2);
  const managed = await layerOf(await askTile(browser, "managed", at, `v=${version}`));
  expect(new Set(managed.features.map(({ properties }) => properties.category))).toEqual(new Set(["road"]));
});

it("one far from the field is no word of its map", async () => {
  await load(feature(REFUSED, box(-86.2, 32.8, -86.1, 32.9)));
  const { refused, text } = await readMap();
  expect(refused).toEqual({ boxes: 0, isAnywhere: false });
  expect(text).not.toContain("could not be loaded");
});

it("one that does not say where it lies is said of all ground", async () => {
  await load(feature(REFUSED, null), feature(REFUSED, POND));
  const { refused, text } = await readMap();
  expect(refused).toEqual({ boxes: 1, isAnywhere: true });
  expect(text).toContain("all ground beside the field counts as protected.");
});
