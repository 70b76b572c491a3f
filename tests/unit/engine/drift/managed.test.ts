import { describe, expect, it } from "vitest";
import type { BufferFeature } from "@/lib/domain/drift";
import { countFeatures } from "@/lib/engine/drift/managed";
import { box, ground } from "./fields";
import { feature, place, setback, wind } from "./placing";

const FIELD = ground([[box(0, 0, 600, 600)]]);
/** A road along the eastern edge, and a pond in the middle of it. */
const ROAD = ground([[box(600, 0, 700, 600)]]);
const POND = ground([[box(600, 200, 700, 400)]]);
const WIDTHS = [setback(100, { exclusionCategories: ["road"] })];

const drawn = (geometry: BufferFeature["geometry"], members: Partial<BufferFeature>): BufferFeature => ({
  ...feature(ROAD, { origin: "field", ...members }),
  geometry,
});
const water = (isConfirmed: boolean) => drawn(POND, { kind: "non_managed", category: "water", isConfirmed });
const bufferSqm = (...features: BufferFeature[]): number => place(FIELD, WIDTHS, wind(270), features).bufferSqm;

describe("what was drawn on an earlier boundary and is not confirmed for this one", () => {
  it("takes credit away where it is water, as if it were confirmed", () => {
    expect(bufferSqm(feature(ROAD))).toBe(0);
    expect(bufferSqm(feature(ROAD), water(true))).toBeGreaterThan(0);
    expect(bufferSqm(feature(ROAD), water(false))).toBe(bufferSqm(feature(ROAD), water(true)));
  });

  it("gives none where it is managed", () => {
    expect(bufferSqm(drawn(ROAD, { isConfirmed: true }))).toBe(0);
    expect(bufferSqm(drawn(ROAD, { isConfirmed: false }))).toBe(bufferSqm());
  });

  it("is named in the scope where it counts", () => {
    const scopeOf = (each: BufferFeature) => countFeatures({ hasGlobalSet: true, features: [each] }, []).scope;
    expect(scopeOf(water(false))).toBe("global_and_field");
    expect(scopeOf(drawn(ROAD, { isConfirmed: false }))).toBe("global_only");
  });
});
