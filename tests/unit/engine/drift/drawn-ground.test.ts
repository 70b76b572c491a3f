import type { MultiPolygon } from "geojson";
import { describe, expect, it } from "vitest";
import type { BufferFeature } from "@/lib/domain/drift";
import { drawnGround } from "@/lib/engine/drift/drawn-ground";
import { localPlane } from "@/lib/geo/plane";
import { M_PER_FT } from "@/lib/domain/units";

const plane = localPlane({ lon: -87.25, lat: 32.89 });
const ring = (feet: readonly (readonly [number, number])[]) =>
  feet.map(([east, north]) => plane.toGround([east * M_PER_FT, north * M_PER_FT]));
const box = (east: number, north: number) =>
  ring([
    [0, 0],
    [east, 0],
    [east, north],
    [0, north],
    [0, 0],
  ]);
const drawn = (coordinates: MultiPolygon["coordinates"], more: Partial<BufferFeature> = {}): BufferFeature => ({
  kind: "managed",
  category: "road",
  label: null,
  geometry: { type: "MultiPolygon", coordinates },
  origin: "field",
  isConfirmed: true,
  ...more,
});
const widthsOf = (...features: BufferFeature[]) =>
  drawnGround({ hasGlobalSet: true, features }).map(({ acrossFt }) => Math.round(acrossFt * 10) / 10);

describe("how wide drawn ground is", () => {
  it("of a strip, its width, however it lies", () => {
    expect(widthsOf(drawn([[box(2640, 24)]]), drawn([[box(24, 2640)]]))).toEqual([24, 24]);
  });

  it("of a strip that bends, about its width along the bend", () => {
    const bent = ring([
      [0, 0],
      [1000, 0],
      [1000, 1000],
      [970, 1000],
      [970, 30],
      [0, 30],
      [0, 0],
    ]);
    expect(widthsOf(drawn([[bent]]))).toEqual([30]);
  });

  it("of a square, its side, and of a circle what a square of its area has", () => {
    const circle = ring(
      Array.from({ length: 361 }, (_, degrees): [number, number] => {
        const angle = ((degrees % 360) * Math.PI) / 180;
        return [100 * Math.cos(angle), 100 * Math.sin(angle)];
      }),
    );
    expect(widthsOf(drawn([[box(200, 200)]]))).toEqual([200]);
    expect(widthsOf(drawn([[circle]]))[0]).toBeCloseTo(Math.sqrt(Math.PI) * 100, 0);
  });

  it("of several parts, the widest", () => {
    expect(widthsOf(drawn([[box(500, 12)], [box(500, 60)]]))).toEqual([60]);
  });

  it("is said of what was drawn and counts, and of nothing else", () => {
    const strip = [[box(500, 24)]];
    expect(
      widthsOf(
        drawn(strip, { origin: "global" }),
        drawn(strip, { kind: "non_managed", category: "water" }),
        drawn(strip, { isConfirmed: false }),
      ),
    ).toEqual([]);
  });
});
