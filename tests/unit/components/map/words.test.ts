import { describe, expect, it } from "vitest";
import { groundAt } from "@/components/map/identify";
import { polygonOfCorners } from "@/components/map/drawing/corners";
import { driftFeatures, edgeFeatures, namesOf } from "@/components/map/shapes";

describe("what lies under a place", () => {
  it("names each thing once, however many layers and tiles it is in", () => {
    const found = [
      { layer: { id: "field-line" }, properties: {} },
      { id: 121, layer: { id: "pula-fill" }, properties: { event_name: "Alabama 2026" } },
      { id: 121, layer: { id: "pula-fill" }, properties: { event_name: "Alabama 2026" } },
      { layer: { id: "soil-fill" }, properties: { name: "Webster clay loam", soil_group: "C/D", slope_pct: 1.1 } },
      { layer: { id: "water_habitat-fill" }, properties: { category: "water", label: "Mill pond" } },
    ];
    expect(groundAt(found).map(({ text }) => text)).toEqual([
      "Pesticide Use Limitation Area 121: Alabama 2026",
      "Soil: Webster clay loam, group C/D, slope 1.1 %",
      "Water: Mill pond",
    ]);
  });

  it("says what a soil lacks, and that a drawing is not confirmed", () => {
    const found = [
      { layer: { id: "soil-fill" }, properties: { name: "Water", soil_group: "none" } },
      { layer: { id: "drawn-fill" }, properties: { category: "mowed_grass", isConfirmed: false } },
    ];
    expect(groundAt(found).map(({ text }) => text)).toEqual([
      "Soil: Water, no group",
      "Drawn here, mowed grass (not confirmed)",
    ]);
  });
});

describe("corners as they are written", () => {
  it("are read latitude first and closed", () => {
    expect(polygonOfCorners("42.01, -93.5\n42.02 -93.5\n\n 42.02;-93.49 ")).toEqual({
      polygon: {
        type: "Polygon",
        coordinates: [
          [
            [-93.5, 42.01],
            [-93.5, 42.02],
            [-93.49, 42.02],
            [-93.5, 42.01],
          ],
        ],
      },
    });
  });

  it.each([
    ["42,-93\n43,-93", "three corners"],
    ["", "three corners"],
    ["42,-93\nnorth gate\n43,-94", "Line 2"],
    ["42,-93\n-93.5,42\n43,-94", "Line 2"],
    ["42,-93\n42,-193\n43,-94", "Line 2"],
    ["42,-93\n42,-93,7\n43,-94", "Line 2"],
  ])("%j is refused with the place of the fault", (text, part) => {
    const read = polygonOfCorners(text);
    expect("fault" in read ? read.fault : "").toContain(part);
  });
});

describe("the field's edges", () => {
  const square = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  const boundary = { type: "MultiPolygon" as const, coordinates: [[square], [square, square]] };
  const edges = edgeFeatures(boundary, {
    buffered: new Set(["0/0/1"]),
    downslope: namesOf([{ partIndex: 1, ringIndex: 1, edgeIndex: 2 }]),
    highlighted: new Set(),
  });

  it("are every segment of every ring, named by their place in the boundary", () => {
    expect(edges.features.map(({ properties }) => properties?.name as string)).toEqual([
      ...["0/0/0", "0/0/1", "0/0/2"],
      ...["1/0/0", "1/0/1", "1/0/2"],
      ...["1/1/0", "1/1/1", "1/1/2"],
    ]);
    expect(edges.features[1]?.geometry.coordinates).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  it("stand out for one reason each", () => {
    const named = (role: string) =>
      edges.features
        .filter(({ properties }) => properties?.[role] === true)
        .map(({ properties }) => properties?.name as string);
    expect(named("hasBuffer")).toEqual(["0/0/1"]);
    expect(named("isDownslope")).toEqual(["1/1/2"]);
    expect(named("isHighlighted")).toEqual([]);
  });
});

it("a drift answer without a treatable area draws none", () => {
  const drift = { buffer: { type: "MultiPolygon" as const, coordinates: [] }, treatable: null, windDirectionDeg: null };
  expect(driftFeatures(drift).features.map(({ properties }) => properties)).toEqual([{ part: "buffer" }]);
  expect(driftFeatures(null).features).toEqual([]);
});
