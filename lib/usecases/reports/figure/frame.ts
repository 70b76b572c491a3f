import type { MultiPolygon, Position } from "geojson";
import type { GroundBox } from "@/lib/data/reports/shapes";
import { M_PER_FT } from "@/lib/domain/units";
import { planeAround } from "@/lib/geo/plane";
import type { FigureRing } from "@/lib/usecases/reports/figure/paths";

/** The figure's frame laid over the ground: where each place falls, in points, and what the frame holds of the ground. */
export interface Frame {
  width: number;
  height: number;
  /** Points to a meter of ground. */
  scale: number;
  toFigure: (rings: readonly (readonly Position[])[]) => FigureRing[];
  box: GroundBox;
}

export interface FrameSize {
  width: number;
  leastHeight: number;
  mostHeight: number;
}

/** The figure fills the column of a letter page. */
export const FIGURE_SIZE: FrameSize = { width: 518, leastHeight: 170, mostHeight: 224 };

/** Ground around the field that is shown as well, of the field's larger side. */
const MARGIN_SHARE = 0.14;
/** Ground beyond the frame that is asked for, so that no cut edge shows. */
const BEYOND_SHARE = 0.06;

/** A frame around a field, north up. Lengths on the ground are meters of the local plane. */
export function frameAround(field: MultiPolygon, size: FrameSize): Frame {
  const rings = field.coordinates.flat();
  const plane = planeAround(rings);
  const points = rings.flat().map((position) => plane.toPlane(position));
  const extent = extentOf(points);
  const margin = MARGIN_SHARE * Math.max(extent.east - extent.west, extent.north - extent.south);
  const [groundWidth, groundHeight] = [
    extent.east - extent.west + 2 * margin,
    extent.north - extent.south + 2 * margin,
  ];
  const scale = Math.min(size.width / groundWidth, size.mostHeight / groundHeight);
  const height = Math.max(size.leastHeight, Math.min(size.mostHeight, groundHeight * scale));
  const [middleEast, middleNorth] = [(extent.east + extent.west) / 2, (extent.north + extent.south) / 2];
  const toFigure = (position: Position): [number, number] => {
    const [east, north] = plane.toPlane(position);
    return [size.width / 2 + (east - middleEast) * scale, height / 2 - (north - middleNorth) * scale];
  };
  const [halfWidth, halfHeight] = [
    (size.width / 2 / scale) * (1 + BEYOND_SHARE),
    (height / 2 / scale) * (1 + BEYOND_SHARE),
  ];
  const [west, south] = plane.toGround([middleEast - halfWidth, middleNorth - halfHeight]);
  const [east, north] = plane.toGround([middleEast + halfWidth, middleNorth + halfHeight]);
  return {
    width: size.width,
    height,
    scale,
    toFigure: (all) => all.map((ring) => ring.map(toFigure)),
    box: [west, south, east, north],
  };
}

function extentOf(points: readonly (readonly [number, number])[]) {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    south = Math.min(south, y);
    north = Math.max(north, y);
  }
  return { west, south, east, north };
}

/** Lengths that people can measure with by eye. */
const STEPS = [1, 2, 2.5, 5, 10];

/** The longest round length in feet whose bar is no longer than `mostLength` points. */
export function scaleBarOf(scale: number, mostLength: number): { feet: number; length: number } {
  const pointsPerFoot = scale * M_PER_FT;
  const mostFeet = mostLength / pointsPerFoot;
  const power = 10 ** Math.floor(Math.log10(mostFeet));
  const step = STEPS.findLast((candidate) => candidate * power <= mostFeet) ?? 1;
  const feet = step * power;
  return { feet, length: feet * pointsPerFoot };
}
