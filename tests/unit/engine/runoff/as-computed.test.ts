import { describe, expect, it } from "vitest";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";
import { asComputed } from "@/lib/engine/runoff/as-computed";

const PRODUCT = { rate: 0.04, rateUnit: "lb/1000 row ft", rateUnitState: null, rowSpacingInches: 30 };

/** An application that was computed with this in its first product's rate. */
const computedWith = (used: object, product: object = PRODUCT): SavedApplicationRecord | null =>
  asComputed({
    method: "Granular-Ground",
    gpa: null,
    products: [product],
    requirements: [],
    drift: {
      lastComputation: {
        inputs: { method: "Granular-Ground", gpa: null },
        effectiveRates: [{ productIndex: 0, ...PRODUCT, ...used }],
      },
    },
  } as unknown as SavedApplicationRecord);

describe("an application as its computation had it", () => {
  it("is the one that was checked where the rate was given the same way", () => {
    expect(computedWith({})).toBeNull();
    const { rateUnitState: _state, rowSpacingInches: _inches, ...earlier } = PRODUCT;
    expect(computedWith({ rateUnitState: undefined, rowSpacingInches: undefined })).toBeNull();
    expect(computedWith({ rowSpacingInches: null }, earlier)).toBeNull();
  });

  it.each<[string, object]>([
    ["rate", { rate: 0.05 }],
    ["unit", { rateUnit: "oz/1000 row ft" }],
    ["state of the unit", { rateUnitState: "liquid" }],
    ["rows that are nearer to each other, which puts more on an acre", { rowSpacingInches: 15 }],
  ])("has another %s", (_title, used) => {
    const found = computedWith(used)?.products[0];
    expect(found).toMatchObject({ ...PRODUCT, ...used });
    // What the year had was said as the check was.
    const { rateUnit, rateUnitState, rowSpacingInches } = PRODUCT;
    expect(found?.rateUsedIn).toEqual({ rateUnit, rateUnitState, rowSpacingInches, gpa: null });
  });
});
