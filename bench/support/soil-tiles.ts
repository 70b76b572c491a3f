import type { Feature, FeatureCollection, Polygon, Position } from "geojson";
import { cellKey, CELLS_PER_DEGREE, type SoilCell } from "@/lib/domain/soil-survey";
import { SOIL_GROUPS } from "@/lib/domain/soil";
import type { BenchField } from "@/bench/support/fields";

/** Pieces of ground to a side of a grid square: some 16 ha each, as in the survey. */
const TILES = 5;
/** Positions to a side of a piece. */
const STEPS = 8;
/** Small enough against its length that the bent plane does not fold. */
const WAVE_DEG = 0.0004;

/** Bends the plane without a gap or an overlap, so that map units have the winding edges of real ones. */
const bend = (lon: number, lat: number): Position => [
  lon + WAVE_DEG * Math.sin(lat * 2000),
  lat + WAVE_DEG * Math.sin(lon * 2000),
];

/** Made-up soils that cover every grid square some fields meet, so many pieces to a side of a square. */
export function soilsUnder(fields: readonly BenchField[], tiles = TILES): FeatureCollection<Polygon> {
  const cells = new Map<string, SoilCell>();
  for (const { boundary } of fields) {
    for (const cell of cellsAround(boundary.geometry.coordinates.flat(2))) cells.set(cellKey(cell), cell);
  }
  return { type: "FeatureCollection", features: [...cells.values()].flatMap((cell) => tilesOf(cell, tiles)) };
}

function cellsAround(positions: readonly Position[]): SoilCell[] {
  const range = (at: 0 | 1): number[] => {
    const squares = positions.map((position) => Math.floor((position[at] ?? 0) * CELLS_PER_DEGREE));
    const least = Math.min(...squares) - 1;
    return Array.from({ length: Math.max(...squares) - least + 2 }, (_, step) => least + step);
  };
  return range(0).flatMap((x) => range(1).map((y) => ({ x, y })));
}

function tilesOf({ x, y }: SoilCell, tiles: number): Feature<Polygon>[] {
  const side = Array.from({ length: tiles }, (_, index) => index);
  return side.flatMap((column) => side.map((row) => tile(x * tiles + column, y * tiles + row, tiles)));
}

function tile(column: number, row: number, tiles: number): Feature<Polygon> {
  const per = CELLS_PER_DEGREE * tiles * STEPS;
  const [west, south] = [column * STEPS, row * STEPS];
  const steps = Array.from({ length: STEPS }, (_, step) => step);
  // Whole numbers until the last moment, so that neighbors share their positions to the last digit.
  const ring = [
    ...steps.map((step) => [west + step, south]),
    ...steps.map((step) => [west + STEPS, south + step]),
    ...steps.map((step) => [west + STEPS - step, south + STEPS]),
    ...steps.map((step) => [west, south + STEPS - step]),
    [west, south],
  ].map(([lon = 0, lat = 0]) => bend(lon / per, lat / per));
  const unit = Math.abs(column * 7 + row * 3) % 12;
  return {
    type: "Feature",
    properties: {
      areasymbol: "BE001",
      mukey: String(9000 + unit),
      musym: `B${unit}`,
      muname: `Bench soil ${unit}`,
      hydgrpdcd: SOIL_GROUPS[unit % SOIL_GROUPS.length] ?? null,
      slopegradwta: unit / 2,
    },
    geometry: { type: "Polygon", coordinates: [ring] },
  };
}
