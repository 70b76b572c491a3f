import { describe, expect, it } from "vitest";
import { check, faultsOf, feature, square } from "./checking";
import { polygon } from "./shapes";

describe("a boundary with a usual slip", () => {
  it.each([
    ["Polygon", square],
    ["MultiPolygon", [square]],
  ])("is refused once where a %s lacks a pair of brackets, with where to put it", (type, coordinates) => {
    const faults = faultsOf(check(feature({ type, coordinates })));
    expect(faults).toHaveLength(1);
    expect(faults[0]?.message).toContain("put [ ] around it");
  });

  it("is refused as a text, with the words that the object itself is wanted", () => {
    const faults = faultsOf(check(JSON.stringify(feature(polygon(square)))));
    expect(faults).toHaveLength(1);
    expect(faults[0]?.message).toContain("send the object itself");
  });
});
