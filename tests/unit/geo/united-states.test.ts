import { createHash } from "node:crypto";
import type { Position } from "geojson";
import { describe, expect, it, test } from "vitest";
import { checkBoundary } from "@/lib/geo/boundary";
import { startGeos } from "@/lib/geo/kernel";
import { isInUnitedStates } from "@/lib/geo/united-states";
import { codesOf, faultsOf, LIMITS } from "./checking";

const geos = await startGeos();
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const fieldAt = (lon: number, lat: number, crs?: unknown): unknown => ({
  type: "Feature",
  properties: {},
  ...(crs === undefined ? {} : { crs }),
  geometry: { type: "Polygon", coordinates: [ringAt(lon, lat)] },
});
const ringAt = (lon: number, lat: number): Position[] => [
  [lon, lat],
  [lon + 0.01, lat],
  [lon + 0.01, lat + 0.01],
  [lon, lat],
];
const check = (value: unknown, form: "feature" | "any" = "feature") =>
  checkBoundary(geos, value, LIMITS, { form, sha256, within: "united_states" });

describe("places in the United States", () => {
  test.each([
    ["Georgia", -83.52, 31.45],
    ["the tip of Texas", -97.4, 25.9],
    // North of 29 degrees Texas reaches farther west than south of it.
    ["Santa Elena Canyon, Texas", -103.61, 29.16],
    ["Maine", -67.1, 44.8],
    ["the northernmost field of Minnesota", -95.1, 49.36],
    ["Washington's coast", -124.1, 46.7],
    ["Key West", -81.8, 24.56],
    ["Alaska", -149.1, 61.6],
    ["Ketchikan", -131.65, 55.34],
    ["Oahu", -158.1, 21.5],
    ["Puerto Rico", -66.3, 18.2],
    ["Saint Croix", -64.8, 17.72],
    ["Guam", 144.8, 13.45],
    ["Tutuila", -170.7, -14.3],
  ])("%s", (_place, lon, lat) => {
    expect(isInUnitedStates(lon, lat)).toBe(true);
    expect(codesOf(check(fieldAt(lon, lat)))).toEqual([]);
  });
});

describe("a field outside the United States is refused, and the likely slip is named", () => {
  test.each([
    ["Georgia with its coordinates swapped", 31.45, -83.52, "swapped", "[-83.52, 31.45]"],
    ["Georgia without its minus sign", 83.52, 31.45, "minus sign of the longitude is missing", "[-83.52, 31.45]"],
    ["Georgia swapped and without its sign", 31.45, 83.52, "swapped and the minus sign", "[-83.52, 31.45]"],
    ["Georgia on the southern half", -83.52, -31.45, "minus sign too many", "[-83.52, 31.45]"],
  ])("%s", (_title, lon, lat, words, right) => {
    const [fault, ...more] = faultsOf(check(fieldAt(lon, lat)));
    expect(fault).toMatchObject({ code: "outside_united_states", path: ["geometry", "coordinates"] });
    expect(fault?.message).toContain(words);
    expect(fault?.message).toContain(right);
    expect(more).toEqual([]);
  });

  test.each([
    ["the middle of the Atlantic", -40, 30],
    ["zero, zero", 0, 0],
    ["Mexico City", -99.1, 19.4],
    ["Saskatchewan", -106, 52],
  ])("%s has no likely slip or another one", (_title, lon, lat) => {
    expect(codesOf(check(fieldAt(lon, lat)))).toEqual(["outside_united_states"]);
  });

  it("one far vertex is enough", () => {
    const far = {
      ...(fieldAt(-87, 33) as object),
      geometry: { type: "Polygon", coordinates: [[...ringAt(-87, 33).slice(0, 3), [33, -87], [-87, 33]]] },
    };
    expect(codesOf(check(far))).toEqual(["outside_united_states"]);
  });
});

describe("the coordinate system that a boundary names", () => {
  const named = (name: unknown) => ({ type: "name", properties: { name } });
  test.each([
    null,
    named("urn:ogc:def:crs:OGC:1.3:CRS84"),
    named("urn:ogc:def:crs:EPSG::4326"),
    named("EPSG:4326"),
    named("http://www.opengis.net/def/crs/OGC/1.3/CRS84"),
    named("http://www.opengis.net/def/crs/EPSG/0/4326"),
    { type: "EPSG", properties: { code: 4326 } },
    "EPSG:4326",
    "WGS 84",
  ])("may be %j", (crs) => {
    expect(codesOf(check(fieldAt(-87, 33, crs)))).toEqual([]);
  });

  test.each([
    named("urn:ogc:def:crs:EPSG::26916"),
    named("EPSG:3857"),
    named("EPSG:4269"),
    named("EPSG:43260"),
    named(7.5),
    { type: "link", properties: { href: "x" } },
    "NAD83",
    7,
    {},
  ])("may not be %j", (crs) => {
    const [fault] = faultsOf(check(fieldAt(-87, 33, crs)));
    expect(fault).toMatchObject({ code: "other_crs", path: ["crs"] });
    expect(fault?.message).toContain("WGS 84");
  });

  it("is looked for on the geometry and on a collection too", () => {
    const geometry = { type: "Polygon", coordinates: [ringAt(-87, 33)], crs: named("EPSG:3857") };
    expect(faultsOf(check({ type: "Feature", geometry }))).toMatchObject([{ path: ["geometry", "crs"] }]);
    expect(faultsOf(check(geometry, "any"))).toMatchObject([{ path: ["crs"] }]);
    const collection = { type: "FeatureCollection", crs: named("EPSG:3857"), features: [fieldAt(-87, 33)] };
    expect(faultsOf(check(collection, "any"))).toMatchObject([{ path: ["crs"] }]);
  });
});
