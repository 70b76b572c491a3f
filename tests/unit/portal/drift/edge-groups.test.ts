import { describe, expect, it } from "vitest";
import { groupEdges, groupInWords, keepsDistance, pageOf } from "@/components/portal/drift/edges/edge-groups";
import type { EdgeView } from "@/lib/views/portal/drift";
import type { FieldSide } from "@/lib/views/portal/field-map";

const edge = (edgeIndex: number, more: Partial<EdgeView> = {}): EdgeView => ({
  partIndex: 0,
  ringIndex: 0,
  edgeIndex,
  outwardBearingDeg: 90,
  lengthFt: 100,
  requiredFt: 70,
  reductionPercent: 0,
  bufferFt: 70,
  creditedOutsideFt: 0,
  productIndex: 0,
  bufferType: "wind_directional",
  reason: "downwind",
  ...more,
});
const side = (name: string, edgeIndexes: number[]): FieldSide => ({
  name,
  facing: "E",
  partIndex: 0,
  ringIndex: 0,
  edgeIndexes,
  lengthFt: 0,
});
const FREE = { bufferFt: null, requiredFt: null, reason: "not_selected" } as const;

describe("edges side by side", () => {
  it("are each in one group, numbered as the boundary has them", () => {
    const edges = Array.from({ length: 5000 }, (_unused, index) => edge(index));
    const groups = groupEdges(edges, [
      side(
        "Side facing east",
        edges.slice(0, 4000).map(({ edgeIndex }) => edgeIndex),
      ),
      side("Side facing west", []),
    ]);
    expect(groups.map(({ name, edges: own }) => [name, own.length])).toEqual([
      ["Side facing east", 4000],
      ["Edges of the field", 1000],
    ]);
    expect(groups.flatMap(({ edges: own }) => own.map(({ number }) => number))).toEqual(
      edges.map((_unused, index) => index + 1),
    );
  });

  it("say the most that one of them keeps, and how many do", () => {
    const [group] = groupEdges([edge(0, { bufferFt: 35 }), edge(1, FREE)], [side("Side facing east", [0, 1])]);
    expect(group).toMatchObject({ mostFt: 35, buffered: 1, lengthFt: 200 });
    expect(group === undefined ? "" : groupInWords(group)).toBe("2 edges, 200 ft long; 1 of them keeps 35 ft at most");
  });

  it("of which one is not known are not said to keep a distance that is", () => {
    const [group] = groupEdges([edge(0, { bufferFt: null, reason: "unresolved" }), edge(1)], []);
    expect(group?.mostFt).toBeNull();
    expect(group === undefined ? "" : groupInWords(group)).toContain("what it keeps is not known");
  });

  it("that are not known count as keeping one", () => {
    expect(keepsDistance(edge(0, { bufferFt: null, reason: "unresolved" }))).toBe(true);
    expect(keepsDistance(edge(0, FREE))).toBe(false);
    expect(keepsDistance(edge(0, { bufferFt: 0 }))).toBe(false);
  });

  it("whose distance lies wholly outside keep none, and a part of it leaves the rest", () => {
    expect(keepsDistance(edge(0, { bufferFt: 70, creditedOutsideFt: 70 }))).toBe(false);
    const [group] = groupEdges(
      [edge(0, { bufferFt: 70, creditedOutsideFt: 70 }), edge(1, { bufferFt: 70, creditedOutsideFt: 40 })],
      [side("Side facing east", [0, 1])],
    );
    expect(group).toMatchObject({ mostFt: 30, buffered: 1 });
  });

  it("are found on the page they stand on", () => {
    expect([0, 49, 50, 4999].map((index) => pageOf(index, 50))).toEqual([0, 0, 1, 99]);
  });
});
