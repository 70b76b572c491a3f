import type { Position } from "geojson";
import type { PlanePoint } from "@/lib/geo/plane";

/** Chords of a whole circle: a bend of a road is drawn with them, and 32 stay within half a percent of it. */
const CHORDS = 32;

/**
 * The ground within half a width to each side of a line, flat at its ends and round at its bends: polygons that overlap
 * each other, for the kernel to dissolve.
 *
 * Units: those of the points. Source: none, plain geometry. Missing data: a line of no length has no ground.
 * Throws: never.
 */
export function lineStrip(points: readonly PlanePoint[], halfWidth: number): Position[][][] {
  const line = points.filter((point, index) => index === 0 || apart(point, points[index - 1] ?? point) > 0);
  const strips = line.slice(1).flatMap((to, index) => {
    const from = line[index];
    return from === undefined ? [] : [[stripOf(from, to, halfWidth)]];
  });
  const bends = line.slice(1, -1).map((point) => [circle(point, halfWidth)]);
  return [...strips, ...bends];
}

const apart = ([x1, y1]: PlanePoint, [x2, y2]: PlanePoint): number => Math.hypot(x2 - x1, y2 - y1);

function stripOf(from: PlanePoint, to: PlanePoint, half: number): Position[] {
  const length = apart(from, to);
  const [right, up] = [((to[1] - from[1]) / length) * half, (-(to[0] - from[0]) / length) * half];
  return [
    [from[0] + right, from[1] + up],
    [to[0] + right, to[1] + up],
    [to[0] - right, to[1] - up],
    [from[0] - right, from[1] - up],
    [from[0] + right, from[1] + up],
  ];
}

function circle([x, y]: PlanePoint, radius: number): Position[] {
  const around = Array.from({ length: CHORDS }, (_unused, index): Position => {
    const angle = (2 * Math.PI * index) / CHORDS;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return [...around, ...around.slice(0, 1)];
}
