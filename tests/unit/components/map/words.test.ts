import { describe, expect, it } from "vitest";
import { groundAt } from "@/components/map/identify";
import { polygonOfCorners } from "@/components/map/drawing/corners";
import { driftFeatures, edgeFeatures, litFeatures, markFeatures } from "@/components/map/shapes";
import { edgeName, type EdgeKey } from "@/lib/domain/drift";

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

  it("says of ground that could not be loaded that it counts as protected", () => {
    const found = [
      {
        layer: { id: "water_habitat-fill" },
        properties: { category: "other_protected", label: "Slough", is_refused: true },
      },
      { layer: { id: "water_habitat-fill" }, properties: { category: "water", is_refused: true } },
    ];
    expect(groundAt(found).map(({ text }) => text)).toEqual([
      "Not loaded, counts as protected: Slough",
      "Not loaded, counts as protected, water",
    ]);
  });

  it("says of a stream of the base map that no rule is judged by it, and names a road", () => {
    const found = [
      { layer: { id: "basemap-stream" }, properties: { name: "Mill Creek" } },
      { layer: { id: "basemap-road" }, properties: { name: "County Road 12" } },
      { layer: { id: "basemap-road" }, properties: {} },
    ];
    expect(groundAt(found).map(({ text }) => text)).toEqual([
      "Stream on the base map, which no rule is judged by: Mill Creek",
      "Road: County Road 12",
      "Road",
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
  const place = (partIndex: number, ringIndex: number, edgeIndex: number) => ({ partIndex, ringIndex, edgeIndex });
  const named = (features: { properties: unknown }[]) =>
    features.map(({ properties }) => edgeName(properties as EdgeKey));

  it("are every segment of every ring, known by their place in the boundary", () => {
    const { features } = edgeFeatures(boundary);
    expect(named(features)).toEqual([
      ...["0/0/0", "0/0/1", "0/0/2"],
      ...["1/0/0", "1/0/1", "1/0/2"],
      ...["1/1/0", "1/1/1", "1/1/2"],
    ]);
    expect(features[1]?.geometry.coordinates).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  it("are drawn once though they are marked for two reasons, and not at all for none", () => {
    const { features } = markFeatures(boundary, {
      hasBuffer: [place(0, 0, 1), place(1, 1, 2)],
      isDownslope: [place(1, 1, 2)],
    });
    expect(features.map(({ properties }) => properties)).toEqual([
      { ...place(0, 0, 1), hasBuffer: true, isDownslope: false },
      { ...place(1, 1, 2), hasBuffer: true, isDownslope: true },
    ]);
  });

  it("that the boundary does not have are not drawn", () => {
    const beyond = [place(0, 0, 3), place(0, 1, 0), place(2, 0, 0)];
    expect(litFeatures(boundary, [...beyond, place(1, 0, 0)]).features.map(({ properties }) => properties)).toEqual([
      place(1, 0, 0),
    ]);
    expect(markFeatures(boundary, { hasBuffer: beyond, isDownslope: [] }).features).toEqual([]);
  });
});

it("a drift answer without a treatable area draws none", () => {
  const drift = { buffer: { type: "MultiPolygon" as const, coordinates: [] }, treatable: null, windDirectionDeg: null };
  expect(driftFeatures(drift).features.map(({ properties }) => properties)).toEqual([{ part: "buffer" }]);
  expect(driftFeatures(null).features).toEqual([]);
});
