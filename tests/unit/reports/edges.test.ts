import { expect, it } from "vitest";
import type { EdgeResult } from "@/lib/domain/drift";
import { edgeTable } from "@/lib/pages/reports/edges";

const edgeOf = (edgeIndex: number, bufferFt: number): EdgeResult => ({
  ...{ partIndex: 0, ringIndex: 0, edgeIndex, bearingDeg: 0, outwardBearingDeg: 90, lengthFt: 100.04 },
  ...{ downwind: true, reason: "downwind", bufferType: "wind_directional" },
  ...{ requiredFt: 60, reductionPercent: 50, bufferFt, creditedOutsideFt: 10.44, productIndex: 0, ruleIds: [] },
});

it("a buffer is rounded up on paper as in the portal, and what is credited or measured is not", () => {
  const [row] = edgeTable([edgeOf(0, 30.04)]).rows;
  expect(row?.slice(2)).toEqual(["100 ft", expect.any(String), "60 ft", "31 ft", "10.4 ft"]);
});

it("so is the range of many edges that face one way", () => {
  const edges = Array.from({ length: 41 }, (_, index) => edgeOf(index, index === 0 ? 30.04 : 31.2));
  expect(edgeTable(edges).rows[0]?.at(-2)).toBe("31 to 32 ft");
});
