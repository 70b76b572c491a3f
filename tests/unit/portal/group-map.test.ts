import fc from "fast-check";
import type { MultiPolygon } from "geojson";
import { describe, expect, it } from "vitest";
import { byMostLeft } from "@/lib/pages/portal/group-left";
import { groupMap } from "@/lib/pages/portal/group-map";
import { LEFT_KINDS } from "@/lib/views/portal/group";

const box = (west: number, south: number, side: number): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: [
    [
      [
        [west, south],
        [west + side, south],
        [west + side, south + side],
        [west, south + side],
        [west, south],
      ],
    ],
  ],
});
const field = (number: number, boundary: MultiPolygon | null) => ({
  number,
  name: `Field ${number}`,
  standing: "not_met" as const,
  badge: "Not met",
  boundary,
});

describe("the map of a group", () => {
  it("holds every field and its mark, whatever lies between them", () => {
    const place = fc.tuple(
      fc.double({ min: -95, max: -93, noNaN: true }),
      fc.double({ min: 41, max: 43, noNaN: true }),
      fc.double({ min: 0.0005, max: 0.05, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 8 }), (places) => {
        const map = groupMap(places.map((each, index) => field(index + 1, box(...each))));
        expect(map?.fields).toHaveLength(places.length);
        for (const { x, y } of map?.fields ?? []) {
          expect(x).toBeGreaterThanOrEqual(16);
          expect(x).toBeLessThanOrEqual((map?.width ?? 0) - 16);
          expect(y).toBeGreaterThanOrEqual(16);
          expect(y).toBeLessThanOrEqual((map?.height ?? 0) - 16);
        }
      }),
    );
  });

  it("lies north up, and leaves out a field without a boundary", () => {
    const map = groupMap([field(1, box(-94, 42, 0.01)), field(2, null), field(3, box(-94, 42.1, 0.01))]);
    expect(map?.fields.map(({ number }) => number)).toEqual([1, 3]);
    const [south, north] = map?.fields ?? [];
    expect(north?.y).toBeLessThan(south?.y ?? 0);
    expect(groupMap([field(1, box(-94, 42, 0.01)), field(2, null)])).toBeNull();
  });
});

describe("the order by what is left", () => {
  it("puts more before less, and a field with nothing left last", () => {
    const kinds = fc.subarray([...LEFT_KINDS].filter((kind) => kind !== "nothing"));
    fc.assert(
      fc.property(kinds, kinds, (a, b) => {
        if (a.length > b.length) expect(byMostLeft(a, b)).toBeLessThan(0);
        if (a.length > 0) expect(byMostLeft(a, ["nothing"])).toBeLessThan(0);
        expect(Math.sign(byMostLeft(a, b))).toBe(-Math.sign(byMostLeft(b, a)) + 0);
      }),
    );
  });
});
