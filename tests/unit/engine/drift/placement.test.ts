import { describe, expect, it } from "vitest";
import type { BufferType } from "@/lib/domain/product";
import { farthest } from "@/lib/engine/drift/placement";

const keep = (type: BufferType, widthFt: number, ...exclusionCategories: string[]) => ({
  type,
  widthFt,
  exclusionCategories,
});

describe("what is kept away of several widths", () => {
  it.each([
    ["the longer of two of one kind, whichever comes first", [keep("downslope", 30), keep("downslope", 240)], [240]],
    ["one of no width is none", [keep("wind_directional", 0)], []],
    [
      "one on every edge holds one downwind that is no wider",
      [keep("omni_directional", 100), keep("wind_directional", 100)],
      [100],
    ],
    ["one downwind that is wider stays", [keep("omni_directional", 100), keep("wind_directional", 101)], [100, 101]],
    [
      "one downwind holds none on every edge",
      [keep("wind_directional", 240), keep("omni_directional", 100)],
      [240, 100],
    ],
    [
      "one that counts a road holds none that does not",
      [keep("omni_directional", 240, "road"), keep("omni_directional", 60)],
      [60, 240],
    ],
    [
      "one that counts less holds one that counts more",
      [keep("omni_directional", 60, "road"), keep("omni_directional", 60)],
      [60],
    ],
    ["of other managed ground each stays", [keep("downslope", 60, "road"), keep("downslope", 60, "crop")], [60, 60]],
  ])("%s", (_title, setbacks, wanted) => {
    expect(farthest(setbacks).map(({ widthFt }) => widthFt)).toEqual(wanted);
  });

  it("is the one that counts least as managed, where two are as wide", () => {
    expect(farthest([keep("downslope", 60, "road"), keep("downslope", 60)])).toEqual([keep("downslope", 60)]);
  });
});
