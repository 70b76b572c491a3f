import type { Position } from "geojson";
import { beforeAll, describe, expect, it, test } from "vitest";
import { POST } from "@/app/api/v2/esa-check/route";
import { esaCheckResponse } from "@/lib/contracts/v2/esa-check";
import { expectFault, plainBody, type ExpectedFault } from "@/tests/contract/v2/esa-check/support";
import { answer, call, makeCaller, refusal, type Caller } from "@/tests/support/api";
import { loadCatalogue } from "@/tests/support/reference-data";

let caller: Caller;
beforeAll(async () => {
  await loadCatalogue();
  caller = await makeCaller("strict");
});

const square = (lon: number, lat: number, sideDeg = 0.01): Position[] => [
  [lon, lat],
  [lon + sideDeg, lat],
  [lon + sideDeg, lat + sideDeg],
  [lon, lat + sideDeg],
  [lon, lat],
];
const feature = (geometry: unknown, more: Record<string, unknown> = {}) => ({
  type: "Feature",
  properties: {},
  geometry,
  ...more,
});
const polygon = (...rings: unknown[]) => feature({ type: "Polygon", coordinates: rings });
const multi = (...polygons: unknown[]) => feature({ type: "MultiPolygon", coordinates: polygons });
const inPlace = (...path: (string | number)[]) => ["field_boundary", ...path];
const inCoordinates = (...path: (string | number)[]) => inPlace("geometry", "coordinates", ...path);

/** A round field of so many positions, the closing one counted. */
function round(positions: number): Position[] {
  const ring = Array.from({ length: positions - 1 }, (_, index): Position => {
    const angle = (2 * Math.PI * index) / (positions - 1);
    return [-87 + 0.01 * Math.cos(angle), 32.9 + 0.01 * Math.sin(angle)];
  });
  return [...ring, ring[0] ?? []];
}

const CASES: (ExpectedFault & { title: string; boundary: unknown })[] = [
  {
    title: "a boundary is an object and no text",
    boundary: JSON.stringify(polygon(square(-87, 33))),
    path: inPlace(),
    code: "invalid_type",
  },
  { title: "a boundary is no list", boundary: [], path: inPlace(), code: "invalid_type" },
  {
    title: "a bare geometry is no Feature",
    boundary: { type: "Polygon", coordinates: [square(-87, 33)] },
    path: inPlace("type"),
    code: "invalid_value",
  },
  {
    title: "a collection is no Feature",
    boundary: { type: "FeatureCollection", features: [polygon(square(-87, 33))] },
    path: inPlace("type"),
  },
  { title: "an empty object is no Feature", boundary: {}, path: inPlace("type") },
  {
    title: "a Feature has a geometry",
    boundary: { type: "Feature", properties: {} },
    path: inPlace("geometry"),
    code: "invalid_type",
  },
  { title: "a geometry is not null", boundary: feature(null), path: inPlace("geometry"), code: "invalid_type" },
  {
    title: "a Point is no field",
    boundary: feature({ type: "Point", coordinates: [-87, 33] }),
    path: inPlace("geometry", "type"),
    message: /Polygon or MultiPolygon/,
  },
  {
    title: "a line is no field",
    boundary: feature({ type: "LineString", coordinates: square(-87, 33) }),
    path: inPlace("geometry", "type"),
  },
  {
    title: "properties are an object",
    boundary: feature({ type: "Polygon", coordinates: [square(-87, 33)] }, { properties: "mine" }),
    path: inPlace("properties"),
    code: "invalid_type",
  },
  {
    title: "coordinates are a list",
    boundary: feature({ type: "Polygon" }),
    path: inCoordinates(),
    code: "invalid_type",
  },
  { title: "coordinates are not empty", boundary: polygon(), path: inCoordinates(), code: "empty" },
  { title: "a ring is not empty", boundary: polygon([]), path: inCoordinates(0), code: "empty" },
  { title: "a MultiPolygon is not empty", boundary: multi(), path: inCoordinates(), code: "empty" },
  {
    title: "a ring is closed",
    boundary: polygon(square(-87, 33).slice(0, 4)),
    path: inCoordinates(0),
    code: "ring_not_closed",
  },
  {
    title: "a hole is closed",
    boundary: polygon(square(-87, 33), square(-86.998, 33.002, 0.002).slice(0, 4)),
    path: inCoordinates(1),
    code: "ring_not_closed",
  },
  {
    title: "a ring has four positions",
    boundary: polygon([
      [-87, 33],
      [-86.9, 33],
      [-87, 33],
    ]),
    path: inCoordinates(0),
    code: "ring_too_short",
  },
  {
    title: "a bow-tie is refused with the reason and the place",
    boundary: polygon([
      [-87, 33],
      [-86.98, 33.02],
      [-86.98, 33],
      [-87, 33.02],
      [-87, 33],
    ]),
    path: inCoordinates(),
    code: "invalid_geometry",
    message: /^The boundary is not valid: Self-intersection at longitude -86\.99, latitude 33\.01\.$/,
  },
  {
    title: "a hole outside its shell is refused with the place",
    boundary: polygon(square(-87, 33), square(-86, 33)),
    path: inCoordinates(),
    code: "invalid_geometry",
    message: /Hole lies outside shell at longitude -8/,
  },
  {
    title: "parts that overlap are refused",
    boundary: multi([square(-87, 33)], [square(-86.995, 33)]),
    path: inCoordinates(),
    code: "invalid_geometry",
  },
  {
    title: "a field without extent is refused",
    boundary: polygon(Array(4).fill([-87, 33])),
    path: inCoordinates(),
    code: "invalid_geometry",
  },
  {
    title: "a longitude of 181 is refused at its number",
    boundary: polygon([
      [-87, 33],
      [181, 33],
      [-86.9, 33.1],
      [-87, 33],
    ]),
    path: inCoordinates(0, 1, 0),
    code: "out_of_range",
  },
  {
    title: "positions in meters are refused",
    boundary: polygon([
      [-87, 33],
      [-86.9, 33],
      [500000, 33.1],
      [-87, 33],
    ]),
    path: inCoordinates(0, 2, 0),
    code: "out_of_range",
  },
  {
    title: "a field over the antimeridian is refused",
    boundary: polygon([
      [179.99, 52],
      [-179.99, 52],
      [-179.99, 52.01],
      [179.99, 52.01],
      [179.99, 52],
    ]),
    path: inCoordinates(),
    code: "antimeridian",
  },
  { title: "a field at a pole is refused", boundary: polygon(square(10, 89.5)), path: inCoordinates(), code: "pole" },
  {
    title: "5,001 positions are one too many",
    boundary: polygon(round(5001)),
    path: inCoordinates(),
    code: "too_many_positions",
    message: /5,000/,
  },
  {
    title: "5,001 positions over several rings are too many",
    boundary: multi([round(2501)], [round(2500)]),
    path: inCoordinates(),
    code: "too_many_positions",
  },
  {
    title: "a field of more than 40,000 ha is refused",
    boundary: polygon(square(-87, 33, 0.25)),
    path: inCoordinates(),
    code: "too_large",
    message: /40,000 ha/,
  },
  {
    title: "a position is a list of numbers",
    boundary: polygon([
      [-87, 33],
      ["-86.9", 33],
      [-86.9, 33.1],
      [-87, 33],
    ]),
    path: inCoordinates(0, 1),
    code: "invalid_position",
  },
  {
    title: "a position is not null",
    boundary: polygon([[-87, 33], null, [-86.9, 33.1], [-87, 33]]),
    path: inCoordinates(0, 1),
    code: "invalid_position",
  },
  {
    title: "a position has two numbers",
    boundary: polygon([[-87, 33], [-86.9], [-86.9, 33.1], [-87, 33]]),
    path: inCoordinates(0, 1),
    code: "invalid_position",
  },
];

const send = (boundary: unknown) => call(POST, caller, { body: plainBody("strict", { field_boundary: boundary }) });

describe("boundaries that are refused", () => {
  test.each(CASES)("$title", async ({ boundary, path, code, message }) => {
    const wanted = { path, ...(code && { code }), ...(message && { message }) };
    await expectFault(caller, plainBody("strict", { field_boundary: boundary }), wanted);
  });

  it("names every bad position, not the first alone", async () => {
    const found = await refusal(
      await send(
        polygon([
          [181, 33],
          [-86.9, 95],
          [-86.9, "x"],
          [181, 33],
        ]),
      ),
      422,
    );
    expect(found.details?.map(({ pointer }) => pointer)).toEqual([
      "/field_boundary/geometry/coordinates/0/0/0",
      "/field_boundary/geometry/coordinates/0/1/1",
      "/field_boundary/geometry/coordinates/0/2",
      "/field_boundary/geometry/coordinates/0/3/0",
    ]);
  });

  it("numbers that JSON can write and nothing can hold are refused", async () => {
    const raw = JSON.stringify(plainBody("strict", { field_boundary: polygon(square(-87, 33)) })).replace(
      "-87,",
      "-1e999,",
    );
    const answered = await call(POST, caller, { raw, headers: { "Content-Type": "application/json" } });
    const found = await refusal(answered, 422);
    expect(found.details?.[0]).toMatchObject({ path: inCoordinates(0, 0), code: "invalid_position" });
  });
});

describe("boundaries that are accepted", () => {
  test.each<[string, unknown]>([
    ["a Polygon", polygon(square(-87, 33))],
    ["a ring drawn clockwise", polygon(square(-87, 33).toReversed())],
    ["a Polygon with a hole", polygon(square(-87, 33), square(-86.998, 33.002, 0.002))],
    ["a MultiPolygon of two sections", multi([square(-87, 33)], [square(-86.9, 33)])],
    ["two sections that touch in a corner", multi([square(-87, 33)], [square(-86.99, 33.01)])],
    ["altitudes, which are dropped", polygon(square(-87, 33).map((position) => [...position, 210.5]))],
    [
      "foreign members of GeoJSON",
      feature({ type: "Polygon", coordinates: [square(-87, 33)], note: 1 }, { id: 7, bbox: [0], crs: null }),
    ],
    [
      "a Feature without properties",
      { type: "Feature", geometry: { type: "Polygon", coordinates: [square(-87, 33)] } },
    ],
    ["properties that are null", feature({ type: "Polygon", coordinates: [square(-87, 33)] }, { properties: null })],
    ["exactly 5,000 positions", polygon(round(5000))],
    ["a field in Guam", polygon(square(144.8, 13.5))],
  ])("%s", async (_title, boundary) => {
    await answer(await send(boundary), esaCheckResponse);
  });
});
