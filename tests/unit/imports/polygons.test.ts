import { describe, expect, it, test } from "vitest";
import { readPolygons } from "@/lib/imports/read/polygons";
import { refuseForeignProjection } from "@/lib/imports/read/projection";

type Ring = [number, number][];
const square = (lon: number, lat: number, side: number): Ring => [
  [lon, lat],
  [lon + side, lat],
  [lon + side, lat + side],
  [lon, lat + side],
  [lon, lat],
];
const clockwise = (ring: Ring): Ring => ring.toReversed();
const polygons = (geometry: unknown) => {
  const read = readPolygons(geometry);
  return read.ok ? read.shape.coordinates : read.reason;
};

describe("GeoJSON", () => {
  it("takes polygons, multi-polygons and the polygons of a collection", () => {
    const ring = square(-90, 40, 1);
    expect(polygons({ type: "Polygon", coordinates: [ring] })).toEqual([[ring]]);
    expect(polygons({ type: "MultiPolygon", coordinates: [[ring], [ring]] })).toEqual([[ring], [ring]]);
    const line = { type: "LineString", coordinates: ring };
    expect(
      polygons({ type: "GeometryCollection", geometries: [line, { type: "Polygon", coordinates: [ring] }] }),
    ).toEqual([[ring]]);
  });

  it("closes open rings, drops collapsed ones and heights, and counts what it did", () => {
    const open = square(-90, 40, 1)
      .slice(0, 4)
      .map(([x, y]) => [x, y, 250]);
    const collapsed = [
      [-90, 40],
      [-90, 41],
      [-90, 40],
    ];
    const read = readPolygons({ type: "MultiPolygon", coordinates: [[open, collapsed], [collapsed]] });
    expect(read).toEqual({
      ok: true,
      vertices: 5,
      closedRings: 1,
      droppedRings: 2,
      shape: { type: "MultiPolygon", coordinates: [[square(-90, 40, 1)]] },
    });
  });

  test.each([
    [null, "has no geometry"],
    [{ type: "Point", coordinates: [0, 0] }, "is a Point, not a polygon"],
    [
      {
        type: "Polygon",
        coordinates: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
      "has no polygon with an area",
    ],
    [{ type: "Polygon", coordinates: [[[0, "a"]]] }, "has a position without two numbers"],
    [
      { type: "Polygon", coordinates: [[[500000, 4000000]]] },
      "has the position 500000, 4000000, which is not longitude and latitude in degrees",
    ],
    [{ type: "Polygon", coordinates: null }, "has a polygon without rings"],
    [{ curveRings: [] }, "has curves, which are not supported"],
  ])("refuses %j", (geometry, reason) => expect(polygons(geometry)).toBe(reason));
});

describe("Esri rings", () => {
  it("gives each hole to the smallest outer ring around it", () => {
    const outer = clockwise(square(-90, 40, 10));
    const lake = square(-88, 42, 4);
    const island = clockwise(square(-87, 43, 2));
    const pond = square(-86.5, 43.5, 0.5);
    expect(polygons({ rings: [pond, lake, outer, island] })).toEqual([
      [island, pond],
      [outer, lake],
    ]);
  });

  it("takes a hole outside every outer ring as ground", () => {
    const outer = clockwise(square(-90, 40, 1));
    const astray = square(-80, 40, 1);
    expect(polygons({ rings: [outer, astray] })).toEqual([[outer], [astray]]);
  });

  it("reads rings that all run the wrong way", () => {
    const outer = square(-90, 40, 10);
    expect(polygons({ rings: [outer, square(-88, 42, 1)] })).toEqual([[outer, square(-88, 42, 1)]]);
  });
});

test.each([
  [{ crs: { type: "name", properties: { name: "urn:ogc:def:crs:OGC:1.3:CRS84" } } }, null],
  [{ crs: { type: "name", properties: { name: "EPSG:4326" } } }, null],
  [{ crs: { type: "name", properties: { name: "urn:ogc:def:crs:EPSG::3857" } } }, "urn:ogc:def:crs:EPSG::3857"],
  [{ spatialReference: { wkid: 102100, latestWkid: 3857 } }, "wkid 3857"],
  [{ spatialReference: { wkid: 4326 } }, null],
  [{}, null],
])("the projection that %j names", (outline, want) => {
  const refuse = (): void => refuseForeignProjection({ name: "areas", outline: () => outline });
  if (want === null) expect(refuse).not.toThrow();
  else expect(refuse).toThrow(`areas is in ${want}; longitude and latitude`);
});
