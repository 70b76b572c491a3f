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

  it.each([
    ["swapped", [42, -93.9], "swapped; positions are [longitude, latitude], so send [-93.9, 42]."],
    ["swapped and without its sign", [42, 93.9], "the minus sign of the longitude is missing; send [-93.9, 42]."],
    ["no place of the country either way", [10, 95], "positions are [longitude, latitude] in WGS84."],
  ])("is refused with the place to send, where a position west of 90 degrees is %s", (_, [lon = 0, lat = 0], end) => {
    const ring = [
      [lon, lat],
      [lon + 0.01, lat],
      [lon, lat + 0.01],
      [lon, lat],
    ];
    const faults = faultsOf(check(feature({ type: "Polygon", coordinates: [ring] })));
    expect(faults[0]).toMatchObject({ code: "out_of_range" });
    expect(faults[0]?.message.endsWith(end)).toBe(true);
  });

  it("is refused as a text, with the words that the object itself is wanted", () => {
    const faults = faultsOf(check(JSON.stringify(feature(polygon(square)))));
    expect(faults).toHaveLength(1);
    expect(faults[0]?.message).toContain("send the object itself");
  });
});
