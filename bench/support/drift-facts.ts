import { setImmediate as breathe } from "node:timers/promises";
import type { MultiPolygon, Position } from "geojson";
import type { BufferFeature } from "@/lib/domain/drift";
import type { DriftRule } from "@/lib/domain/product";
import { computeDrift, type DriftFacts } from "@/lib/engine/drift/compute";
import type { ShapeKernel } from "@/lib/geo/kernel";
import { localPlane } from "@/lib/geo/plane";
import { rulebookAsOf } from "@/lib/rulebook/load";
import { ratedWith, labelSource, driftRule, method, setupOf } from "@/tests/unit/engine/drift/rules";

export const M_PER_FT = 0.3048;
export const WIND = { windDirectionDeg: 215, windSpeedMph: 8, temperatureF: null, humidityPercent: null };

/** What a label asks for, and the ground that may carry part of it. */
export interface MixBuffer {
  rule: DriftRule;
  widthFt: number;
  type: "wind_directional" | "omni_directional";
}

const mixOf = (buffers: readonly [number, MixBuffer["type"], string[]][]): MixBuffer[] =>
  buffers.map(([widthFt, type, categories]) => {
    const rule = driftRule({ [type]: [method("ground", widthFt)] });
    return { widthFt, type, rule: { ...rule, buffersEsa: { ...rule.buffersEsa, exclusionCategories: categories } } };
  });

/** Three labels: a long buffer, one around the field, and a shorter one that roads carry, all of which lies inside the long one. */
export const BUFFERS = mixOf([
  [240, "wind_directional", []],
  [30, "omni_directional", []],
  [110, "wind_directional", ["road"]],
]);

/** As wide, but roads carry the long one, so that each of them adds something. */
export const NONE_INSIDE = mixOf([
  [240, "wind_directional", ["road"]],
  [30, "omni_directional", []],
  [110, "wind_directional", []],
]);

export const rulebook = rulebookAsOf("2026-06-15");

export function factsOf(
  boundary: MultiPolygon,
  members: Partial<DriftFacts> = {},
  mix: readonly MixBuffer[] = BUFFERS,
): DriftFacts {
  const products = mix.map(({ rule }, productIndex) => ({ ...ratedWith({ drift: rule }), productIndex }));
  return {
    checkedAt: new Date("2026-06-15T12:00:00Z"),
    boundary,
    products,
    sources: products.flatMap((rated, index) =>
      mix.slice(index, index + 1).map(({ rule }) => labelSource(rule, rated)),
    ),
    setup: setupOf("Broadcast-Ground"),
    weather: WIND,
    claims: [],
    features: { hasGlobalSet: true, features: [roadBeside(boundary)] },
    labelIssues: [],
    downslopeLines: [],
    rulebook,
    rest: { statuses: [], issues: [] },
    withWindRose: false,
    ...members,
  };
}

/** A road of 30 ft along the eastern side of a field. */
function roadBeside({ coordinates }: MultiPolygon): BufferFeature {
  const all = coordinates.flat(2);
  const east = Math.max(...all.map(([lon = 0]) => lon));
  const lats = all.map(([, lat = 0]) => lat);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const wide = 1e-4;
  const ring = [
    [east, south],
    [east + wide, south],
    [east + wide, north],
    [east, north],
    [east, south],
  ];
  return {
    kind: "managed",
    category: "road",
    label: null,
    geometry: { type: "Polygon", coordinates: [ring] },
    origin: "global",
    isConfirmed: true,
  };
}

interface OutlinePoint {
  angle: number;
  index: number;
  positions: number;
}

export type Outline = (point: OutlinePoint) => number;

/**
 * Outlines around one place, as so many positions: smooth with bays, and jagged as a recorder draws, by a foot at 5,000
 * positions. Fewer positions are jagged by more, so that the line turns as sharply at each.
 */
export const OUTLINES: Record<string, Outline> = {
  "with bays": ({ angle }) => 400 * (1 + 0.15 * Math.sin(9 * angle) + 0.025 * Math.sin(40 * angle)),
  jagged: ({ index, positions }) => 400 + ((M_PER_FT * 5000) / positions) * Math.sin(index ** 2),
};

export function outlineOf(radius: Outline, positions: number): MultiPolygon {
  const plane = localPlane({ lon: -92.3, lat: 38.9 });
  const ring = Array.from({ length: positions - 1 }, (_unused, index): Position => {
    const angle = (2 * Math.PI * index) / (positions - 1);
    const radiusM = radius({ angle, index, positions });
    return plane.toGround([radiusM * Math.cos(angle), radiusM * Math.sin(angle)]);
  });
  return { type: "MultiPolygon", coordinates: [[[...ring, ...ring.slice(0, 1)]]] };
}

/** Lets signals and timers in between two computations, which themselves wait for nothing. */
export const timed =
  (geos: ShapeKernel, boundaries: readonly MultiPolygon[], withWindRose = false) =>
  async (): Promise<number[]> => {
    const times: number[] = [];
    for (const boundary of boundaries) {
      const started = performance.now();
      computeDrift(geos, factsOf(boundary, { withWindRose }));
      times.push(performance.now() - started);
      await breathe();
    }
    return times;
  };
