import type { MultiPolygon } from "geojson";
import type { DrawnGround } from "@/lib/data/reports/shapes";
import type { FigureLabel, FigureLayer, FigureLayerKind, DrawnFigure } from "@/lib/domain/report";
import { round1 } from "@/lib/domain/rounding";
import { scaleBarOf, type Frame } from "@/lib/usecases/reports/figure/frame";
import { hatchOf, outlineOf, roomIn, type FigureRing, type Hatch } from "@/lib/usecases/reports/figure/paths";

/** What is drawn around and over a field. */
export interface FigureGround {
  field: MultiPolygon;
  pulas: readonly DrawnGround[];
  soils: readonly DrawnGround[];
  buffers: readonly DrawnGround[];
}

/** Two slopes and two grains, so that hatches differ where they lie on each other, and in black and white. */
const HATCHES: Partial<Record<FigureLayerKind, Hatch>> = {
  pula: { angleDeg: 45, spacing: 6 },
  buffer: { angleDeg: -45, spacing: 3.2 },
};
/** Points. */
const LONGEST_BAR = 130;
const SHORTEST_BAR = 24;
const BAR_MARGIN = 10;
/** Half of "1,000 ft" at the largest size of type that the drawing is shown with. */
const HALF_BAR_LABEL = 30;
/** Points that a letter of a label takes at the figure's size of type. */
const LETTER_WIDTH = 4.6;
const HALF_LINE = 6;

function layerOf(kind: FigureLayerKind, geometry: MultiPolygon, frame: Frame): FigureLayer {
  const rings = frame.toFigure(geometry.coordinates.flat());
  const hatch = HATCHES[kind];
  return { kind, outline: outlineOf(rings), hatch: hatch === undefined ? "" : hatchOf(rings, hatch) };
}

/** The name of a ground where there is room for it. */
function labelOf({ label, geometry }: DrawnGround, frame: Frame): FigureLabel[] {
  if (label === "") return [];
  const needed = label.length * LETTER_WIDTH + 4;
  const places = geometry.coordinates.flatMap((part) => {
    const rings = frame.toFigure(part);
    // A large field has thousands of parts, nearly all of them smaller than any name.
    return isLarger(rings[0] ?? [], needed, 2 * HALF_LINE) ? (roomIn(rings, HALF_LINE) ?? []) : [];
  });
  const widest = places.toSorted((a, b) => b.width - a.width)[0];
  if (widest === undefined || widest.width < needed) return [];
  return [{ x: round1(widest.x), y: round1(widest.y + 2.5), text: label }];
}

function isLarger(ring: FigureRing, width: number, height: number): boolean {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of ring) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return right - left >= width && bottom - top >= height;
}

const MOST_NAMED = 6;

function legendOf(kind: FigureLayerKind, grounds: readonly DrawnGround[]): DrawnFigure["legend"][number] {
  const names = grounds.flatMap(({ label }) => (label === "" ? [] : [label]));
  return { kind, text: names.slice(0, MOST_NAMED).join(", "), more: Math.max(0, names.length - MOST_NAMED) };
}

/**
 * As long as a bar may be so that its label, centered on the bar's end, stays beside the field; at least so long that
 * it can be read off where the field leaves no room beside it.
 */
function longestBar(field: MultiPolygon, frame: Frame): number {
  const west = Math.min(...frame.toFigure(field.coordinates.flat()).flatMap((ring) => ring.map(([x]) => x)));
  return Math.max(SHORTEST_BAR, Math.min(LONGEST_BAR, west - BAR_MARGIN - HALF_BAR_LABEL));
}

/** A map of the field with the regulator's areas, its soils and the buffer: from the ground up, the field last. */
export function drawFigure({ field, pulas, soils, buffers }: FigureGround, frame: Frame): DrawnFigure {
  const grounds: [FigureLayerKind, readonly DrawnGround[]][] = [
    ["soil", soils],
    ["pula", pulas],
    ["buffer", buffers],
    ["field", [{ label: "", geometry: field }]],
  ];
  return {
    width: frame.width,
    height: round1(frame.height),
    layers: grounds.flatMap(([kind, all]) => all.map(({ geometry }) => layerOf(kind, geometry, frame))),
    labels: soils.flatMap((soil) => labelOf(soil, frame)),
    scaleBar: scaleBarOf(frame.scale, longestBar(field, frame)),
    legend: grounds
      .filter(([, all]) => all.length > 0)
      .map(([kind, all]) => legendOf(kind, all))
      .reverse(),
  };
}
