import { describe, expect, it } from "vitest";
import type { BufferFeature } from "@/lib/domain/drift";
import { countFeatures, toleratedGround } from "@/lib/engine/drift/managed";
import { rulebook } from "../facts";
import { box, ground } from "./fields";
import { feature, place, setback, wind } from "./placing";
import { driftRule } from "./rules";

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

describe("a neighboring field", () => {
  const rule = driftRule({});
  /** Whether a field may lie in the buffer of a label that names some crops beside which it may. */
  function carries(label: string | null, toleratedCrops?: string[]): boolean {
    const field = feature(ROAD, { category: "agricultural_field", label });
    const { managed } = countFeatures({ hasGlobalSet: true, features: [field] }, rulebook.crops);
    const buffersEsa = { ...rule.buffersEsa, exclusionCategories: ["road", "agricultural_field"] };
    const tolerated = toleratedGround({ ...rule, buffersEsa, ...(toleratedCrops && { toleratedCrops }) });
    expect(tolerated).toContain("road");
    return managed.some(({ category }) => tolerated.includes(category));
  }

  it("carries a buffer where its crop is one that the label tolerates", () => {
    expect([carries("Corn", ["corn"]), carries("Maíz", ["soybean", "corn"])]).toEqual([true, true]);
  });

  it("carries none with another crop, with one that is not known, or where the label names none", () => {
    expect(carries("Soybeans", ["corn"])).toBe(false);
    expect(carries("Blorb", ["corn"])).toBe(false);
    expect(carries(null, ["corn"])).toBe(false);
    expect([carries("Corn", []), carries("Corn")]).toEqual([false, false]);
  });
});
