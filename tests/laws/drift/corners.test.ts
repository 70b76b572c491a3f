import type { Position } from "geojson";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { sectorsNeeded } from "@/lib/engine/drift/corners";
import { fieldEdges, type FieldEdge } from "@/lib/engine/drift/edges";
import { outwardStrips, type StripChoices } from "@/lib/engine/drift/strips";
import { box, closeParts, fieldParts, round, star, wavy, type Rings } from "@/tests/unit/engine/drift/fields";
import { kernel } from "@/tests/unit/engine/drift/placing";
import { PROPERTY_TIMEOUT_MS, runs, SEED } from "@/tests/unit/engine/drift/runs";

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS });

const M_PER_FT = 0.3048;
const flat = (parts: readonly Rings[]): Position[][][] =>
  parts.map((rings) => rings.map((ring) => [...ring, ...ring.slice(0, 1)].map(([east, north]) => [east, north])));

type Picked = (edge: FieldEdge) => boolean;

/** Square meters of the field that only one of two sets of strips comes within the width of: all sectors, and those needed. */
function apartSqm(
  parts: readonly Rings[],
  isPicked: Picked,
  widthFt: number,
  takenOff: readonly Rings[] = [],
): { apartSqm: number; fieldSqm: number } {
  const [polygons, widthM] = [flat(parts), widthFt * M_PER_FT];
  const rings = fieldEdges(polygons, []);
  return kernel.withShapes((shapes) => {
    const field = shapes.polygons(polygons);
    const other = flat(takenOff);
    const taken = shapes.unite([field, shapes.dissolve(other)]);
    const strips = (choices: StripChoices) =>
      outwardStrips(rings, (edge) => (isPicked(edge) ? 1 : 0), widthM, choices).get(1) ?? [];
    const near = (drawn: Position[][][]) =>
      shapes.intersection(field, shapes.buffer(shapes.difference(shapes.dissolve(drawn), taken), widthM, 64));
    const [all, needed] = [strips({}), strips({ needsSector: sectorsNeeded(rings, widthM, other) })];
    const [one, two] = [near(all), near(needed)];
    return {
      apartSqm: shapes.area(shapes.difference(one, two)) + shapes.area(shapes.difference(two, one)),
      fieldSqm: shapes.area(field),
    };
  });
}

const towardsEast = (sine: number, towards = 0): Picked => {
  const [east, north] = [Math.cos(towards), Math.sin(towards)];
  return ({ outward }) => outward[0] * east + outward[1] * north > sine;
};

/** What the chords of two buffers may differ by. */
const roundingSqm = (fieldSqm: number): number => 1 + 1e-5 * fieldSqm;

const width = fc.double({ min: 5, max: 400, noNaN: true });
const bearing = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });
/** Some edges that no one direction would pick together, by their place in the ring. */
const anyEdges = fc.integer({ min: 1, max: 1 << 20 }).map(
  (mask): Picked =>
    ({ edgeIndex }) =>
      (mask & (1 << (edgeIndex % 20))) !== 0,
);

describe(`sectors that are left out (seed ${SEED})`, () => {
  it.each<[string, fc.Arbitrary<Rings[]>]>([
    ["fields with bays, spikes, holes, and parts", fieldParts()],
    ["parts whose strips reach into each other", closeParts()],
  ])("change nothing of what lies within the width, on %s", (_title, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, width, bearing, (parts, widthFt, towards) => {
        const found = apartSqm(parts, towardsEast(0.01, towards), widthFt);
        expect(found.apartSqm).toBeLessThanOrEqual(roundingSqm(found.fieldSqm));
      }),
      runs(120),
    );
  });

  it("change nothing where any edges are picked", () => {
    fc.assert(
      fc.property(fieldParts(), width, anyEdges, (parts, widthFt, isPicked) => {
        const found = apartSqm(parts, isPicked, widthFt);
        expect(found.apartSqm).toBeLessThanOrEqual(roundingSqm(found.fieldSqm));
      }),
      runs(120),
    );
  });

  it("change nothing where other ground is taken off the strips", () => {
    const place = fc.double({ min: -300, max: 300, noNaN: true });
    const size = fc.double({ min: 5, max: 200, noNaN: true });
    fc.assert(
      fc.property(fieldParts(), width, anyEdges, place, place, size, (parts, widthFt, isPicked, east, north, reach) => {
        const road = [box(east, north, east + reach, north + 12)];
        const found = apartSqm(parts, isPicked, widthFt, [road]);
        expect(found.apartSqm).toBeLessThanOrEqual(roundingSqm(found.fieldSqm));
      }),
      runs(120),
    );
  });

  it.each<[string, Rings[]]>([
    ["a line that jumps", [[star(Array.from({ length: 600 }, (_u, index) => 300 + 2 * Math.sin(index ** 2)))]]],
    ["a ring around a pond", [[round(300, 400), round(60, 60, true)]]],
    ["bays", [[wavy(500)]]],
  ])("change nothing on %s", (_title, parts) => {
    for (const widthFt of [30, 110, 240]) {
      const found = apartSqm(parts, towardsEast(0.2), widthFt);
      expect(found.apartSqm).toBeLessThanOrEqual(roundingSqm(found.fieldSqm));
    }
  });

  it("are nearly all of a line that jumps at each of its positions, where no two neighbors are picked together", () => {
    const line = [[star(Array.from({ length: 2000 }, (_u, index) => 400 + 0.7 * Math.sin(index ** 2)))]];
    const rings = fieldEdges(flat(line), []);
    const sectors = (needsSector?: StripChoices["needsSector"]): number =>
      outwardStrips(rings, ({ edgeIndex }) => edgeIndex + 2, 73, { inBoth: () => 1, needsSector }).get(1)?.length ?? 0;
    expect(sectors()).toBeGreaterThan(900);
    expect(sectors(sectorsNeeded(rings, 73))).toBeLessThan(sectors() / 20);
  });

  it("are none where the field lies across from a corner", () => {
    // A block, and another one a short way off its corner.
    const at = (east: number, north: number): Rings => [
      [
        [east, north],
        [east + 100, north],
        [east + 100, north + 100],
        [east, north + 100],
      ],
    ];
    const rings = fieldEdges(flat([at(0, 0), at(130, 130)]), []);
    const [block] = rings;
    const corner = block?.findIndex(({ end }) => end[0] === 100 && end[1] === 100) ?? -1;
    const [edge, next] = [block?.[corner], block?.[(corner + 1) % (block.length || 1)]];
    if (edge === undefined || next === undefined) throw new Error("no corner");
    expect(sectorsNeeded(rings, 25)(edge, next)).toBe(true);
    expect(sectorsNeeded(rings, 20)(edge, next)).toBe(false);
    expect(sectorsNeeded(rings.slice(0, 1), 25)(edge, next)).toBe(false);
  });
});
