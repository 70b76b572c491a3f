import { describe, expect, it } from "vitest";
import fc from "fast-check";
import type { MultiPolygon } from "geojson";
import { DOWNWIND_SINE, fieldEdges } from "@/lib/engine/drift/edges";
import { planeAround } from "@/lib/geo/plane";
import { fieldSides } from "@/lib/pages/portal/map/sides";
import { leaveInWords, type KeptEdge } from "@/lib/pages/portal/overview/kept-sides";
import { inSpanish } from "@/tests/support/spanish";

type Point = [number, number];
const ring = (points: readonly Point[]): Point[] => {
  const placed = points.map(([x, y]): Point => [-93.5 + x * 1e-3, 42 + y * 1e-3]);
  const [first = [0, 0]] = placed;
  return [...placed, first];
};
const field = (...parts: Point[][][]): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: parts.map((rings) => rings.map(ring)),
});
const SQUARE: Point[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
];

/** Every edge of a field with what it keeps, as a computation would have it for one setback. */
function edgesOf(boundary: MultiPolygon, keeps: (outwardDeg: number, part: number) => Partial<KeptEdge>): KeptEdge[] {
  const plane = planeAround(boundary.coordinates.flat());
  const flat = boundary.coordinates.map((rings) => rings.map((each) => each.map((at) => [...plane.toPlane(at)])));
  return fieldEdges(flat, [])
    .flat()
    .map((edge) => ({
      partIndex: edge.partIndex,
      ringIndex: edge.ringIndex,
      edgeIndex: edge.edgeIndex,
      lengthFt: edge.lengthM * 3.28084,
      bufferFt: null,
      creditedOutsideFt: null,
      reason: "not_selected" as const,
      ...keeps(edge.outwardBearingDeg, edge.partIndex),
    }));
}

/** Edges that face along with the wind by more than half a degree, as the engine picks them. */
const inWind =
  (windFromDeg: number, bufferFt = 70) =>
  (outwardBearingDeg: number): Partial<KeptEdge> => {
    const along = -Math.cos(((outwardBearingDeg - windFromDeg) * Math.PI) / 180);
    return along > DOWNWIND_SINE ? { bufferFt, creditedOutsideFt: 0, reason: "downwind" } : {};
  };

const words = (boundary: MultiPolygon, keeps: Parameters<typeof edgesOf>[1]): string | null =>
  leaveInWords(edgesOf(boundary, keeps), fieldSides(boundary));

describe("where to leave ground", () => {
  it("names the sides that the wind blows over", () => {
    expect(words(field([SQUARE]), inWind(225))).toBe("70 ft along the north and east sides");
    expect(words(field([SQUARE]), inWind(180))).toBe("70 ft along the north side");
  });

  it("is said in Spanish as Spanish builds it", () => {
    const told = (of: MultiPolygon, windFromDeg: number) => inSpanish(() => words(of, inWind(windFromDeg)));
    expect(told(field([SQUARE]), 225)).toBe("70 pies a lo largo de los lados norte y este");
    expect(told(field([SQUARE]), 180)).toBe("70 pies a lo largo del lado norte");
    expect(told(field([SQUARE]), 270)).toBe("70 pies a lo largo del lado este");
    const every = () => ({ bufferFt: 50, reason: "omni_directional" as const });
    expect(inSpanish(() => words(field([SQUARE]), every))).toBe("50 pies a lo largo de todos los lados");
  });

  it("is every side where each is asked for", () => {
    expect(words(field([SQUARE]), () => ({ bufferFt: 50, reason: "omni_directional" }))).toBe("50 ft along every side");
  });

  it("names the wider distance first, rounded up, less what ground outside carries", () => {
    const keeps = (deg: number) =>
      deg < 45 || deg > 315
        ? { bufferFt: 70, creditedOutsideFt: 30.2, reason: "downwind" as const }
        : deg < 135
          ? { bufferFt: 70, creditedOutsideFt: 0, reason: "downwind" as const }
          : { bufferFt: 70, creditedOutsideFt: 69.95, reason: "downwind" as const };
    expect(words(field([SQUARE]), keeps)).toBe("70 ft along the east side and 40 ft along the north side");
  });

  it("says in part what is kept of less than half a side", () => {
    const split: Point[] = [
      [0, 0],
      [4, 0],
      [4, 4],
      [3, 4],
      [0, 4],
    ];
    const edges = edgesOf(field([split]), inWind(180)).map((edge) =>
      edge.edgeIndex === 3 ? { ...edge, bufferFt: null } : edge,
    );
    expect(leaveInWords(edges, fieldSides(field([split])))).toBe("70 ft along part of the north side");
  });

  it("names the part of a field that lies in two, and ground that is left out inside", () => {
    const far = SQUARE.map(([x, y]): Point => [x + 8, y]);
    const ofSecond = (deg: number, part: number) => (part === 1 ? inWind(180)(deg) : {});
    expect(words(field([SQUARE], [far]), ofSecond)).toBe("70 ft along the north side of part 2");
    expect(words(field([SQUARE], [far]), inWind(180))).toBe("70 ft along the north side");
    const hole: Point[] = [
      [1, 1],
      [1, 3],
      [3, 3],
      [3, 1],
    ];
    expect(words(field([SQUARE, hole]), inWind(180))).toBe("70 ft along the north side and the ground left out inside");
  });

  it("says nothing where nothing is left, or something is not known", () => {
    expect(words(field([SQUARE]), () => ({}))).toBeNull();
    expect(words(field([SQUARE]), () => ({ reason: "unresolved" }))).toBeNull();
  });
});

describe("whatever the field", () => {
  const wind = fc.constantFrom(0, 45, 90, 135, 180, 225, 270, 315);

  it("a side in many pieces, as a creek is digitized, is one side", () => {
    fc.assert(
      fc.property(wind, fc.integer({ min: 2, max: 60 }), fc.integer({ min: 0, max: 3 }), (deg, pieces, first) => {
        const cut = SQUARE.flatMap(([x, y], index): Point[] => {
          const [nextX, nextY] = SQUARE[(index + 1) % 4] ?? [0, 0];
          return Array.from({ length: index === first ? pieces : 1 }, (_, piece): Point => {
            const share = piece / (index === first ? pieces : 1);
            return [x + (nextX - x) * share, y + (nextY - y) * share];
          });
        });
        expect(words(field([cut]), inWind(deg))).toBe(words(field([SQUARE]), inWind(deg)));
      }),
    );
  });

  it("a wavering creek of 43 pieces on the north side is the north side", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -0.05, max: 0.05, noNaN: true }), { minLength: 42, maxLength: 42 }),
        (wave) => {
          const creek = wave.map((off, index): Point => [4 - (4 * (index + 1)) / 43, 4 + off]);
          const boundary = field([[[0, 0], [4, 0], [4, 4], ...creek, [0, 4]]]);
          expect(words(boundary, inWind(180))).toMatch(/^70 ft along the north side$/);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("it begins at any corner and runs either way", () => {
    fc.assert(
      fc.property(wind, fc.integer({ min: 0, max: 3 }), fc.boolean(), (deg, first, isTurned) => {
        const turned = [...SQUARE.slice(first), ...SQUARE.slice(0, first)];
        const boundary = field([isTurned ? turned.toReversed() : turned]);
        expect(words(boundary, inWind(deg))).toBe(words(field([SQUARE]), inWind(deg)));
      }),
    );
  });

  it("every side that keeps ground is named, and no distance is less than an edge asks", () => {
    const distance = fc.option(fc.double({ min: 0.2, max: 400, noNaN: true }), { nil: null });
    fc.assert(
      fc.property(fc.array(distance, { minLength: 4, maxLength: 4 }), (distances) => {
        const boundary = field([SQUARE]);
        const edges = edgesOf(boundary, () => ({})).map((edge) => ({
          ...edge,
          bufferFt: distances[edge.edgeIndex] ?? null,
        }));
        const told = leaveInWords(edges, fieldSides(boundary)) ?? "";
        const names = ["south", "east", "north", "west"];
        const kept = names.filter((_, index) => distances[index] !== null);
        if (kept.length < 4 || new Set(told.match(/\d+ ft/g)).size > 1) {
          for (const [index, name] of names.entries()) {
            if (!told.startsWith("up to")) expect(told.includes(name)).toBe(distances[index] !== null);
          }
        }
        const most = Math.max(0, ...distances.map((each) => each ?? 0));
        const largest = Math.max(0, ...[...told.matchAll(/([\d,]+) ft/g)].map(([, ft = "0"]) => Number(ft)));
        expect(largest).toBeGreaterThanOrEqual(Math.round(most * 100) / 100);
        expect(largest).toBeLessThan(most + 1.01);
      }),
    );
  });
});
