import type { Position } from "geojson";
import { describe, expect, it, test } from "vitest";
import { downslopeEdges } from "@/lib/engine/drift/downslope";
import { fieldEdges, isDownwind } from "@/lib/engine/drift/edges";
import { computed, LONG_FIELD, oneRule } from "./drift-cases";
import { driftRule, method } from "./rules";

const SQUARE: Position[] = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
  [0, 0],
];
const HOLE: Position[] = [
  [40, 40],
  [60, 40],
  [60, 60],
  [40, 60],
  [40, 40],
];
const outwardOf = (polygon: Position[][]) =>
  fieldEdges([polygon], []).map((ring) =>
    ring.toSorted((a, b) => a.edgeIndex - b.edgeIndex).map((edge) => edge.outwardBearingDeg),
  );

describe("the edges of a field", () => {
  it("look away from treated ground, whichever way a ring runs", () => {
    expect(outwardOf([SQUARE])).toEqual([[180, 90, 0, 270]]);
    expect(outwardOf([SQUARE.toReversed()])).toEqual([[270, 0, 90, 180]]);
    expect(outwardOf([SQUARE, HOLE])[1]).toEqual([0, 270, 180, 90]);
    expect(outwardOf([SQUARE, HOLE.toReversed()])[1]).toEqual([90, 180, 270, 0]);
  });

  it("keep bearing, length and number of the ring as it was sent", () => {
    const [ring = []] = fieldEdges([[SQUARE.toReversed()]], []);
    const sent = ring.toSorted((a, b) => a.edgeIndex - b.edgeIndex);
    expect(sent.map(({ bearingDeg, lengthM }) => [bearingDeg, lengthM])).toEqual([
      [0, 100],
      [90, 100],
      [180, 100],
      [270, 100],
    ]);
  });

  it("skip a repeated position without a change of numbers", () => {
    const [ring = []] = fieldEdges([[[...SQUARE.slice(0, 2), ...SQUARE.slice(1)]]], []);
    expect(ring.map(({ edgeIndex }) => edgeIndex)).toEqual([0, 2, 3, 4]);
  });

  test.each([
    { from: 0, downwind: [180] },
    { from: 45, downwind: [180, 270] },
    { from: 89.4, downwind: [180, 270] },
    { from: 89.6, downwind: [270] },
    { from: 180, downwind: [0] },
    { from: 270.6, downwind: [90, 180] },
  ])("are downwind by the outward side along the wind: from $from degrees $downwind", ({ from, downwind }) => {
    const [ring = []] = fieldEdges([[SQUARE]], []);
    const found = ring.filter((edge) => isDownwind(edge, { windDirectionDeg: from, windSpeedMph: 1 }));
    expect(found.map(({ outwardBearingDeg }) => outwardBearingDeg).toSorted((a, b) => a - b)).toEqual(downwind);
  });

  it.each([0, 0.1, 0.99])("are all downwind in calm air, which has no direction: %s mph", (windSpeedMph) => {
    const [ring = []] = fieldEdges([[SQUARE]], []);
    expect(ring.every((edge) => isDownwind(edge, { windDirectionDeg: 77, windSpeedMph }))).toBe(true);
  });
});

const rule = driftRule({ wind_directional: [method("ground", 240)] });
const placed = (coordinates: Position[][][]) =>
  computed({ ...oneRule(rule), boundary: { type: "MultiPolygon", coordinates } });

describe("the ends of a field thirty kilometers long", () => {
  it.each([
    { from: 359.4, downwind: [0, 1] },
    { from: 0.4, downwind: [0] },
    { from: 0.6, downwind: [0, 3] },
  ])("meet the wind by the compass where they lie: from $from degrees edges $downwind", ({ from, downwind }) => {
    const { edges } = computed({ ...oneRule(rule), boundary: LONG_FIELD, weather: { windDirectionDeg: from } });
    expect(edges.filter((edge) => edge.downwind).map(({ edgeIndex }) => edgeIndex)).toEqual(downwind);
  });
});

describe("parts of one field far apart", () => {
  /** Sides along meridian and parallel, two degrees of longitude apart: there the meridians run askew by 1.5°. */
  const parts = [-93, -91].map((lon) => [
    [
      [lon, 48],
      [lon + 0.004, 48],
      [lon + 0.004, 48.003],
      [lon, 48.003],
      [lon, 48],
    ],
  ]);

  it("meet the wind by the compass where they lie, as each of them alone", () => {
    const whole = placed(parts);
    const alone = parts.map((part) => placed([part]));
    expect(whole.edges.map(({ downwind }) => downwind)).toEqual(
      alone.flatMap(({ edges }) => edges.map(({ downwind }) => downwind)),
    );
    expect(whole.edges.filter(({ downwind }) => downwind)).toHaveLength(2);
    const apart = alone.reduce((sum, { areas }) => sum + areas.bufferSqm, 0);
    expect(Math.abs(whole.areas.bufferSqm - apart)).toBeLessThan(apart * 1e-3);
  });

  it("tell bearings by the compass where they lie", () => {
    const bearings = placed(parts).edges.map(({ outwardBearingDeg }) => outwardBearingDeg);
    [180, 90, 0, 270, 180, 90, 0, 270].forEach((wanted, index) => {
      const off = Math.abs((((bearings[index] ?? Number.NaN) - wanted + 540) % 360) - 180);
      expect(off).toBeLessThan(0.01);
    });
  });
});

describe("downslope marks", () => {
  const boundary = { type: "MultiPolygon" as const, coordinates: [[SQUARE, HOLE]] };
  const line = (...coordinates: Position[]) => ({ type: "LineString" as const, coordinates });
  const marked = (...lines: ReturnType<typeof line>[]) => {
    const { isMarked, isDownslope } = downslopeEdges(boundary, lines);
    return { isMarked, edges: [...edgesOf(0, 0), ...edgesOf(0, 1)].map(isDownslope) };
  };
  const edgesOf = (partIndex: number, ringIndex: number) =>
    [0, 1, 2, 3].map((edgeIndex) => ({ partIndex, ringIndex, edgeIndex }));
  const none = Array<boolean>(8).fill(false);

  it("are the edges that a line runs along, in either direction, in exterior and hole", () => {
    expect(marked(line([100, 0], [0, 0]), line([60, 40], [60, 60]))).toEqual({
      isMarked: true,
      edges: none.with(0, true).with(5, true),
    });
  });

  it("are all edges where nothing, or nothing that fits, is marked", () => {
    const all = { isMarked: false, edges: Array<boolean>(8).fill(true) };
    expect(marked()).toEqual(all);
    expect(marked(line([0, 0], [50, 0]))).toEqual(all);
  });

  it("say nothing of another part, of which every edge counts", () => {
    const apart = SQUARE.map(([east = 0, north = 0]): Position => [east + 1000, north]);
    const two = { type: "MultiPolygon" as const, coordinates: [[SQUARE], [apart]] };
    const of = (...lines: ReturnType<typeof line>[]) => {
      const { isMarked, isOnMark, isDownslope } = downslopeEdges(two, lines);
      const edges = [...edgesOf(0, 0), ...edgesOf(1, 0)];
      return { isMarked, onMark: edges.map(isOnMark), downslope: edges.map(isDownslope) };
    };
    const onFirst = none.with(0, true);
    expect(of(line([0, 0], [100, 0]))).toEqual({
      isMarked: false,
      onMark: onFirst,
      downslope: onFirst.map((isOn, index) => isOn || index >= 4),
    });
    const onBoth = none.with(0, true).with(4, true);
    expect(of(line([0, 0], [100, 0]), line([1000, 0], [1100, 0]))).toEqual({
      isMarked: true,
      onMark: onBoth,
      downslope: onBoth,
    });
  });
});
