import { describe, expect, it } from "vitest";
import { isChanged, type Draft } from "@/components/map/drawing/edit-bodies";
import type { DrawnArea } from "@/lib/views/portal/field-map";

const ring = [
  [-93.5, 42],
  [-93.4, 42],
  [-93.4, 42.1],
  [-93.5, 42],
];
const saved: DrawnArea = {
  featureId: "one",
  kind: "managed",
  category: "road",
  label: null,
  geometry: { type: "Polygon", coordinates: [ring] },
  boundaryHash: "hash",
  isConfirmed: true,
};
const opened: Draft = { featureId: "one", base: saved, category: "road", label: "", geometry: saved.geometry };

describe("whether a draft is another than what is saved", () => {
  it("is not as it was opened, or with blanks alone in its name", () => {
    expect(isChanged(opened)).toBe(false);
    expect(isChanged({ ...opened, label: " " })).toBe(false);
  });

  it.each([
    ["a new area", { base: null }],
    ["another kind", { category: null }],
    ["a name", { label: "Lane" }],
    ["another outline", { geometry: { type: "Polygon", coordinates: [ring.toReversed()] } }],
  ] as const)("is with %s", (_, change) => {
    expect(isChanged({ ...opened, ...change } as Draft)).toBe(true);
  });
});
