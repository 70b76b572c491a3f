import type { Position } from "geojson";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { fieldEdges, type EdgeRing, type FieldEdge } from "@/lib/engine/drift/edges";
import { fullTurns, outwardStrips } from "@/lib/engine/drift/strips";
import { fieldParts, round, star, wavy, withSpike, type Rings } from "@/tests/unit/engine/drift/fields";
import { kernel } from "@/tests/unit/engine/drift/placing";
import { PROPERTY_TIMEOUT_MS, runs, SEED } from "@/tests/unit/engine/drift/runs";

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS });

const M_PER_FT = 0.3048;
const flat = (parts: readonly Rings[]): Position[][][] =>
  parts.map((rings) => rings.map((ring) => [...ring, ...ring.slice(0, 1)].map(([east, north]) => [east, north])));
const edgesOf = (parts: readonly Rings[]): EdgeRing[] => fieldEdges(flat(parts), []);

/** Every strip and every sector by itself, with four times the chords: what ribbons must not change. */
function oneByOne(rings: readonly EdgeRing[], isPicked: (edge: FieldEdge) => boolean, widthM: number): Position[][][] {
  const out = ([east, north]: readonly [number, number], angle: number): Position => [
    east + widthM * Math.cos(angle),
    north + widthM * Math.sin(angle),
  ];
  const angleOf = ({ outward }: FieldEdge): number => Math.atan2(outward[1], outward[0]);
  return rings.flatMap((ring) =>
    ring.flatMap((edge, index) => {
      const next = ring[(index + 1) % ring.length];
      if (next === undefined || !isPicked(edge)) return [];
      const [start, end] = [[...edge.start], [...edge.end]];
      const at = angleOf(edge);
      const strip = [start, end, out(edge.end, at), out(edge.start, at), start];
      const turn = ((angleOf(next) - at + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
      if (!isPicked(next) || turn <= 1e-6) return [[strip]];
      const arc = Array.from({ length: 65 }, (_unused, step) => out(edge.end, at + (turn * step) / 64));
      return [[strip], [[end, ...arc, end]]];
    }),
  );
}

/** Square meters in one and not in the other: of the strips as they are joined, and each by itself. */
function apartSqm(parts: readonly Rings[], isPicked: (edge: FieldEdge) => boolean, widthFt: number): number {
  const rings = edgesOf(parts);
  const widthM = widthFt * M_PER_FT;
  return kernel.withShapes((shapes) => {
    const joined = outwardStrips(rings, (edge) => (isPicked(edge) ? 1 : 0), widthM).get(1) ?? [];
    const single = oneByOne(rings, isPicked, widthM);
    const [one, other] = [shapes.dissolve(joined), shapes.dissolve(single)];
    return shapes.area(shapes.difference(one, other)) + shapes.area(shapes.difference(other, one));
  });
}

/** What chords of a twentieth of a foot can cut off round corners, square meters. */
const chordsSqm = (parts: readonly Rings[], widthFt: number): number => {
  const turns = fullTurns(edgesOf(parts), () => 1);
  return 0.01 + turns * 2 * Math.PI * widthFt * M_PER_FT * 0.05 * M_PER_FT;
};

describe(`strips joined to ribbons (seed ${SEED})`, () => {
  it("cover the ground that the single strips and sectors cover", () => {
    const width = fc.double({ min: 5, max: 500, noNaN: true });
    const bearing = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });
    fc.assert(
      fc.property(fieldParts(), width, bearing, (parts, widthFt, towards) => {
        const isPicked = ({ outward: [east, north] }: FieldEdge): boolean =>
          east * Math.cos(towards) + north * Math.sin(towards) > 0.01;
        expect(apartSqm(parts, isPicked, widthFt)).toBeLessThanOrEqual(chordsSqm(parts, widthFt));
      }),
      runs(80),
    );
  });

  it.each<[string, Rings[]]>([
    ["a round field", [[round(600, 300)]]],
    ["a field with bays", [[wavy(500)]]],
    ["a round pond", [[round(200, 400), round(150, 100, true)]]],
    ["a spike", [[withSpike([200, 260, 180, 240, 210], 2, 300)]]],
    ["a line that jumps", [[star(Array.from({ length: 300 }, (_u, index) => 300 + 2 * Math.sin(index ** 2)))]]],
  ])("cover it on %s", (_title, parts) => {
    for (const widthFt of [10, 110, 400]) {
      expect(apartSqm(parts, () => true, widthFt)).toBeLessThanOrEqual(chordsSqm(parts, widthFt));
      expect(apartSqm(parts, ({ outward }) => outward[0] > 0.1, widthFt)).toBeLessThanOrEqual(
        chordsSqm(parts, widthFt),
      );
    }
  });

  it("keep a strip's far end where a short neighbor bends towards it and the next edge is not picked", () => {
    const width = 100;
    const bend = (degrees: number, length: number): [number, number] => [
      length * Math.cos((degrees * Math.PI) / 180),
      length * Math.sin((degrees * Math.PI) / 180),
    ];
    const [east, north] = bend(-20, 25 * M_PER_FT);
    // From the west along the south side, then 20 degrees outwards for 25 ft, then north.
    const corner: [number, number] = [300 * M_PER_FT, 0];
    const tip: [number, number] = [corner[0] + east, corner[1] + north];
    const parts: Rings[] = [[[[0, 0], corner, tip, [tip[0], 300 * M_PER_FT], [0, 300 * M_PER_FT]]]];
    const isPicked = ({ outward }: FieldEdge): boolean => outward[1] < -0.5;
    expect(apartSqm(parts, isPicked, width)).toBeLessThan(0.01);
  });

  it("turn once about a round field, and once more about its pond", () => {
    expect(fullTurns(edgesOf([[round(90, 300)]]), () => 1)).toBeCloseTo(1, 6);
    expect(fullTurns(edgesOf([[round(90, 300), round(40, 50, true)]]), () => 1)).toBeCloseTo(2, 6);
    expect(fullTurns(edgesOf([[round(90, 300)]]), () => 0)).toBe(0);
  });
});
