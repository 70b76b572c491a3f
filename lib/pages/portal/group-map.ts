import type { MultiPolygon, Position } from "geojson";
import type { OverallStatus } from "@/lib/domain/compliance";
import { round1 } from "@/lib/domain/rounding";
import { planeAround } from "@/lib/geo/plane";
import { outlineOf } from "@/lib/usecases/reports/figure/paths";
import type { GroupMapView } from "@/lib/views/portal/group";

interface Mapped {
  number: number;
  name: string;
  standing: OverallStatus;
  badge: string;
  boundary: MultiPolygon | null;
}

const WIDTH = 360;
const MOST_HEIGHT = 300;
const LEAST_HEIGHT = 120;
/** Room for the marks of fields at the edge. */
const MARGIN = 22;

/** The fields of a list where they lie, north up, each with the number that it has in the list. Null without two to compare. */
export function groupMap(fields: readonly Mapped[]): GroupMapView | null {
  const placed = fields.flatMap(({ boundary, ...field }) => (boundary === null ? [] : [{ ...field, boundary }]));
  if (placed.length < 2) return null;
  const plane = planeAround(placed.flatMap(({ boundary }) => boundary.coordinates.flat()));
  const grounds = placed.map(({ boundary }) =>
    boundary.coordinates.flatMap((part) => part.map((ring) => ring.map((at: Position) => plane.toPlane(at)))),
  );
  const points = grounds.flat(2);
  const [easts, norths] = [points.map(([east]) => east), points.map(([, north]) => north)];
  const [west, south] = [least(easts), least(norths)];
  const [across, along] = [-least(easts.map((east) => -east)) - west, -least(norths.map((north) => -north)) - south];
  const scale = Math.min((WIDTH - 2 * MARGIN) / Math.max(across, 1), (MOST_HEIGHT - 2 * MARGIN) / Math.max(along, 1));
  const height = Math.max(LEAST_HEIGHT, along * scale + 2 * MARGIN);
  const toFigure = ([east, north]: readonly [number, number]): [number, number] => [
    WIDTH / 2 + (east - west - across / 2) * scale,
    height / 2 - (north - south - along / 2) * scale,
  ];
  return {
    width: WIDTH,
    height: round1(height),
    fields: placed.map(({ number, name, standing, badge }, index) => {
      const rings = (grounds[index] ?? []).map((ring) => ring.map(toFigure));
      const [x, y] = middleOf(rings.flat());
      return { number, name, standing, badge, outline: outlineOf(rings), x: round1(x), y: round1(y) };
    }),
  };
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);

function middleOf(points: readonly (readonly [number, number])[]): [number, number] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const between = (values: readonly number[]): number => (least(values) - least(values.map((value) => -value))) / 2;
  return [between(xs), between(ys)];
}
